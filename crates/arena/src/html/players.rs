//! The times of the players, and their errors.

use std::fmt::{self, Write};

use crate::{
    Standing,
    html::{
        Width, card,
        words::{Escaped, Name, count, speed, time},
    },
};

/// Time, depth and speed of every player.
pub(super) fn costs(out: &mut String, standing: &Standing) -> fmt::Result {
    if standing.costs.iter().all(|costs| costs.moves == 0) {
        return Ok(());
    }
    card(out, "Time and depth", Width::Full, |out| {
        out.write_str(
            "<table class=\"stack\"><thead><tr><th class=\"name\">player</th><th>moves</th><th>mean time</th>\
             <th>slowest</th><th>mean depth</th><th>nodes a second</th></tr></thead>\n<tbody>\n",
        )?;
        for (player, costs) in standing.players.iter().zip(&standing.costs) {
            let slowest = (costs.moves > 0).then_some(costs.slowest);
            write!(out, "<tr><th scope=\"row\" class=\"name\">{}</th>", Name(player))?;
            for (label, value) in [
                ("moves", Some(count(costs.moves))),
                ("mean time", costs.mean_time().map(time)),
                ("slowest", slowest.map(time)),
                ("mean depth", costs.mean_depth().map(|depth| format!("{depth:.1}"))),
                ("nodes a second", costs.speed().map(speed)),
            ] {
                write!(
                    out,
                    "<td data-label=\"{label}\">{}</td>",
                    value.as_deref().unwrap_or("—")
                )?;
            }
            out.write_str("</tr>\n")?;
        }
        out.write_str("</tbody></table>\n")
    })
}

/// The stored errors.
pub(super) fn troubles(out: &mut String, troubles: &[String]) -> fmt::Result {
    if troubles.is_empty() {
        return Ok(());
    }
    card(out, "Troubles", Width::Full, |out| {
        out.write_str("<ul class=\"troubles\">\n")?;
        for trouble in troubles {
            writeln!(out, "<li>{}</li>", Escaped(trouble))?;
        }
        out.write_str("</ul>\n")
    })
}
