//! Moves as people and programs type them.

use play::{Notation, Reading, Rules};
use shakmaty::{
    CastlingSide, Color, File, Move, Rank, Role, Square,
    san::{San, SanPlus},
    uci::UciMove,
};
use thiserror::Error;

use crate::{FenError, Position, fen, shortened::shortened};

impl Notation for Position {
    type PositionError = FenError;
    type MoveError = MoveError;

    fn read_position(text: &str) -> Result<Reading<Self>, FenError> {
        fen::read(text)
    }

    fn position_text(&self) -> String {
        fen::write(self)
    }

    /// Reads SAN and UCI, forgiving what leaves no doubt: the case of the piece letter, `0-0`, missing `x`, `+`, `=`.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        if let Some(mv) = exact(self, text) {
            return Ok(mv);
        }
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let readings = ParsedMove::readings(text);
        if readings.is_empty() {
            return Err(MoveError::Unreadable(shortened(text)));
        }
        legal.retain(|&mv| readings.iter().any(|reading| reading.fits(mv)));
        match *legal.as_slice() {
            [] => Err(MoveError::Illegal(shortened(text))),
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous {
                text: shortened(text),
                candidates: legal.iter().map(|&mv| self.label(mv)).collect(),
            }),
        }
    }

    fn code(&self, mv: Move) -> String {
        mv.to_uci(self.mode()).to_string()
    }

    fn label(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess().clone(), mv).to_string()
    }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Nothing like a move.
    #[error("'{0}' is not a move; write it like Nf3 or g1f3")]
    Unreadable(String),
    /// A move, but not here.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// Several moves are written like this.
    #[error("'{text}' could be {}", .candidates.join(" or "))]
    Ambiguous {
        /// The text, shortened.
        text: String,
        /// The legal moves it could mean, in SAN.
        candidates: Vec<String>,
    },
}

/// The text as a program would write the move, faultless.
fn exact(position: &Position, text: &str) -> Option<Move> {
    let chess = position.chess();
    if let Ok(uci) = text.parse::<UciMove>() {
        return uci.to_move(chess).ok();
    }
    let san: SanPlus = text.parse().ok()?;
    san.san.to_move(chess).ok()
}

/// One way to understand a text.
enum ParsedMove {
    Castle(CastlingSide),
    /// From square to square, whatever piece is there; castling as the king's move of two squares or as king takes
    /// rook.
    Route {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
}

impl ParsedMove {
    /// Every way to understand `text`; `bc4` may be a pawn's or a bishop's move.
    fn readings(text: &str) -> Vec<ParsedMove> {
        let plain = plain(text);
        match plain.to_ascii_lowercase().replace('0', "o").as_str() {
            "oo" => return vec![ParsedMove::Castle(CastlingSide::KingSide)],
            "ooo" => return vec![ParsedMove::Castle(CastlingSide::QueenSide)],
            _ => {}
        }
        // Two squares are a route and nothing else: b1c3 is never a bishop's move from the first rank.
        if let Some(route) = ParsedMove::route(&plain) {
            return vec![route];
        }
        let mut letters = plain.chars();
        let first = letters.next();
        let piece = first
            .and_then(Role::from_char)
            .and_then(|role| ParsedMove::squares(letters.as_str(), role));
        // A capital letter is a piece; a small one may be a file.
        let pawn = match piece {
            Some(_) if first.is_some_and(|letter| letter.is_ascii_uppercase()) => None,
            _ => ParsedMove::squares(&plain, Role::Pawn),
        };
        pawn.into_iter().chain(piece).collect()
    }

    /// `square square [promotion]`.
    fn route(text: &str) -> Option<ParsedMove> {
        let lower = text.to_ascii_lowercase();
        let (from, rest) = lower.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let promotion = match promotion {
            "" => None,
            letter => Some(Role::from_char(letter.parse().ok()?)?),
        };
        Some(ParsedMove::Route {
            from: from.parse().ok()?,
            to: to.parse().ok()?,
            promotion,
        })
    }

    /// `[file][rank]square[promotion]` of a known piece.
    fn squares(text: &str, role: Role) -> Option<ParsedMove> {
        let lower = text.to_ascii_lowercase();
        let ends_with_square = lower.ends_with(|letter: char| letter.is_ascii_digit());
        let (rest, promotion) = if ends_with_square {
            (lower.as_str(), None)
        } else {
            let letter = lower.chars().last()?;
            let promotion = Role::from_char(letter).filter(|_| role == Role::Pawn)?;
            (lower.strip_suffix(letter)?, Some(promotion))
        };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let mut from = from.chars().peekable();
        let file = from.peek().copied().and_then(File::from_char);
        from.next_if(|_| file.is_some());
        let rank = from.peek().copied().and_then(Rank::from_char);
        from.next_if(|_| rank.is_some());
        if from.next().is_some() {
            return None;
        }
        Some(ParsedMove::Piece {
            role,
            file,
            rank,
            to: to.parse().ok()?,
            promotion,
        })
    }

    fn fits(&self, mv: Move) -> bool {
        match *self {
            ParsedMove::Castle(side) => San::Castle(side).matches(mv),
            ParsedMove::Route { from, to, promotion } => {
                let target = mv.castling_side().map(|side| side.king_to(color_of_rank(from)));
                mv.from() == Some(from)
                    && (mv.to() == to || target == Some(to))
                    && promotion.is_none_or(|wanted| mv.promotion() == Some(wanted))
            }
            ParsedMove::Piece {
                role,
                file,
                rank,
                to,
                promotion,
            } => {
                !mv.is_castle()
                    && mv.role() == role
                    && mv.to() == to
                    && promotion.is_none_or(|wanted| mv.promotion() == Some(wanted))
                    && mv.from().is_some_and(|from| {
                        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
                    })
            }
        }
    }
}

/// The text without what people add to a move or leave out of it: numbers, dots, signs, separators.
fn plain(text: &str) -> String {
    let unnumbered = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // A number belongs to the text only with its dot: 0-0 begins with one too.
    let text = if unnumbered.starts_with(['.', '…']) {
        unnumbered.trim_start_matches(['.', '…', ' '])
    } else {
        text
    };
    let text = text.trim_end_matches("e.p.").trim_end_matches(" ep");
    text.chars()
        .filter(|letter| !"xX×:-–+#=!?() .".contains(*letter))
        .map(|letter| figurine(letter).unwrap_or(letter))
        .collect()
}

/// The letter of a piece that is written as a figure.
fn figurine(letter: char) -> Option<char> {
    Some(match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        _ => return None,
    })
}

/// A king castles on its own back rank.
fn color_of_rank(king: Square) -> Color {
    if king.rank() == Rank::First {
        Color::White
    } else {
        Color::Black
    }
}
