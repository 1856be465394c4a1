//! A match as a page to look at.
//!
//! [`page`] writes one HTML document that needs nothing else: style and pictures are inside, and there is no script. It
//! follows the reader's light or dark theme, fits a phone and prints on white. External texts (names of players and
//! openings, errors) are escaped, and its content security policy forbids loading anything.
//!
//! The page shows a [`Standing`]; the [`Heading`] has the title, the time and the settings of the match.

mod chart;
mod course;
mod duel;
mod field;
mod games;
mod players;
#[cfg(test)]
mod tests;
mod words;

use std::fmt::{self, Write};

use crate::{
    Standing,
    html::words::{Escaped, Name, count},
    statistics::Sprt,
};

/// Data of a page besides the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading<'a> {
    /// The name of the match.
    pub title: &'a str,
    /// When it was played, as it shall be shown.
    pub date: Option<&'a str>,
    /// Further facts, such as "time control" and "8+0.08", in this order.
    pub lines: Vec<(String, String)>,
    /// The test the match was played for; shown if there are two players.
    pub sprt: Option<Sprt>,
    /// The unit of game lengths.
    pub length: Length,
}

/// The unit of game lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// Turns of either side.
    #[default]
    Plies,
    /// Commands, where there are no turns.
    Commands,
}

impl Length {
    const fn unit(self) -> &'static str {
        match self {
            Length::Plies => "plies",
            Length::Commands => "commands",
        }
    }
}

/// The whole document.
///
/// Two players get a headline with Elo, test and pairs; more get ratings and a cross table. Empty parts are omitted.
///
/// ```
/// use arena::{Standing, html};
///
/// let standing = Standing::new(["Easy".to_owned(), "Hard <3".to_owned()]);
/// let heading = html::Heading { title: "Easy against Hard", ..Default::default() };
/// let page = html::page(&heading, &standing);
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("Hard &lt;3"));
/// ```
pub fn page(heading: &Heading<'_>, standing: &Standing) -> String {
    let mut out = String::new();
    document(&mut out, heading, standing).expect("a String takes whatever is written");
    out
}

fn document(out: &mut String, heading: &Heading<'_>, standing: &Standing) -> fmt::Result {
    let title = Escaped(heading.title);
    let style = include_str!("html/style.css");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
    )?;
    header(out, heading, standing)?;
    out.write_str("<main>\n")?;
    if standing.games() == 0 {
        card(out, "No games yet", Width::Full, |out| nothing_played(out, standing))?;
    } else {
        if let [first, second] = &standing.players[..] {
            duel::headline(out, [first, second], &standing.table.results(0, 1), heading.sprt)?;
        } else {
            field::ratings_and_cross_table(out, standing)?;
        }
        course::course(out, standing)?;
        if standing.players.len() == 2 {
            duel::pairs(out, &standing.players[0], &standing.table.results(0, 1).pairs)?;
        }
        games::colours(out, standing)?;
        games::lengths(out, &standing.lengths, heading.length.unit())?;
        games::endings(out, &standing.reasons)?;
        players::costs(out, standing)?;
        games::openings(out, &standing.openings)?;
    }
    players::troubles(out, &standing.troubles)?;
    out.write_str(
        "</main>\n<footer>A match in Threefold’s arena. Intervals hold the truth 95 times in 100.</footer>\n",
    )?;
    out.write_str("</body>\n</html>\n")
}

/// The logo, the title and the settings.
fn header(out: &mut String, heading: &Heading<'_>, standing: &Standing) -> fmt::Result {
    let title = Escaped(heading.title);
    out.write_str("<header>\n")?;
    chart::mark(out)?;
    writeln!(out, "<h1>{title}</h1>")?;
    out.write_str("<dl class=\"facts\">")?;
    if let Some(date) = heading.date {
        fact(out, "played", date)?;
    }
    fact(out, "games", &count(standing.games()))?;
    for (name, value) in &heading.lines {
        fact(out, name, value)?;
    }
    out.write_str("</dl>\n</header>\n")
}

fn fact(out: &mut String, name: &str, value: &str) -> fmt::Result {
    let (name, value) = (Escaped(name), Escaped(value));
    write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>")
}

fn nothing_played(out: &mut String, standing: &Standing) -> fmt::Result {
    out.write_str("<p>No game was played to its end.</p>\n<ul>")?;
    for player in &standing.players {
        write!(out, "<li>{}</li>", Name(player))?;
    }
    out.write_str("</ul>\n")
}

/// The width of a card.
#[derive(Clone, Copy)]
enum Width {
    /// Beside another where the screen allows.
    Half,
    /// A row of its own.
    Full,
}

/// A part of the page with its title.
fn card(out: &mut String, title: &str, width: Width, body: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
    let class = match width {
        Width::Half => "half",
        Width::Full => "full",
    };
    writeln!(out, "<section class=\"{class}\">\n<h2>{}</h2>", Escaped(title))?;
    body(out)?;
    out.write_str("</section>\n")
}
