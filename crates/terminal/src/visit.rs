//! A visitor's place at a table: what was told so far, put together.

mod live;

use std::time::{Duration, Instant};

use hall::{Delivery, Desk, Event, Input, SeatNumber, TableId, Told, View};

use crate::house::{Happening, House};
pub(crate) use live::{LiveVisit, SQUARE, Time, next_motion};

/// A place at a table.
pub(crate) struct Visit {
    desk: Desk,
    number: u64,
    view: Option<View>,
    /// When the frame came, for clocks.
    since: Instant,
}

impl Visit {
    /// Sits down; the first view follows by post.
    pub(crate) fn begin(house: &mut House, table: &TableId, seats: &[SeatNumber]) -> Result<Visit, String> {
        let (desk, number) = sit(house, table, seats)?;
        Ok(Visit {
            desk,
            number,
            view: None,
            since: house.now,
        })
    }

    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn table(&self) -> &TableId {
        self.desk.table()
    }

    /// The table as it was last told; nothing until the first view has come.
    pub(crate) const fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// Wishes for something; the answer carries the number.
    pub(crate) fn wish(&self, input: Input) -> u64 {
        self.desk.send(input)
    }

    /// Keeps the view up to date.
    pub(crate) fn hear(&mut self, told: &Told, now: Instant) {
        match told {
            Told::View { view } => {
                self.view = Some((**view).clone());
                self.since = now;
            }
            Told::News { events, frame } => {
                let Some(view) = &mut self.view else { return };
                for event in events {
                    match event {
                        Event::Played { entry } => view.record.push(entry.clone()),
                        Event::TakenBack { turns } => view.record.truncate(*turns),
                        Event::Offered { .. }
                        | Event::Declined { .. }
                        | Event::Agreed { .. }
                        | Event::NotSaved { .. }
                        | Event::Seated { .. }
                        | Event::Renamed { .. }
                        | Event::BotFailed { .. }
                        | Event::Said { .. }
                        | Event::Ended => {}
                    }
                }
                view.frame = (**frame).clone();
                self.since = now;
            }
            Told::Done { .. }
            | Told::Refused { .. }
            | Told::Scene { .. }
            | Told::Hint { .. }
            | Told::Thought { .. }
            | Told::Judged { .. }
            | Told::Closed { .. }
            | Told::LiveView { .. }
            | Told::LiveNews { .. }
            | Told::Squares { .. }
            | Told::Dropped { .. }
            | Told::Replayed { .. } => {}
        }
    }

    /// What a seat's clock shows at `now`, and whether it runs.
    pub(crate) fn clock(&self, seat: usize, now: Instant) -> Option<(Duration, bool)> {
        let face = self.view.as_ref()?.frame.seats.get(seat)?.clock?;
        let left = Duration::from_millis(face.left);
        let gone = if face.runs {
            now.saturating_duration_since(self.since)
        } else {
            Duration::ZERO
        };
        Some((left.saturating_sub(gone), face.runs))
    }

    /// The seat whose side is shown below: the viewer's own, White's where there are both or none.
    pub(crate) fn below(&self) -> SeatNumber {
        match self.view.as_ref().map(|view| view.yours.as_slice()) {
            Some(&[seat]) => seat,
            _ => SeatNumber(0),
        }
    }
}

/// Sits down at a table; what it tells comes by post under the number.
fn sit(house: &mut House, table: &TableId, seats: &[SeatNumber]) -> Result<(Desk, u64), String> {
    let (number, post) = house.visitor();
    let mailbox = Box::new(move |told| match post.send(Happening::Told(number, told)) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    });
    let desk = house.hall.sit(table, seats, mailbox);
    Ok((desk.map_err(|error| error.to_string())?, number))
}
