//! Cells as SVG: a rectangle for every run of one colour behind, a letter for every sign, blocks as rectangles.

use std::fmt::Write;

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

const WIDTH: usize = 9;
const HEIGHT: usize = 18;

/// A picture of all cells.
pub(crate) fn written(cells: &Buffer) -> String {
    let columns = usize::from(cells.area.width);
    let [wide, high] = [columns * WIDTH, usize::from(cells.area.height) * HEIGHT];
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" text-anchor=\"middle\" \
         shape-rendering=\"crispEdges\">\n"
    );
    for (row, line) in cells.content.chunks(columns).enumerate() {
        let mut column = 0;
        while column < columns {
            let behind = colours(&line[column]).1;
            let same = line[column..]
                .iter()
                .take_while(|cell| colours(cell).1 == behind)
                .count();
            rectangle(
                &mut picture,
                column * WIDTH,
                row * HEIGHT,
                same * WIDTH,
                HEIGHT,
                &behind,
            );
            column += same;
        }
        for (column, cell) in line.iter().enumerate() {
            sign(&mut picture, column * WIDTH, row * HEIGHT, cell);
        }
    }
    picture.push_str("</svg>\n");
    picture
}

fn sign(picture: &mut String, x: usize, y: usize, cell: &Cell) {
    let (front, _) = colours(cell);
    match cell.symbol() {
        " " => {}
        "█" => rectangle(picture, x, y, WIDTH, HEIGHT, &front),
        "▀" => rectangle(picture, x, y, WIDTH, HEIGHT / 2, &front),
        "▄" => rectangle(picture, x, y + HEIGHT / 2, WIDTH, HEIGHT / 2, &front),
        text => {
            let weight = if cell.modifier.contains(Modifier::BOLD) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            // Pieces fill their squares.
            let size = if text.starts_with(|letter| ('♔'..='♟').contains(&letter)) {
                " font-size=\"24\""
            } else {
                ""
            };
            let [x, y] = [x + WIDTH / 2, y + HEIGHT * 3 / 4 + usize::from(!size.is_empty()) * 3];
            writeln!(
                picture,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{front}\"{weight}{size}>{text}</text>"
            )
            .expect("a String takes every line");
        }
    }
}

fn rectangle(picture: &mut String, x: usize, y: usize, width: usize, height: usize, fill: &str) {
    writeln!(
        picture,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
    )
    .expect("a String takes every line");
}

/// Front and behind, exchanged where the cell is reversed.
fn colours(cell: &Cell) -> (String, String) {
    let [front, behind] = [(cell.fg, "#e7e3da"), (cell.bg, "#14171a")].map(|(colour, usual)| match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => usual.to_owned(),
    });
    if cell.modifier.contains(Modifier::REVERSED) {
        (behind, front)
    } else {
        (front, behind)
    }
}
