//! What commands change at a study.

use play::{GameRecord, LegalMove, MoveIndex, MoveRequest};

use super::{NodeId, StudyAnswer, StudyCommand, StudyFact, StudyPosition, StudyTable, tree::MOST_NODES};
use crate::{
    CommonCommand, Refusal, SeatNumber, Switch,
    decider::{Context, Decision, Viewer},
};

/// Maximum number of characters in a comment or a tag.
const MOST_LETTERS: usize = 2_000;
/// Maximum number of glyphs of a move.
const MOST_SIGNS: usize = 16;
/// Maximum number of drawings at a position.
const MOST_DRAWINGS: usize = 64;
/// Maximum number of tags.
const MOST_TAGS: usize = 64;

impl StudyTable {
    /// Only one of the common commands applies to a study.
    pub(super) fn decide_common(&self, viewer: Viewer, command: &CommonCommand) -> Result<Vec<StudyFact>, Refusal> {
        match *command {
            CommonCommand::TurnOut { seat } => {
                self.check_opener(viewer)?;
                let guest = self
                    .state
                    .seats
                    .get(usize::from(seat.0))
                    .and_then(crate::Occupant::person);
                let player = guest
                    .filter(|_| seat != SeatNumber(0))
                    .ok_or(Refusal::NoGuest { seat })?;
                Ok(vec![StudyFact::TurnedOut { seat, player }])
            }
            CommonCommand::Resign
            | CommonCommand::Offer { .. }
            | CommonCommand::Answer { .. }
            | CommonCommand::SetSeat { .. }
            | CommonCommand::Leave
            | CommonCommand::ClaimWin
            | CommonCommand::CallOff => Err(Refusal::NotHere),
        }
    }

    pub(super) fn decide_own(
        &mut self,
        viewer: Viewer,
        command: StudyCommand,
        context: &Context,
    ) -> Result<Decision<Self>, Refusal> {
        let commit = |fact: StudyFact| Ok(Decision::Commit(vec![fact]));
        match command {
            StudyCommand::Add { node, from, to, action } => {
                let request = MoveRequest { from, to, action };
                self.add(viewer, node, |record| find(record, request))
            }
            StudyCommand::Type { node, text } => self.add(viewer, node, |record| {
                let typed = text.trim();
                after_end(record, |mv| {
                    [&mv.label, &mv.code].into_iter().any(|known| known == typed)
                })
                .map_or_else(|| Ok(record.read(record.turn(), typed)?), Ok)
            }),
            StudyCommand::Promote { node } => {
                self.check_edit(viewer, node)?;
                let branch = self.state.tree.branch(node);
                let facts = branch.into_iter().map(|node| StudyFact::Promoted { node });
                Ok(Decision::Commit(facts.collect()))
            }
            StudyCommand::Delete { node } => {
                self.check_edit(viewer, node)?;
                if node == NodeId::ROOT {
                    return Err(Refusal::NoSuchNode);
                }
                commit(StudyFact::Deleted { node })
            }
            StudyCommand::Comment { node, seen, text } => {
                self.check_edit(viewer, node)?;
                if self.state.tree.get(node).is_some_and(|node| node.commented != seen) {
                    return Err(Refusal::CommentChanged);
                }
                commit(StudyFact::Commented {
                    node,
                    text: written(&text)?,
                })
            }
            StudyCommand::Sign { node, glyph, sign } => {
                self.check_edit(viewer, node)?;
                let has = |at: &super::tree::Node| (at.remarks.glyphs.contains(&glyph), at.remarks.glyphs.len());
                let (is_on, count) = self.state.tree.get(node).map(has).unwrap_or_default();
                if glyph == 0 || sign == Switch::On && count >= MOST_SIGNS {
                    return Err(Refusal::StudyFull { most: MOST_SIGNS });
                }
                if is_on == (sign == Switch::On) {
                    return Ok(Decision::Commit(Vec::new()));
                }
                commit(StudyFact::Signed { node, glyph, sign })
            }
            StudyCommand::Draw { node, drawing, draw } => {
                self.check_edit(viewer, node)?;
                let has = |at: &super::tree::Node| (at.remarks.drawings.contains(&drawing), at.remarks.drawings.len());
                let (is_on, count) = self.state.tree.get(node).map(has).unwrap_or_default();
                if draw == Switch::On && count >= MOST_DRAWINGS {
                    return Err(Refusal::StudyFull { most: MOST_DRAWINGS });
                }
                if is_on == (draw == Switch::On) {
                    return Ok(Decision::Commit(Vec::new()));
                }
                commit(StudyFact::Drawn { node, drawing, draw })
            }
            StudyCommand::Tag { name, value } => self.tag(viewer, &name, &value).map(Decision::Commit),
            StudyCommand::Share { share } => {
                self.check_opener(viewer)?;
                let new = (self.state.share != share).then_some(StudyFact::Shared { share });
                Ok(Decision::Commit(new.into_iter().collect()))
            }
            StudyCommand::Look { node } => self.look(node).map(Decision::Answer),
            StudyCommand::Analyse { node, lines, side } => {
                self.analyse(viewer, node, lines, side, context)?;
                Ok(Decision::Answer(StudyAnswer::Done))
            }
            StudyCommand::Stop => {
                self.engine.stop_analysis(viewer);
                Ok(Decision::Answer(StudyAnswer::Done))
            }
            StudyCommand::Review => {
                self.check_edit(viewer, NodeId::ROOT)?;
                self.begin_review(viewer, context).map(Decision::Commit)
            }
            StudyCommand::StopReview => {
                self.check_edit(viewer, NodeId::ROOT)?;
                self.engine.stop_review();
                self.outbox.changed = true;
                Ok(Decision::Answer(StudyAnswer::Done))
            }
            StudyCommand::Try { node, from, to, action } => {
                self.try_move(viewer, node, MoveRequest { from, to, action }, context)
            }
        }
    }

    /// Adds a move after a position, or finds it if it exists.
    fn add(
        &self,
        viewer: Viewer,
        node: NodeId,
        find: impl FnOnce(&dyn GameRecord) -> Result<MoveIndex, Refusal>,
    ) -> Result<Decision<Self>, Refusal> {
        let tree = &self.state.tree;
        let record = tree.record(node).ok_or(Refusal::NoSuchNode)?;
        let mv = find(&*record)?;
        let code = record.describe(mv).ok_or(Refusal::NoSuchNode)?.code;
        if let Some(node) = tree.child(node, &code) {
            return Ok(Decision::Answer(StudyAnswer::Known { node }));
        }
        self.check_edit(viewer, node)?;
        if tree.len() >= MOST_NODES {
            return Err(Refusal::StudyFull { most: MOST_NODES });
        }
        let by = self.seat(viewer).ok_or(Refusal::Watching)?;
        Ok(Decision::Commit(vec![StudyFact::Added {
            node: tree.next(),
            after: node,
            code,
            by,
        }]))
    }

    fn tag(&self, viewer: Viewer, name: &str, value: &str) -> Result<Vec<StudyFact>, Refusal> {
        self.check_edit(viewer, NodeId::ROOT)?;
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && name.len() <= 40
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // These follow from the tree.
        let follows = ["FEN", "SetUp", "Result", "Variant"].contains(&name);
        if !is_name || follows {
            return Err(Refusal::NoSuchTag);
        }
        let value = written(value)?.replace('\n', " ");
        let known = self.state.tags.get(name).map_or("", String::as_str);
        if known == value {
            return Ok(Vec::new());
        }
        if known.is_empty() && self.state.tags.len() >= MOST_TAGS {
            return Err(Refusal::StudyFull { most: MOST_TAGS });
        }
        Ok(vec![StudyFact::Tagged {
            name: name.to_owned(),
            value,
        }])
    }

    fn look(&self, node: NodeId) -> Result<StudyAnswer, Refusal> {
        let record = self.state.tree.record(node).ok_or(Refusal::NoSuchNode)?;
        let scene = record.scene(record.plies()).ok_or(Refusal::NoSuchNode)?;
        Ok(StudyAnswer::Position(Box::new(StudyPosition {
            node,
            scene,
            choices: record.legal(),
            end: record.outcome().map(|outcome| outcome.to_string()),
            key: record.key(record.plies()).map(play::key_text).unwrap_or_default(),
        })))
    }

    fn check_edit(&self, viewer: Viewer, node: NodeId) -> Result<(), Refusal> {
        self.seat(viewer).ok_or(Refusal::Watching)?;
        self.state.tree.get(node).map(drop).ok_or(Refusal::NoSuchNode)
    }

    fn check_opener(&self, viewer: Viewer) -> Result<(), Refusal> {
        let is_opener = self
            .viewers
            .get(&viewer)
            .is_some_and(|viewer| viewer.seats.contains(&SeatNumber(0)));
        if is_opener { Ok(()) } else { Err(Refusal::NotTheOpener) }
    }
}

/// The move that is meant by squares.
pub(super) fn find(record: &dyn GameRecord, request: MoveRequest) -> Result<MoveIndex, Refusal> {
    let meant = |mv: &LegalMove| (mv.from, mv.to, mv.action) == (request.from, request.to, request.action);
    match after_end(record, meant) {
        Some(mv) => Ok(mv),
        None => Ok(record.find(record.turn(), request)?),
    }
}

/// A move after the end of a game, which the game itself would refuse: a draw by rule does not end a study.
fn after_end(record: &dyn GameRecord, meant: impl Fn(&LegalMove) -> bool) -> Option<MoveIndex> {
    record.outcome()?;
    record.legal().iter().position(meant).map(MoveIndex)
}

/// A text as it is stored: without control characters, and without a brace that would end a comment in PGN.
fn written(text: &str) -> Result<String, Refusal> {
    if text.chars().count() > MOST_LETTERS {
        return Err(Refusal::TooLong { most: MOST_LETTERS });
    }
    let kept = text.chars().filter(|letter| *letter == '\n' || !letter.is_control());
    let kept: String = kept.map(|letter| if letter == '}' { ')' } else { letter }).collect();
    Ok(kept.trim().to_owned())
}
