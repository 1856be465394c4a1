//! How often in a row a game may be taken back.

use crate::Refusal;

/// The undos that are left until a move is played; one undo may take back several moves of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undos {
    most: Option<u32>,
    used: u32,
}

impl Undos {
    /// As many in a row as wanted.
    pub const UNLIMITED: Undos = Undos { most: None, used: 0 };

    /// At most so many in a row.
    pub const fn at_most(most: u32) -> Self {
        Undos {
            most: Some(most),
            used: 0,
        }
    }

    /// Uses one, if there is one left.
    pub const fn spend(&mut self) -> Result<(), Refusal> {
        match self.most {
            Some(most) if self.used >= most => Err(Refusal::NoUndoLeft(most)),
            Some(_) | None => {
                self.used += 1;
                Ok(())
            }
        }
    }

    /// A move was played: all are there again.
    pub const fn renew(&mut self) {
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_in_a_row_and_a_move_renews_them() {
        let mut undos = Undos::at_most(3);
        for _ in 0..2 {
            assert_eq!([undos.spend(), undos.spend(), undos.spend()], [Ok(()); 3]);
            assert_eq!(undos.spend(), Err(Refusal::NoUndoLeft(3)));
            undos.renew();
        }
        assert_eq!(
            Refusal::NoUndoLeft(3).to_string(),
            "only 3 undos in a row are allowed; play a move first"
        );
        let mut unlimited = Undos::UNLIMITED;
        assert!((0..1_000).all(|_| unlimited.spend().is_ok()));
    }
}
