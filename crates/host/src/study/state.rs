//! The stored state of a study: the fold of its log.

use std::{collections::BTreeMap, sync::Arc};

use play::{GameId, GameModule, Moment, MoveTree, Registry, Start, TreeResult};

use super::{NodeId, StudyFact, StudySetup, tree::StudyTree};
use crate::{
    Envelope, FORMAT, LogError, Occupant, PlayerId, SeatNumber, Summary, Switch, TableId, TableKind, TableState,
    Visibility,
};

/// The signs of which a move has one at the most: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MOVE_SIGNS: std::ops::RangeInclusive<u8> = 1..=6;

/// A study as its log has it.
#[derive(Clone)]
pub(super) struct StudyState {
    pub(super) module: Arc<dyn GameModule>,
    pub(super) game: GameId,
    pub(super) tags: BTreeMap<String, String>,
    start: Start,
    result: TreeResult,
    pub(super) tree: StudyTree,
    /// Who takes part; the opener first.
    pub(super) seats: Vec<Occupant>,
    pub(super) share: Switch,
    pub(super) turned_out: Vec<PlayerId>,
    /// How many moves it began with, and how often it was changed since.
    edits: usize,
    begun: Moment,
    touched: Moment,
}

impl StudyState {
    /// The state after the first event.
    pub(super) fn create(first: &Envelope<StudyFact>, registry: &Registry) -> Result<Self, LogError> {
        let StudyFact::Created(setup) = &first.event else {
            return Err(LogError::Sequence { seq: first.seq });
        };
        if setup.format > FORMAT {
            return Err(LogError::Newer { format: setup.format });
        }
        let module = Arc::clone(registry.get(setup.game)?);
        let tree = grown(&*module, &setup.tree).map_err(|fault| LogError::Impossible { seq: first.seq, fault })?;
        Ok(StudyState {
            module,
            game: setup.game,
            tags: setup.tree.tags.clone(),
            start: setup.tree.start.clone(),
            result: setup.tree.result,
            tree,
            seats: vec![Occupant::Person(setup.opener)],
            share: setup.share,
            turned_out: Vec::new(),
            edits: setup.tree.moves.len(),
            begun: first.at,
            touched: first.at,
        })
    }

    /// Changes the state as an event says.
    pub(super) fn apply(&mut self, envelope: &Envelope<StudyFact>) -> Result<(), LogError> {
        let impossible = |fault: &str| LogError::Impossible {
            seq: envelope.seq,
            fault: fault.to_owned(),
        };
        let no_node = || impossible("there is no such position");
        match &envelope.event {
            StudyFact::Created(_) => return Err(LogError::Sequence { seq: envelope.seq }),
            StudyFact::Added { node, after, code, .. } => {
                let added = self.tree.add(*after, code, play::Remarks::default());
                if added.ok_or_else(|| impossible("the move cannot be played"))? != *node {
                    return Err(impossible("the position has another number"));
                }
            }
            StudyFact::Promoted { node } => drop(self.tree.promote(*node).ok_or_else(no_node)?),
            StudyFact::Deleted { node } => self.tree.delete(*node).ok_or_else(no_node)?,
            StudyFact::Commented { node, text } => {
                self.tree.comment(*node, text, envelope.seq).ok_or_else(no_node)?;
            }
            StudyFact::Signed { node, glyph, sign } => {
                let glyphs = &mut self.tree.remarks_mut(*node).ok_or_else(no_node)?.glyphs;
                glyphs.retain(|known| known != glyph);
                if *sign == Switch::On {
                    glyphs.retain(|known| !(MOVE_SIGNS.contains(known) && MOVE_SIGNS.contains(glyph)));
                    glyphs.push(*glyph);
                }
            }
            StudyFact::Drawn { node, drawing, draw } => {
                let drawings = &mut self.tree.remarks_mut(*node).ok_or_else(no_node)?.drawings;
                drawings.retain(|known| (known.from, known.to) != (drawing.from, drawing.to));
                if *draw == Switch::On {
                    drawings.push(*drawing);
                }
            }
            StudyFact::Evaluated { node, evaluation } => {
                let remarks = self.tree.remarks_mut(*node).ok_or_else(no_node)?;
                remarks.evaluation = Some(evaluation.clone());
                self.tree.label_best(*node);
            }
            StudyFact::Tagged { name, value } => {
                if value.is_empty() {
                    self.tags.remove(name);
                } else {
                    self.tags.insert(name.clone(), value.clone());
                }
            }
            StudyFact::Shared { share } => self.share = *share,
            StudyFact::SeatTaken { seat, player } => {
                let place = usize::from(seat.0);
                if place == self.seats.len() {
                    self.seats.push(Occupant::Open);
                }
                let occupant = self.seats.get_mut(place);
                *occupant.ok_or_else(|| impossible("there is no such seat"))? = Occupant::Person(*player);
            }
            StudyFact::TurnedOut { seat, player } => {
                let occupant = self.seats.get_mut(usize::from(seat.0));
                *occupant.ok_or_else(|| impossible("there is no such seat"))? = Occupant::Open;
                self.turned_out.push(*player);
            }
        }
        self.edits += 1;
        self.touched = self.touched.max(envelope.at);
        Ok(())
    }

    /// The study in a list. One that was never changed and has no moves counts as empty.
    pub(super) fn summary(&self, table: TableId) -> Summary {
        Summary {
            table,
            game: self.game,
            kind: TableKind::Study,
            seats: self.seats.clone(),
            plies: self.tree.len().max(self.edits.min(1)) as u32,
            state: TableState::Running,
            result: None,
            begun: self.begun,
            touched: self.touched,
            save: None,
            live: None,
            clock: None,
            visibility: Visibility::default(),
        }
    }

    /// The whole study without the numbers of its positions.
    pub(super) fn moves(&self) -> MoveTree {
        self.tree.moves(self.tags.clone(), self.start.clone(), self.result)
    }

    pub(super) fn seat_of(&self, player: PlayerId) -> Option<SeatNumber> {
        let place = self.seats.iter().position(|seat| *seat == Occupant::Person(player))?;
        Some(SeatNumber(place as u8))
    }
}

/// The tree that a study begins with; every move must be playable.
pub(super) fn grown(module: &dyn GameModule, moves: &MoveTree) -> Result<StudyTree, String> {
    let begun = module.begin(&moves.start).map_err(|error| error.to_string())?;
    let mut tree = StudyTree::new(begun.record);
    if let Some(root) = tree.remarks_mut(NodeId::ROOT) {
        root.clone_from(&moves.preface);
    }
    if moves.preface.evaluation.is_some() {
        tree.label_best(NodeId::ROOT);
    }
    for (place, mv) in (1u32..).zip(&moves.moves) {
        let parent = u32::try_from(mv.parent).ok().filter(|parent| *parent < place);
        let added = parent.and_then(|parent| tree.add(NodeId(parent), &mv.code, mv.remarks.clone()));
        let id = added.ok_or_else(|| format!("{} cannot be played there", mv.code))?;
        if !mv
            .remarks
            .evaluation
            .as_ref()
            .is_none_or(|evaluation| evaluation.line.is_empty())
        {
            tree.label_best(id);
        }
    }
    Ok(tree)
}

impl PartialEq for StudyState {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
            && self.tags == other.tags
            && self.start == other.start
            && self.result == other.result
            && self.tree == other.tree
            && self.seats == other.seats
            && self.share == other.share
            && self.turned_out == other.turned_out
            && self.edits == other.edits
            && (self.begun, self.touched) == (other.begun, other.touched)
    }
}

impl std::fmt::Debug for StudyState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StudyState")
            .field("tags", &self.tags)
            .field("nodes", &self.tree.iter().collect::<Vec<_>>())
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}

impl StudySetup {
    /// A study of a game from a tree that the game can follow.
    pub(crate) fn checked(
        game: GameId,
        opener: PlayerId,
        share: Switch,
        tree: MoveTree,
        registry: &Registry,
    ) -> Result<Self, crate::OpenError> {
        let module = registry.get(game)?;
        module.begin(&tree.start)?;
        if tree.moves.len() > super::tree::MOST_NODES {
            return Err(crate::OpenError::TooManyMoves {
                most: super::tree::MOST_NODES,
            });
        }
        grown(&**module, &tree).map_err(crate::OpenError::Tree)?;
        Ok(StudySetup {
            format: FORMAT,
            game,
            opener,
            share,
            tree,
        })
    }
}
