//! The view of a study for one viewer. Everybody sees the whole tree, and only their own analysis.

use play::{Moment, Side};

use super::{
    Judgement, NodeId, Participant, ReviewSummary, SideReview, StudyFrame, StudyMay, StudyMove, StudyNode, StudyTable,
    StudyView, Value, tree::Node,
};
use crate::{
    Mistake, SeatNumber, Switch,
    decider::{Context, Viewer},
    judgement,
};

/// Expected points from which a side is winning, in thousandths.
const WINNING: u16 = 650;

impl StudyTable {
    pub(super) fn study_view(&self, viewer: Viewer, context: &Context, now: Moment) -> StudyView {
        StudyView {
            table: context.table.clone(),
            game: self.state.game,
            board: self.state.module.board(),
            yours: self
                .viewers
                .get(&viewer)
                .map(|viewer| viewer.seats.clone())
                .unwrap_or_default(),
            tags: self.tags_view(),
            nodes: self.state.tree.iter().map(|(id, node)| self.shown(id, node)).collect(),
            frame: self.study_frame(viewer, context, now),
        }
    }

    pub(super) fn study_frame(&self, viewer: Viewer, context: &Context, now: Moment) -> StudyFrame {
        let own = self.viewers.get(&viewer).map_or(&[][..], |viewer| &viewer.seats);
        let people = (0..)
            .map(SeatNumber)
            .zip(&self.state.seats)
            .filter_map(|(seat, occupant)| {
                let player = occupant.person()?;
                Some(Participant {
                    seat,
                    name: context.names.name(player).map(|name| name.to_string()),
                    connected: self.viewers.values().any(|viewer| viewer.seats.contains(&seat)),
                })
            });
        StudyFrame {
            seq: context.seq,
            now,
            people: people.collect(),
            shared: self.state.share == Switch::On,
            may: StudyMay {
                edit: !own.is_empty(),
                share: own.contains(&SeatNumber(0)),
                join: own.is_empty() && self.state.share == Switch::On,
            },
            review: self.review_summary(),
        }
    }

    pub(super) fn tags_view(&self) -> Vec<[String; 2]> {
        let tags = self.state.tags.iter();
        tags.map(|(name, value)| [name.clone(), value.clone()]).collect()
    }

    pub(super) fn node_view(&self, id: NodeId) -> Option<StudyNode> {
        self.state.tree.get(id).map(|node| self.shown(id, node))
    }

    fn shown(&self, id: NodeId, node: &Node) -> StudyNode {
        let remarks = &node.remarks;
        StudyNode {
            id,
            parent: node.parent,
            children: node.children.clone(),
            mv: node.mv.as_ref().map(|mv| StudyMove {
                number: mv.number.clone(),
                label: mv.label.clone(),
                code: mv.code.clone(),
                seat: mv.side.into(),
                squares: mv.squares,
            }),
            before: remarks.before.clone(),
            comment: remarks.comments.join("\n"),
            comment_version: node.commented,
            glyphs: remarks.glyphs.clone(),
            signs: remarks.glyphs.iter().filter_map(|glyph| sign(*glyph)).collect(),
            drawings: remarks.drawings.clone(),
            clock: remarks.clock.map(clock_words),
            value: self.value(node),
            judgement: self.judgement(node),
            opening: node.opening.clone(),
        }
    }

    fn value(&self, node: &Node) -> Option<Value> {
        let evaluation = node.remarks.evaluation.as_ref()?;
        Some(Value {
            score: judgement::for_white(evaluation.score, node.turn),
            words: self.state.tree.score_words(evaluation.score, node.turn),
            share: judgement::white_share(evaluation.score, node.turn),
            depth: evaluation.depth,
        })
    }

    /// How the move to a position compares with the best one before it.
    pub(super) fn judgement(&self, node: &Node) -> Option<Judgement> {
        let (mv, parent) = (node.mv.as_ref()?, self.state.tree.get(node.parent?)?);
        let before = parent.remarks.evaluation.as_ref()?;
        let after = node.remarks.evaluation.as_ref()?;
        mv.squares?;
        let is_best = before.line.first() == Some(&mv.code);
        let loss = if is_best {
            0.0
        } else {
            judgement::loss(before.score, after.score)
        };
        Some(Judgement {
            loss: (loss * 1_000.0).round() as u16,
            mistake: judgement::mistake(loss),
            better: parent.best.first().filter(|_| !is_best).cloned(),
        })
    }

    /// What is known of the main line, once anything is.
    fn review_summary(&self) -> Option<ReviewSummary> {
        let line = self.state.tree.main_line();
        let nodes: Vec<(NodeId, &Node)> = line
            .iter()
            .filter_map(|id| Some((*id, self.state.tree.get(*id)?)))
            .collect();
        let done = nodes
            .iter()
            .filter(|(_, node)| node.remarks.evaluation.is_some())
            .count();
        let running = self.engine.is_reviewing();
        if done == 0 && !running {
            return None;
        }
        let mut losses: [Vec<f64>; 2] = Default::default();
        let mut sides: [SideReview; 2] = Default::default();
        let mut turning_points = Vec::new();
        for pair in nodes.windows(2) {
            let [(_, before), (id, node)] = pair else { continue };
            let (Some(judged), Some(mv)) = (self.judgement(node), node.mv.as_ref()) else {
                continue;
            };
            let side = mv.side.index();
            losses[side].push(f64::from(judged.loss) / 1_000.0);
            match judged.mistake {
                Some(Mistake::Inaccuracy) => sides[side].inaccuracies += 1,
                Some(Mistake::Mistake) => sides[side].mistakes += 1,
                Some(Mistake::Blunder) => sides[side].blunders += 1,
                None => {}
            }
            let standing = |node: &Node| self.value(node).map(|value| winning(value.share));
            if judged.mistake.is_some() && standing(before) != standing(node) {
                turning_points.push(*id);
            }
        }
        for (side, losses) in sides.iter_mut().zip(&losses) {
            side.accuracy = judgement::accuracy(losses).map(|accuracy| format!("{accuracy:.1}"));
        }
        Some(ReviewSummary {
            done,
            of: nodes.len(),
            running,
            sides,
            turning_points,
        })
    }
}

/// Who is winning at a share of White's.
const fn winning(share: u16) -> Option<Side> {
    if share >= WINNING {
        Some(Side::White)
    } else if share <= 1_000 - WINNING {
        Some(Side::Black)
    } else {
        None
    }
}

/// A numeric annotation glyph as a symbol; glyphs without a common symbol as `$n`.
pub(super) fn sign(glyph: u8) -> Option<String> {
    let sign = match glyph {
        0 => return None,
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => "□",
        10 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 => "+−",
        19 => "−+",
        other => return Some(format!("${other}")),
    };
    Some(sign.to_owned())
}

fn clock_words(clock: std::time::Duration) -> String {
    let seconds = clock.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
