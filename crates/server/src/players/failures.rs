//! Failed sign-ins, and the waits that follow them.
//!
//! Failures count per pair of name and address, and with a higher limit per name from all addresses, so that guesses of
//! a stranger hardly affect the owner. Unknown names count like any other. The counts are in the database, so all nodes
//! share them.

use super::{AccountName, Players, PlayersError, now, secret::hash};
use crate::{store::sql::values, visitor::VisitorAddress};

/// What failures are counted for; stored as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject<'a> {
    /// A name tried from one address.
    NameFrom(&'a AccountName, VisitorAddress),
    /// A name tried from anywhere.
    Name(&'a AccountName),
    /// Reset links tried from one address.
    Links(VisitorAddress),
}

impl Subject<'_> {
    fn key(&self) -> String {
        let text = match self {
            Subject::NameFrom(name, address) => format!("{}\n{address}", name.skeleton()),
            Subject::Name(name) => name.skeleton().to_owned(),
            Subject::Links(address) => format!("\n\n{address}"),
        };
        hash(&text)
    }

    /// The number of free failures, and the longest wait.
    const fn leash(&self) -> (i64, i64) {
        match self {
            Subject::NameFrom(..) | Subject::Links(_) => (4, 15 * 60_000),
            Subject::Name(_) => (50, 30_000),
        }
    }

    /// How long to wait after so many failures: a second, then twice as long each time.
    fn wait(&self, failures: i64) -> i64 {
        let (free, longest) = self.leash();
        let doublings = failures - free - 1;
        if doublings < 0 {
            return 0;
        }
        let wait = 1_000_i64.checked_shl(u32::try_from(doublings.min(30)).unwrap_or(30));
        wait.unwrap_or(longest).min(longest)
    }
}

/// The time after the last wait when a failure is deleted.
const FORGOTTEN: i64 = 60 * 60_000;

/// The attempt must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FailedSignIns {
    /// So many seconds.
    pub(crate) wait: i64,
}

impl Players {
    /// Counts an attempt as failed before it is checked, so that parallel attempts all count; or returns that it must
    /// wait. After a success call [`Players::forget_failures`].
    pub(crate) fn attempt(&self, subjects: &[Subject<'_>]) -> Result<Option<FailedSignIns>, PlayersError> {
        let now = now();
        self.pool.write(|db| {
            let mut longest = 0;
            for subject in subjects {
                let until = "SELECT until FROM failed_sign_ins WHERE subject = $1";
                let rows = db.run(until, values![subject.key()])?;
                longest = longest.max(rows.first().map_or(0, |row| row.int(0) - now));
            }
            if longest > 0 {
                let wait = (longest + 999) / 1_000;
                return Ok(Some(FailedSignIns { wait }));
            }
            db.run("DELETE FROM failed_sign_ins WHERE until < $1", values![now - FORGOTTEN])?;
            for subject in subjects {
                let noted = db.run(
                    "INSERT INTO failed_sign_ins (subject, failures, until) VALUES ($1, 1, $2)
                     ON CONFLICT (subject) DO UPDATE SET failures = failed_sign_ins.failures + 1 RETURNING failures",
                    values![subject.key(), now],
                )?;
                let failures = noted.first().map_or(1, |row| row.int(0));
                let until = now + subject.wait(failures);
                let update = "UPDATE failed_sign_ins SET until = $1 WHERE subject = $2";
                db.run(update, values![until, subject.key()])?;
            }
            Ok(None)
        })
    }

    /// Forgets failures after a success.
    pub(crate) fn forget_failures(&self, subjects: &[Subject<'_>]) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            for subject in subjects {
                db.run("DELETE FROM failed_sign_ins WHERE subject = $1", values![subject.key()])?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let name = AccountName::read("Ada").unwrap();
        let own = Subject::NameFrom(&name, VisitorAddress::of([10, 0, 0, 1].into()));
        let waits: Vec<i64> = (1..10).map(|failures| own.wait(failures)).collect();
        assert_eq!(waits, [0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000]);
        assert_eq!(own.wait(1_000), 15 * 60_000);
        assert_eq!(
            [Subject::Name(&name).wait(50), Subject::Name(&name).wait(1_000)],
            [0, 30_000]
        );
    }
}
