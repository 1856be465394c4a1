//! The parts for two players: the result, the test, the pairs.

use std::fmt::{self, Write};

use crate::{
    html::{
        Width, card,
        chart::{self, Column, Range},
        words::{Name, count, counted, elo, margin, minus, percent, points},
    },
    statistics::{Estimate, Hypothesis, Pentanomial, Results, Sprt},
};

/// The score and the Elo difference.
pub(super) fn headline(
    out: &mut String,
    [first, second]: [&str; 2],
    results: &Results,
    sprt: Option<Sprt>,
) -> fmt::Result {
    card(out, "Result", Width::Full, |out| {
        let Results {
            wins, draws, losses, ..
        } = *results;
        writeln!(
            out,
            "<div class=\"versus\"><p class=\"first\">{}</p><p class=\"score\">{}<span> : </span>{}</p>\
             <p class=\"second\">{}</p></div>",
            Name(first),
            points(wins, draws),
            points(losses, draws),
            Name(second)
        )?;
        let name = format!("{first} won {wins}, drew {draws} and lost {losses}");
        chart::shares(out, &name, &[("win", wins), ("draw", draws), ("loss", losses)])?;
        writeln!(
            out,
            "<ul class=\"legend\"><li><i class=\"win\"></i>{} won</li><li><i class=\"draw\"></i>{} drawn</li>\
             <li><i class=\"loss\"></i>{} lost</li></ul>",
            count(wins),
            count(draws),
            count(losses)
        )?;
        figures(out, first, results)?;
        sprt.map_or(Ok(()), |sprt| test(out, &sprt, &results.pairs))
    })
}

/// The main figures.
fn figures(out: &mut String, first: &str, results: &Results) -> fmt::Result {
    let estimate = Estimate::of(results);
    let share = |share: Option<f64>| share.map_or_else(|| "—".to_owned(), percent);
    let interval = if (estimate.elo + estimate.margin).is_finite() {
        let [low, high] = [-estimate.margin, estimate.margin].map(|margin| elo(estimate.elo + margin));
        format!("between {low} and {high}")
    } else {
        "too few games for bounds".to_owned()
    };
    let elo = format!("{} <small>{}</small>", elo(estimate.elo), margin(estimate.margin));
    writeln!(
        out,
        "<p class=\"note\">As {} sees it:</p>\n<dl class=\"figures\">",
        Name(first)
    )?;
    for (name, value, note) in [
        (
            "Score",
            share(results.score()),
            format!("of {}", counted(results.games(), "game")),
        ),
        ("Elo", elo, interval),
        (
            "Likelihood of superiority",
            percent(estimate.likelihood),
            "to be the stronger player".to_owned(),
        ),
        ("Draws", share(results.draw_ratio()), "of all games".to_owned()),
    ] {
        writeln!(
            out,
            "<div><dt>{name}</dt><dd>{value}</dd><dd class=\"note\">{note}</dd></div>"
        )?;
    }
    out.write_str("</dl>\n")
}

/// The state of the test between its bounds.
fn test(out: &mut String, sprt: &Sprt, pairs: &Pentanomial) -> fmt::Result {
    let state = sprt.state(pairs);
    let [elo0, elo1] = [sprt.elo0(), sprt.elo1()].map(|elo| minus(&elo.to_string()));
    let [llr, lower, upper] = [state.llr, state.lower, state.upper].map(|number| minus(&format!("{number:.2}")));
    let verdict = match state.verdict() {
        None => "Undecided so far".to_owned(),
        Some(Hypothesis::H0) => format!("Decided for H0, {elo0} Elo"),
        Some(Hypothesis::H1) => format!("Decided for H1, {elo1} Elo"),
    };
    writeln!(
        out,
        "<h3>Sequential test (SPRT)</h3>\n<p><strong>{verdict}.</strong> \
         Log-likelihood ratio {llr} after {}; α {}, β {}.</p>",
        counted(pairs.pairs(), "pair"),
        sprt.alpha(),
        sprt.beta()
    )?;
    let range = Range {
        low: state.lower,
        high: state.upper,
    };
    chart::gauge(out, &format!("{llr} between {lower} and {upper}"), range, state.llr)?;
    writeln!(
        out,
        "<div class=\"ends\"><span>{lower}<br>H0: {elo0} Elo</span><span>{upper}<br>H1: {elo1} Elo</span></div>"
    )
}

/// Pairs by the first player's points.
pub(super) fn pairs(out: &mut String, first: &str, pairs: &Pentanomial) -> fmt::Result {
    if pairs.pairs() == 0 {
        return Ok(());
    }
    card(out, "Pairs of games", Width::Half, |out| {
        let points = ["0", "½", "1", "1½", "2"];
        let classes = ["loss", "loss", "draw", "win", "win"];
        let mut columns = Vec::new();
        let mut labels = Vec::new();
        for (index, &number) in pairs.counts.iter().enumerate() {
            columns.push(Column {
                count: number,
                class: classes[index],
                hint: format!("{} with {} of 2 points", counted(number, "pair"), points[index]),
            });
            labels.push(((index as f64 + 0.5) / 5.0, points[index].to_owned()));
        }
        let [none, half, one, more, two] = pairs.counts;
        let name = format!("Pairs with 0, ½, 1, 1½ and 2 points: {none}, {half}, {one}, {more}, {two}");
        chart::columns(out, &name, &columns, &labels)?;
        writeln!(
            out,
            "<p class=\"note\">{} from the same opening with colours swapped, by the points of {}.</p>",
            counted(pairs.pairs(), "pair"),
            Name(first)
        )
    })
}
