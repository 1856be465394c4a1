//! The results of a match in plain text.

use std::io::{self, Write};

use arena::{
    Costs, Distinct, Format, Settings, Standing,
    statistics::{Estimate, Pentanomial, Sprt, ratings},
};

/// All results; the last line for two players is `score A W-D-L B elo E ± M`.
pub(super) fn write(out: &mut impl Write, settings: &Settings, standing: &Standing, total: u64) -> io::Result<()> {
    let games = format!("{} of {total} games", standing.games());
    let seed = settings.seed;
    if let Some(tally) = &standing.tally {
        let live = &settings.live;
        write!(
            out,
            "{games}, Kung Fu Chess, board {}, speed {}, ",
            live.board(),
            live.speed()
        )?;
        if let Some(pace) = live.pace {
            write!(out, "pace of level {pace}, ")?;
        }
        writeln!(out, "seed {seed}")?;
        write_lengths(out, standing, "commands")?;
        for (index, (name, costs)) in standing.players.iter().zip(&standing.costs).enumerate() {
            writeln!(
                out,
                "{name}: {} commands, {:.1?} of thought each, slowest thought {:.1?}, won {}, first out {}",
                costs.moves,
                costs.mean_time().unwrap_or_default(),
                costs.slowest,
                tally.won[index],
                tally.first_out[index]
            )?;
        }
    } else {
        let (limits, openings) = (settings.limits_text(), settings.openings_text());
        writeln!(out, "{games}, {limits}, openings: {openings}, seed {seed}")?;
        write_lengths(out, standing, "plies")?;
        write_white(out, standing)?;
        for (name, costs) in standing.players.iter().zip(&standing.costs) {
            writeln!(out, "{name}: {}", spent(costs))?;
        }
    }
    for trouble in &standing.troubles {
        writeln!(out, "trouble in {trouble}")?;
    }
    if settings.format().has_rounds() {
        write_rounds(out, settings, standing)?;
    }
    if standing.players.len() == 2 {
        write_pairing(out, settings.sprt, standing)
    } else {
        write_table(out, standing)
    }
}

fn write_white(out: &mut impl Write, standing: &Standing) -> io::Result<()> {
    let games = standing.games();
    if games == 0 {
        return Ok(());
    }
    let [won, drawn, lost] = standing.white;
    writeln!(
        out,
        "White: {won} won, {drawn} drawn, {lost} lost, {:.1} %",
        100.0 * (won as f64 + drawn as f64 / 2.0) / games as f64
    )
}

/// Every round with its encounters, then the table of a Swiss tournament or the winner of a knock-out.
fn write_rounds(out: &mut impl Write, settings: &Settings, standing: &Standing) -> io::Result<()> {
    let name = |player: usize| standing.players[player].as_str();
    for (number, round) in (1..).zip(&standing.rounds) {
        let encounters = round.encounters.iter().zip(&round.half_points);
        let mut words: Vec<String> = encounters
            .map(|(&[one, other], points)| {
                let [own, against] = points.map(|points| points as f64 / 2.0);
                format!("{} {own}-{against} {}", name(one), name(other))
            })
            .collect();
        words.extend(round.byes.iter().map(|&player| format!("{} bye", name(player))));
        writeln!(out, "round {number}: {}", words.join(", "))?;
    }
    let tournament = settings.tournament();
    if let Some(winner) = tournament.winner(&standing.rounds) {
        writeln!(out, "winner: {}", name(winner))?;
    }
    if tournament.format != Format::Swiss {
        return Ok(());
    }
    let table = tournament.table(&standing.rounds);
    for (place, (player, points, buchholz)) in (1..).zip(table) {
        writeln!(
            out,
            "{place:>2}. {}: {points} points, Buchholz {buchholz}",
            name(player)
        )?;
    }
    Ok(())
}

/// How many games were distinct, how long they were in these units, and why they ended.
fn write_lengths(out: &mut impl Write, standing: &Standing, units: &str) -> io::Result<()> {
    let games = standing.games();
    if games == 0 {
        return Ok(());
    }
    let lengths = &standing.lengths;
    let bound = if standing.distinct.count() >= Distinct::MOST {
        "at least "
    } else {
        ""
    };
    writeln!(
        out,
        "games: {bound}{} distinct, {:.1} {units} on average, {} to {}",
        standing.distinct.count(),
        lengths.sum as f64 / games as f64,
        lengths.shortest.unwrap_or(0),
        lengths.longest
    )?;
    let mut reasons: Vec<(&String, &u64)> = standing.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    writeln!(out, "ends: {}", reasons.join(", "))
}

fn spent(costs: &Costs) -> String {
    let mut words = vec![format!("{} moves", costs.moves)];
    words.extend(costs.mean_time().map(|time| format!("{time:.1?} each")));
    words.push(format!("slowest {:.1?}", costs.slowest));
    words.extend(costs.mean_depth().map(|depth| format!("depth {depth:.1}")));
    words.extend(costs.speed().map(|speed| format!("{speed:.0} nodes a second")));
    words.join(", ")
}

fn write_pairing(out: &mut impl Write, sprt: Option<Sprt>, standing: &Standing) -> io::Result<()> {
    let results = standing.table.results(0, 1);
    let estimate = Estimate::of(&results);
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    writeln!(out, "pairs: {}", pairs(&results.pairs))?;
    writeln!(
        out,
        "{}: {}, draws {}, Elo {estimate}, superior with {}",
        standing.players[0],
        percent(results.score()),
        percent(results.draw_ratio()),
        percent(Some(estimate.likelihood))
    )?;
    if let Some(sprt) = sprt {
        let state = sprt.state(&results.pairs);
        let verdict = standing
            .decision
            .map_or_else(|| "undecided".to_owned(), |verdict| verdict.to_string());
        writeln!(out, "SPRT: {state}, {verdict}")?;
    }
    writeln!(
        out,
        "score {} {}-{}-{} {} elo {:.1} ± {:.1}",
        standing.players[0],
        results.wins,
        results.draws,
        results.losses,
        standing.players[1],
        estimate.elo,
        estimate.margin
    )
}

/// `0: 3, ½: 8, 1: 20, 1½: 9, 2: 10`.
fn pairs(pentanomial: &Pentanomial) -> String {
    let named = ["0", "½", "1", "1½", "2"].into_iter().zip(pentanomial.counts);
    named
        .map(|(points, count)| format!("{points}: {count}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Ratings, best first, and who scored what against whom.
fn write_table(out: &mut impl Write, standing: &Standing) -> io::Result<()> {
    let ratings = ratings(&standing.table);
    let mut order: Vec<usize> = (0..standing.players.len()).collect();
    order.sort_by(|&one, &other| ratings[other].elo.total_cmp(&ratings[one].elo));
    let width = standing
        .players
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "{:>3} {:width$} {:>16} {:>9} {:>7}  against 1, 2, …",
        "", "player", "Elo", "points", "games"
    )?;
    for (place, &player) in order.iter().enumerate() {
        let total = standing.table.total(player);
        let rating = format!("{:+.1} ± {:.1}", ratings[player].elo, ratings[player].margin);
        write!(
            out,
            "{:>2}. {:width$} {rating:>16} {:>9.1} {:>7} ",
            place + 1,
            standing.players[player],
            total.points(),
            total.games()
        )?;
        for &other in &order {
            let results = standing.table.results(player, other);
            let cell = if player == other {
                "·".to_owned()
            } else {
                format!("{}", results.points())
            };
            write!(out, " {cell:>6}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
