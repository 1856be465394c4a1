//! The state of a live table, folded from its log.
//!
//! Only two things change the state: an event of the log, or a tick. A tick needs no event, since its effects follow
//! from the state. Every event that matters to the game has its tick, and ticks up to there are played before it. So
//! the log and a tick determine the state, premoves included.

use kungfu::{Answer, Bout, Command, Event, Game, PieceId, Player, Players, ScenarioRun, Slot, Start, Tick, Verdict};
use play::Moment;

use super::convert::player_of;
use crate::{
    Envelope, FORMAT, LiveAction, LiveFact, LiveSetup, LogError, Occupant, PlayerId, SeatNumber, StopCause, TableId,
};

/// The stored state of a live table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LiveState {
    /// In the order of the players.
    pub(super) seats: Vec<Occupant>,
    /// Who sat there when the table was opened.
    pub(super) openers: Vec<PlayerId>,
    /// Guests who cannot come back.
    pub(super) turned_out: Vec<PlayerId>,
    pub(super) bout: Bout,
    /// The task that is played, if there is one.
    pub(super) scenario: Option<ScenarioRun>,
    /// The people who have said that they are ready. They stay so when they leave or the program restarts.
    pub(super) ready: Players,
    pub(super) time: Time,
    /// A player has paused the game.
    pub(super) paused: bool,
    /// Who is out, and since when.
    pub(super) out: Vec<(Tick, Player)>,
    /// The tick of the last event of the log; a restart continues from there.
    pub(super) logged: Tick,
    /// Who wants a rematch, and since when somebody does.
    pub(super) rematch: Players,
    pub(super) rematch_since: Option<Moment>,
    /// The players from whom the game was claimed because they had left.
    pub(super) abandoned: Players,
    /// The game ended without a result.
    pub(super) called_off: bool,
    /// The next table of the players.
    pub(super) next: Option<TableId>,
    pub(super) created: Moment,
    /// When the last event happened.
    pub(super) touched: Moment,
    seen: Seen,
}

/// Whether time runs, as far as the log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// It has not run yet.
    NotBegun,
    /// It runs, once everybody is connected.
    Runs,
    /// It stopped because nobody who plays was connected.
    Waits,
    /// A player stopped it.
    Paused,
}

/// How many events were visible to whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    everybody: u64,
    /// Premoves and their cancellations, by owner.
    owner: [u64; Player::ALL.len()],
}

/// What an event did to the game.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The result of a command.
    pub(super) answer: Option<Answer>,
    /// What the rules say happened.
    pub(super) events: Vec<Event>,
}

impl LiveState {
    /// The state after the first event.
    pub(super) fn new(first: &Envelope<LiveFact>) -> Result<Self, LogError> {
        let LiveFact::Created(setup) = &first.event else {
            return Err(impossible(first, "it does not create a table"));
        };
        let LiveSetup {
            format,
            rules,
            board,
            speed,
            seats,
            seed,
            scenario,
        } = setup;
        if *format > FORMAT {
            return Err(LogError::Newer { format: *format });
        }
        if *rules > kungfu::VERSION {
            return Err(LogError::NewerRules { rules: *rules });
        }
        if board.players().count() as usize != seats.len() || *rules != kungfu::VERSION {
            return Err(impossible(first, "seats or rules do not fit the board"));
        }
        let start = match scenario {
            Some(scenario) if (scenario.start.board(), scenario.start.speed()) == (*board, *speed) => {
                scenario.start.clone()
            }
            Some(_) => return Err(impossible(first, "the task is for another board")),
            None => Start::usual(*board, *speed),
        };
        Ok(LiveState {
            bout: Bout::new(start.with_people(people_on(seats)), *seed),
            scenario: scenario.as_deref().cloned().map(ScenarioRun::new),
            openers: seats.iter().filter_map(Occupant::person).collect(),
            turned_out: Vec::new(),
            seats: seats.clone(),
            ready: Players::NONE,
            time: Time::NotBegun,
            paused: false,
            out: Vec::new(),
            logged: Tick(0),
            rematch: Players::NONE,
            rematch_since: None,
            abandoned: Players::NONE,
            called_off: false,
            next: None,
            created: first.at,
            touched: first.at,
            seen: Seen {
                everybody: 1,
                ..Seen::default()
            },
        })
    }

    /// Changes the state as an event says. Ticks that have to pass before it pass.
    pub(super) fn apply(&mut self, event: &Envelope<LiveFact>) -> Result<Done, LogError> {
        let mut done = Done::default();
        let mut viewer = Some(Sees::Everybody);
        match &event.event {
            LiveFact::Created(_) => return Err(impossible(event, "the table exists already")),
            LiveFact::Acted { tick, seat, action } => {
                let player = self.player(event, *seat)?;
                self.pass_to(event, Tick(*tick))?;
                done = self.act(player, *action).map_err(|fault| impossible(event, &fault))?;
                let hidden = done.answer == Some(Answer::Waits) || matches!(action, LiveAction::Cancel { .. });
                if hidden {
                    viewer = Some(Sees::Owner(player));
                }
            }
            LiveFact::Ticked { tick } => {
                self.pass_to(event, Tick(*tick))?;
                viewer = None;
            }
            LiveFact::SeatTaken { seat, player } => {
                let index = self.player(event, *seat)?.index();
                if self.seats[index] != Occupant::Open {
                    return Err(impossible(event, "the seat is not open"));
                }
                self.seats[index] = Occupant::Person(*player);
            }
            LiveFact::SeatSet { seat, occupant } => self.set_seat(event, *seat, occupant)?,
            LiveFact::SeatLeft { seat } => self.set_seat(event, *seat, &Occupant::Open)?,
            LiveFact::TurnedOut { seat, player } => {
                self.set_seat(event, *seat, &Occupant::Open)?;
                self.turned_out.push(*player);
            }
            LiveFact::Ready { seat } => self.ready = self.ready.with(self.player(event, *seat)?),
            LiveFact::NotReady { seat } => self.ready = self.ready.without(self.player(event, *seat)?),
            LiveFact::Abandoned { tick, seat } => {
                let player = self.player(event, *seat)?;
                self.pass_to(event, Tick(*tick))?;
                self.abandoned = self.abandoned.with(player);
                let resigned = self.act(player, LiveAction::Resign);
                done = resigned.map_err(|fault| impossible(event, &fault))?;
            }
            LiveFact::CalledOff { tick } => {
                self.pass_to(event, Tick(*tick))?;
                if self.is_over() {
                    return Err(impossible(event, "the game is over"));
                }
                self.called_off = true;
            }
            LiveFact::Started { tick } => {
                self.pass_to(event, Tick(*tick))?;
                self.time = Time::Runs;
            }
            LiveFact::Stopped { tick, by } => {
                self.pass_to(event, Tick(*tick))?;
                self.paused |= *by == StopCause::Pause;
                self.time = match by {
                    StopCause::Pause => Time::Paused,
                    StopCause::Absence => Time::Waits,
                };
            }
            LiveFact::RematchWanted { seat } => {
                self.rematch = self.rematch.with(self.player(event, *seat)?);
                self.rematch_since.get_or_insert(event.at);
            }
            LiveFact::RematchDeclined | LiveFact::RematchExpired => {
                self.rematch = Players::NONE;
                self.rematch_since = None;
            }
            LiveFact::Rematched { next } => self.next = Some(next.clone()),
        }
        match viewer {
            Some(Sees::Everybody) => self.seen.everybody += 1,
            Some(Sees::Owner(player)) => self.seen.owner[player.index()] += 1,
            None => {}
        }
        self.touched = event.at;
        Ok(done)
    }

    /// Lets one tick pass.
    pub(super) fn tick(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut emit = |event| events.push(event);
        match &mut self.scenario {
            Some(run) => run.tick(&mut self.bout, &mut emit),
            None => self.bout.tick(&mut emit),
        }
        self.note_out(&events);
        events
    }

    pub(super) const fn game(&self) -> &Game {
        self.bout.game()
    }

    pub(super) const fn tick_count(&self) -> Tick {
        self.bout.game().tick_count()
    }

    pub(super) const fn is_over(&self) -> bool {
        self.called_off || self.verdict().is_some() || self.bout.game().outcome().is_some()
    }

    /// How the task ended, once it has.
    pub(super) const fn verdict(&self) -> Option<Verdict> {
        match &self.scenario {
            Some(run) => run.verdict(),
            None => None,
        }
    }

    /// Whether time has run, now or before.
    pub(super) fn has_begun(&self) -> bool {
        self.time != Time::NotBegun
    }

    /// The players that are no bots; open seats count, because a person will take them.
    pub(super) fn people(&self) -> Players {
        self.bout.record().start.people()
    }

    /// The board's name of a piece, by its number.
    pub(super) fn piece(&self, number: u16) -> Option<(PieceId, Slot)> {
        let piece = *self.bout.record().start.pieces().get(usize::from(number))?;
        Some((piece, self.game().field().find(piece)?))
    }

    /// How many events a player, or a spectator, has seen something of.
    pub(super) fn seen_by(&self, player: Option<Player>) -> u64 {
        self.seen.everybody + player.map_or(0, |player| self.seen.owner[player.index()])
    }

    fn act(&mut self, player: Player, action: LiveAction) -> Result<Done, String> {
        let mut done = Done::default();
        let mut push = |event| done.events.push(event);
        let no_piece = || kungfu::Refusal::NoSuchPiece.to_string();
        let acted = match action {
            LiveAction::Go { piece, to: [row, col] } => {
                let (piece, _) = self.piece(piece).ok_or_else(no_piece)?;
                self.bout.submit(player, Command::new(piece, row, col)).map(Some)
            }
            LiveAction::Cancel { piece } => {
                let (piece, _) = self.piece(piece).ok_or_else(no_piece)?;
                self.bout.forget(player, piece).map(|()| None)
            }
            LiveAction::Resign => self.bout.resign(player, &mut push).map(|()| None),
            LiveAction::OfferDraw => self.bout.offer_draw(player, &mut push).map(|()| None),
        };
        done.answer = acted.map_err(|refusal| refusal.to_string())?;
        self.note_out(&done.events);
        if let Some(run) = &mut self.scenario {
            run.judge(&self.bout);
        }
        Ok(done)
    }

    fn note_out(&mut self, events: &[Event]) {
        let now = self.tick_count();
        let out = events.iter().filter_map(|event| match event {
            Event::Out(player) => Some((now, *player)),
            _ => None,
        });
        self.out.extend(out);
    }

    /// Another occupant before the game begins: the game is set up again, since a draw needs the agreement of all
    /// people.
    fn set_seat(&mut self, event: &Envelope<LiveFact>, seat: SeatNumber, occupant: &Occupant) -> Result<(), LogError> {
        let player = self.player(event, seat)?;
        if self.has_begun() {
            return Err(impossible(event, "the game has begun"));
        }
        self.seats[player.index()] = occupant.clone();
        self.ready = self.ready.without(player);
        let record = self.bout.record();
        let start = record.start.clone().with_people(people_on(&self.seats));
        self.bout = Bout::new(start, record.seed);
        Ok(())
    }

    /// Plays ticks up to a tick. At an open table they have already been played.
    fn pass_to(&mut self, event: &Envelope<LiveFact>, tick: Tick) -> Result<(), LogError> {
        // A game without commands ends by rule, so a damaged tick number is detected soon.
        while self.tick_count() < tick && !self.is_over() {
            self.tick();
        }
        if self.tick_count() != tick {
            return Err(impossible(event, "it is at another tick"));
        }
        self.logged = tick;
        Ok(())
    }

    fn player(&self, event: &Envelope<LiveFact>, seat: SeatNumber) -> Result<Player, LogError> {
        player_of(self.game().field().board(), seat).ok_or_else(|| impossible(event, "there is no such seat"))
    }
}

/// Who sees something of an event.
enum Sees {
    Everybody,
    Owner(Player),
}

/// The players of seats that no bot has.
fn people_on(seats: &[Occupant]) -> Players {
    let people = Player::ALL.into_iter().zip(seats);
    people
        .filter(|(_, occupant)| !matches!(occupant, Occupant::Bot(_)))
        .map(|(player, _)| player)
        .collect()
}

fn impossible(event: &Envelope<LiveFact>, fault: &str) -> LogError {
    LogError::Impossible {
        seq: event.seq,
        fault: fault.to_owned(),
    }
}
