//! Difficulty against the solving of bots, as a picture.

use std::fmt::Write;

use puzzles::{Set, Tries, rungs};

/// Bands of difficulty, 200 points each.
const BAND: u32 = 200;
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 52.0;
/// From the weakest rung to the strongest; readable on light and on dark ground.
const COLOURS: [&str; 6] = ["#b2182b", "#d6604d", "#b8860b", "#4393c3", "#2166ac", "#6a51a3"];
const GREY: &str = "#808080";

/// The shares of puzzles that each rung solves, over their difficulty.
pub(super) fn draw(set: &Set) -> anyhow::Result<String> {
    let game = set.iter().next().map(|puzzle| puzzle.game);
    let Some(game) = game else {
        anyhow::bail!("there are no puzzles to draw")
    };
    let rated: Vec<(u32, &[u8])> = set
        .iter()
        .map(|puzzle| (puzzle.rating(), puzzle.tries.solved()))
        .collect();
    let bands = rated.iter().map(|(rating, _)| rating / BAND);
    let (Some(first), Some(last)) = (bands.clone().min(), bands.max()) else {
        anyhow::bail!("there are no puzzles to draw")
    };
    let x = |rating: f64| {
        let (low, high) = (f64::from(first * BAND), f64::from((last + 1) * BAND));
        LEFT + (WIDTH - LEFT - RIGHT) * (rating - low) / (high - low)
    };
    let y = |share: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"{GREY}\">\n<title>Share of puzzles solved, by difficulty</title>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{} puzzles: share solved by each rung, by difficulty</text>\n",
        rated.len()
    );
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{GREY}\" stroke-opacity=\"0.3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y(share) + 4.0,
            100.0 * share,
            y = y(share),
        )?;
    }
    for band in first..=last {
        let (middle, low) = (f64::from(band * BAND + BAND / 2), f64::from(band * BAND));
        let count = rated.iter().filter(|(rating, _)| rating / BAND == band).count();
        writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{low}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\">n={count}</text>",
            x(low),
            HEIGHT - BOTTOM + 18.0,
            x(middle),
            HEIGHT - BOTTOM + 32.0,
        )?;
    }
    for (place, rung) in rungs(game).iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let mut points = Vec::new();
        for band in first..=last {
            let solved = rated.iter().filter(|(rating, _)| rating / BAND == band);
            let solved: Vec<u8> = solved.filter_map(|(_, solved)| solved.get(place).copied()).collect();
            if !solved.is_empty() {
                let sum: u32 = solved.iter().map(|count| u32::from(*count)).sum();
                let share = f64::from(sum) / (solved.len() as f64 * f64::from(Tries::most()));
                points.push((x(f64::from(band * BAND + BAND / 2)), y(share)));
            }
        }
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        )?;
        for (x, y) in &points {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>")?;
        }
        let label = TOP + 18.0 * place as f64 + 8.0;
        writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{label:.1}\" fill=\"{colour}\">{}</text>",
            WIDTH - RIGHT + 14.0,
            rung.spec
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
