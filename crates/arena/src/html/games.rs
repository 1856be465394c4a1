//! Statistics of the games, for all players together.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
};

use crate::{
    Lengths, Standing,
    html::{
        Width, card,
        chart::{self, Column},
        words::{Escaped, Name, count, counted, percent, score},
    },
    standing::{Distinct, OTHERS},
};

/// Openings that get a row; the others share one.
const ROWS: usize = 24;

/// White's results, and the number of distinct games.
pub(super) fn colours(out: &mut String, standing: &Standing) -> fmt::Result {
    let Some(score) = score(standing.white) else {
        return Ok(());
    };
    card(out, "White and Black", Width::Half, |out| {
        let [wins, draws, losses] = standing.white;
        writeln!(out, "<p class=\"large\">White scored {}</p>", percent(score))?;
        sides(out, standing.white)?;
        writeln!(
            out,
            "<ul class=\"legend\"><li><i class=\"white\"></i>{} won by White</li>\
             <li><i class=\"draw\"></i>{} drawn</li><li><i class=\"black\"></i>{} won by Black</li></ul>",
            count(wins),
            count(draws),
            count(losses)
        )?;
        let distinct = standing.distinct.count();
        let bound = if distinct >= Distinct::MOST { "at least " } else { "" };
        writeln!(
            out,
            "<p>Distinct games: {bound}<strong>{}</strong> of {}.</p>",
            count(distinct as u64),
            count(standing.games())
        )
    })
}

/// How long games were, in `unit`s.
pub(super) fn lengths(out: &mut String, lengths: &Lengths, unit: &str) -> fmt::Result {
    let games: u64 = lengths.steps.iter().sum();
    let Some(shortest) = lengths.shortest.filter(|_| games > 0) else {
        return Ok(());
    };
    card(out, "Lengths", Width::Half, |out| {
        let mean = lengths.sum as f64 / games as f64;
        writeln!(out, "<p class=\"large\">{mean:.1} {unit} on average</p>")?;
        let used = lengths.steps.iter().rposition(|&games| games > 0).unwrap_or(0) + 1;
        // A few empty columns keep a single one from filling the picture.
        let shown = used.max(5).min(lengths.steps.len());
        let open = lengths.longest >= lengths.steps.len() as u64 * Lengths::STEP;
        let columns: Vec<Column> = lengths.steps[..shown]
            .iter()
            .enumerate()
            .map(|(index, &count)| step(index as u64, count, open && index + 1 == shown, unit))
            .collect();
        let every = shown.div_ceil(6);
        let labels: Vec<(f64, String)> = (0..=shown - usize::from(open))
            .step_by(every)
            .map(|edge| {
                let more = if open && edge + 1 == shown { "+" } else { "" };
                (
                    edge as f64 / shown as f64,
                    format!("{}{more}", edge as u64 * Lengths::STEP),
                )
            })
            .collect();
        let longest = lengths.longest;
        let name = format!("Games by length, from {shortest} to {longest} {unit}, {mean:.1} on average");
        chart::columns(out, &name, &columns, &labels)?;
        writeln!(
            out,
            "<p class=\"note\">Games by {unit}; the shortest had {}, the longest {}.</p>",
            count(shortest),
            count(longest)
        )
    })
}

/// The games of one step of lengths, of which the last may be open.
fn step(index: u64, count: u64, open: bool, unit: &str) -> Column {
    let from = index * Lengths::STEP;
    let range = if open {
        format!("{from} {unit} or more")
    } else {
        format!("{from} to {} {unit}", from + Lengths::STEP - 1)
    };
    Column {
        count,
        class: "mass",
        hint: format!("{range}: {}", counted(count, "game")),
    }
}

/// Why games ended, the most frequent reason first.
pub(super) fn endings(out: &mut String, reasons: &BTreeMap<String, u64>) -> fmt::Result {
    let games: u64 = reasons.values().sum();
    if games == 0 {
        return Ok(());
    }
    let mut sorted: Vec<(&String, &u64)> = reasons.iter().collect();
    sorted.sort_by(|one, other| other.1.cmp(one.1));
    card(out, "How games ended", Width::Half, |out| {
        out.write_str("<ul class=\"bars\">\n")?;
        for (reason, &number) in sorted {
            let share = number as f64 / games as f64;
            write!(
                out,
                "<li><span>{}</span><span class=\"number\">{} <small>{}</small></span>",
                Escaped(reason),
                count(number),
                percent(share)
            )?;
            chart::bar(out, share)?;
            out.write_str("</li>\n")?;
        }
        out.write_str("</ul>\n")
    })
}

/// White's results by opening: the most played first, and among those the most lopsided.
pub(super) fn openings(out: &mut String, openings: &BTreeMap<String, [u64; 3]>) -> fmt::Result {
    if openings.is_empty() {
        return Ok(());
    }
    let (mut rows, mut rest): (Vec<_>, Vec<_>) = openings
        .iter()
        .map(|(name, &results)| (name.as_str(), results))
        .partition(|(name, _)| *name != OTHERS);
    let games = |results: [u64; 3]| results.iter().sum::<u64>();
    let slant = |results: [u64; 3]| score(results).map_or(0.0, |score| (score - 0.5).abs());
    rows.sort_by(|one, other| {
        games(other.1)
            .cmp(&games(one.1))
            .then(slant(other.1).total_cmp(&slant(one.1)))
    });
    // A row "one more" would take as much room as the row itself.
    if rows.len() + rest.len() > ROWS + 1 {
        rest.extend(rows.split_off(ROWS));
    }
    card(out, "Openings", Width::Full, |out| {
        out.write_str(
            "<table class=\"stack\"><thead><tr><th class=\"name\">opening</th><th>games</th><th>White’s score</th>\
             <th class=\"picture\">won, drawn, lost by White</th></tr></thead>\n<tbody>\n",
        )?;
        for (name, results) in &rows {
            opening(out, &Name(name).to_string(), *results)?;
        }
        if !rest.is_empty() {
            let sum = rest
                .iter()
                .fold([0; 3], |sum, (_, more)| [0, 1, 2].map(|index| sum[index] + more[index]));
            opening(out, "<em>all other openings</em>", sum)?;
        }
        out.write_str("</tbody></table>\n")
    })
}

fn opening(out: &mut String, name: &str, results: [u64; 3]) -> fmt::Result {
    write!(
        out,
        "<tr><th scope=\"row\" class=\"name\">{name}</th><td data-label=\"games\">{}</td>\
         <td data-label=\"White’s score\">{}</td><td class=\"picture\">",
        count(results.iter().sum()),
        score(results).map_or_else(|| "—".to_owned(), percent)
    )?;
    sides(out, results)?;
    out.write_str("</td></tr>\n")
}

/// White's wins, draws and losses as one bar.
fn sides(out: &mut String, [wins, draws, losses]: [u64; 3]) -> fmt::Result {
    let name = format!("White won {wins}, drew {draws}, lost {losses}");
    chart::shares(out, &name, &[("white", wins), ("draw", draws), ("black", losses)])
}
