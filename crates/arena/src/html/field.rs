//! The parts for more than two players: ratings and the cross table.

use std::{
    collections::BTreeSet,
    fmt::{self, Write},
};

use crate::{
    Standing,
    html::{
        Width, card,
        chart::{self, Range},
        words::{Name, count, elo, margin, minus, percent, points},
    },
    statistics::{Rating, Results, ratings},
};

/// Both tables, the best player first.
pub(super) fn ratings_and_cross_table(out: &mut String, standing: &Standing) -> fmt::Result {
    let ratings = ratings(&standing.table);
    let order = ranking(&ratings);
    if order.is_empty() {
        return Ok(());
    }
    card(out, "Ratings", Width::Full, |out| {
        rating_table(out, standing, &ratings, &order)
    })?;
    card(out, "Who against whom", Width::Full, |out| {
        cross_table(out, standing, &order)
    })
}

/// Players by group and rating; those without games at the end.
fn ranking(ratings: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&one, &other| {
        let key = |player: usize| (ratings[player].margin.is_infinite(), ratings[player].group);
        key(one)
            .cmp(&key(other))
            .then(ratings[other].elo.total_cmp(&ratings[one].elo))
    });
    order
}

fn rating_table(out: &mut String, standing: &Standing, ratings: &[Rating], order: &[usize]) -> fmt::Result {
    let rated = || ratings.iter().filter(|rating| rating.margin.is_finite());
    let range = Range {
        low: rated().map(|rating| rating.elo - rating.margin).fold(-1.0, f64::min),
        high: rated().map(|rating| rating.elo + rating.margin).fold(1.0, f64::max),
    };
    out.write_str(
        "<table class=\"stack\"><thead><tr><th class=\"place\">#</th><th class=\"name\">player</th><th>Elo</th>\
         <th class=\"picture\"></th><th>score</th><th>points</th><th>games</th></tr></thead>\n<tbody>\n",
    )?;
    for (place, &player) in order.iter().enumerate() {
        let Rating {
            elo: value,
            margin: width,
            ..
        } = ratings[player];
        let results = standing.table.total(player);
        write!(
            out,
            "<tr><td class=\"place\">{}</td><th scope=\"row\" class=\"name\">{}</th>",
            place + 1,
            Name(&standing.players[player])
        )?;
        if width.is_finite() {
            write!(
                out,
                "<td data-label=\"Elo\"><strong>{}</strong> <small>{}</small></td><td class=\"picture\">",
                elo(value),
                margin(width)
            )?;
            chart::interval(out, range, value, width)?;
        } else {
            out.write_str("<td data-label=\"Elo\">—</td><td class=\"picture\">")?;
        }
        let share = results.score().map_or_else(|| "—".to_owned(), percent);
        writeln!(
            out,
            "</td><td data-label=\"score\">{share}</td><td data-label=\"points\">{}</td>\
             <td data-label=\"games\">{}</td></tr>",
            points(results.wins, results.draws),
            count(results.games())
        )?;
    }
    out.write_str("<tr class=\"scale\"><td></td><td></td><td></td><td class=\"picture\">")?;
    let labels: Vec<(f64, String)> = [range.low, 0.0, range.high]
        .into_iter()
        .map(|elo| (range.place(elo), minus(&format!("{elo:.0}"))))
        // An end too close to zero would be written over it.
        .filter(|&(place, _)| (place - range.place(0.0)).abs() > 0.15 || (place - range.place(0.0)).abs() < 1e-9)
        .collect();
    chart::scale(out, &labels)?;
    out.write_str("</td><td></td><td></td><td></td></tr>\n</tbody></table>\n")?;
    let groups: BTreeSet<usize> = rated().map(|rating| rating.group).collect();
    out.write_str(
        "<p class=\"note\">Elo about a mean of zero, by the model of Bradley and Terry; lines are 95\u{a0}% intervals.",
    )?;
    if groups.len() > 1 {
        out.write_str(" Some players are not connected by games: each such group has a zero of its own.")?;
    }
    out.write_str("</p>\n")
}

fn cross_table(out: &mut String, standing: &Standing, order: &[usize]) -> fmt::Result {
    out.write_str(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\"><table class=\"cross\"><thead><tr><th class=\"place\">#</th>\
         <th class=\"name\">player</th>",
    )?;
    for place in 1..=order.len() {
        write!(out, "<th>{place}</th>")?;
    }
    out.write_str("</tr></thead>\n<tbody>\n")?;
    for (place, &player) in order.iter().enumerate() {
        let name = Name(&standing.players[player]);
        write!(
            out,
            "<tr><td class=\"place\">{}</td><th scope=\"row\" class=\"name\">{name}</th>",
            place + 1
        )?;
        for &opponent in order {
            cell(out, &standing.table.results(player, opponent))?;
        }
        out.write_str("</tr>\n")?;
    }
    out.write_str("</tbody></table></div>\n<p class=\"note\">Each row against the player of that number: score, then won, drawn, lost.</p>\n")
}

fn cell(out: &mut String, results: &Results) -> fmt::Result {
    let Some(score) = results.score() else {
        return out.write_str("<td class=\"none\">·</td>");
    };
    let tint = match score {
        score if score >= 0.75 => "much",
        score if score > 0.525 => "more",
        score if score >= 0.475 => "even",
        score if score > 0.25 => "less",
        _ => "little",
    };
    write!(
        out,
        "<td class=\"{tint}\">{}<br><small>{} {} {}</small></td>",
        percent(score),
        count(results.wins),
        count(results.draws),
        count(results.losses)
    )
}
