//! What every store must do, written once. An implementation runs all of it with
//! [`store_tests!`](crate::store_tests), and [`two_writers`] and [`everything_survives`] where they apply.

mod lists;
mod samples;

use super::{AfterAppend, Append, Epoch, Flush, NewTable, Query, Store, StoreError};
use crate::{FORMAT, StoredEvent};
use lists::codes;
pub use lists::{lists_are_ordered_and_filtered, names_are_looked_up, tokens_replace_each_other};
pub use samples::{ANN, BEN, append, table};
use samples::{table_of_format, token};

/// Makes a test of every law below. `$with` is called with a law and gives it an empty store.
#[macro_export]
macro_rules! store_tests {
    ($with:path) => {
        $crate::store_tests!($with:
            a_new_table_is_claimed_and_can_be_read
            a_code_is_used_once
            missing_tables_are_named
            an_append_needs_the_present_epoch
            an_append_needs_the_expected_number
            a_repeated_append_is_done
            one_bad_entry_fails_alone
            a_released_claim_cannot_write
            an_append_can_give_up_its_claim
            an_append_that_need_not_be_flushed_is_read_again
            lists_are_ordered_and_filtered
            tokens_replace_each_other
            names_are_looked_up
            a_table_put_aside_is_gone_and_named
            a_newer_log_is_refused_as_newer
        );
    };
    ($with:path: $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                $with($crate::testing::$law);
            }
        )*
    };
}

fn create(store: &mut dyn Store, table: &NewTable) -> Epoch {
    store.create(table).expect("a new table can be stored")
}

/// A new table is there with all it was created with, and its creator may write it.
pub fn a_new_table_is_claimed_and_can_be_read(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    assert_eq!(store.load(&table.table), Ok(table.events.clone()));
    let entry = append(&table, epoch, 1, 2);
    assert_eq!(store.append(std::slice::from_ref(&entry)), [Ok(())]);
    let claimed = store.claim(&table.table).expect("the owner can claim again");
    assert!(claimed.epoch > epoch);
    assert_eq!(claimed.events, [table.events.clone(), entry.events].concat());
    assert_eq!(claimed.summary, entry.summary);
    assert_eq!(claimed.names, [(ANN, "Ann".to_owned())]);
}

/// A second table with the same code is refused and changes nothing.
pub fn a_code_is_used_once(store: &mut dyn Store) {
    let first = table(1);
    create(store, &first);
    let second = NewTable {
        tokens: vec![token(0, BEN, 1)],
        names: vec![(BEN, "Ben".to_owned())],
        ..table(1)
    };
    assert_eq!(store.create(&second), Err(StoreError::Exists(first.table.clone())));
    assert_eq!(store.tokens(&first.table), Ok(Vec::new()));
    assert_eq!(codes(store, &Query::default()), [first.table]);
}

/// Whatever is asked of a table that does not exist says so.
pub fn missing_tables_are_named(store: &mut dyn Store) {
    let missing = table(9);
    let error = StoreError::NoTable(missing.table.clone());
    assert_eq!(store.claim(&missing.table), Err(error.clone()));
    assert_eq!(store.load(&missing.table), Err(error.clone()));
    assert_eq!(store.tokens(&missing.table), Err(error.clone()));
    assert_eq!(store.put_aside(&missing.table, "a fault"), Err(error.clone()));
    assert_eq!(store.append(&[append(&missing, Epoch(1), 1, 1)]), [Err(error)]);
    assert_eq!(store.release(&missing.table, Epoch(1)), Ok(()));
}

/// A later claim makes the earlier one void.
pub fn an_append_needs_the_present_epoch(store: &mut dyn Store) {
    let table = table(1);
    let first = create(store, &table);
    let second = store.claim(&table.table).expect("the owner can claim again").epoch;
    let conflict = StoreError::Conflict(table.table.clone());
    assert_eq!(store.append(&[append(&table, first, 1, 1)]), [Err(conflict)]);
    assert_eq!(store.append(&[append(&table, second, 1, 1)]), [Ok(())]);
    assert_eq!(store.load(&table.table).map(|events| events.len()), Ok(2));
}

/// An append behind another number of events than there are is refused.
pub fn an_append_needs_the_expected_number(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    let conflict = [Err(StoreError::Conflict(table.table.clone()))];
    let behind = StoreError::Behind {
        table: table.table.clone(),
        seq: 1,
    };
    assert_eq!(store.append(&[append(&table, epoch, 2, 1)]), [Err(behind)]);
    assert_eq!(store.append(&[append(&table, epoch, 1, 2)]), [Ok(())]);
    let other = Append {
        events: append(&table, epoch, 2, 1).events,
        names: vec![(BEN, "Ben".to_owned())],
        ..append(&table, epoch, 1, 1)
    };
    assert_eq!(store.append(&[other]), conflict, "its events are numbered otherwise");
    let shorter = append(&table, epoch, 1, 1);
    assert_eq!(store.append(&[shorter]), conflict, "more than this was stored");
    assert_eq!(store.names(&[BEN]), Ok(Vec::new()), "nothing of it was stored");
    assert_eq!(store.load(&table.table).map(|events| events.len()), Ok(3));
}

/// Somebody who does not know whether an append was done may send it again.
pub fn a_repeated_append_is_done(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    let entry = Append {
        tokens: vec![token(1, BEN, 1)],
        ..append(&table, epoch, 1, 2)
    };
    for _ in 0..2 {
        assert_eq!(store.append(std::slice::from_ref(&entry)), [Ok(())]);
    }
    assert_eq!(store.load(&table.table).map(|events| events.len()), Ok(3));
    assert_eq!(store.tokens(&table.table), Ok(entry.tokens.clone()));
    let changed = Append {
        events: append(&table, epoch, 1, 2)
            .events
            .into_iter()
            .map(|event| StoredEvent {
                text: format!("{} ", event.text),
                ..event
            })
            .collect(),
        ..entry
    };
    assert_eq!(store.append(&[changed]), [Err(StoreError::Conflict(table.table))]);
}

/// Of a group everything is stored but what is wrong.
pub fn one_bad_entry_fails_alone(store: &mut dyn Store) {
    let [one, two, three] = [1, 2, 3].map(table);
    let [first, second] = [&one, &two].map(|table| create(store, table));
    let group = [
        append(&one, first, 1, 1),
        append(&two, Epoch(second.0 + 7), 1, 1),
        append(&three, first, 1, 1),
        append(&one, first, 2, 3),
        append(&two, second, 1, 2),
    ];
    let done = [
        Ok(()),
        Err(StoreError::Conflict(two.table.clone())),
        Err(StoreError::NoTable(three.table)),
        Ok(()),
        Ok(()),
    ];
    assert_eq!(store.append(&group), done);
    assert_eq!(store.load(&one.table).map(|events| events.len()), Ok(5));
    assert_eq!(store.load(&two.table).map(|events| events.len()), Ok(3));
    let listed = store.list(&Query::default()).expect("there is a list");
    let plies: Vec<u32> = listed.iter().map(|listing| listing.summary.plies).collect();
    assert_eq!(plies, [2, 4]);
}

/// A store that gave up a claim cannot write with it, and another can claim.
pub fn a_released_claim_cannot_write(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    let other = Epoch(epoch.0 + 100);
    assert_eq!(store.release(&table.table, other), Ok(()), "a void claim is no error");
    assert_eq!(store.append(&[append(&table, epoch, 1, 1)]), [Ok(())]);
    for _ in 0..2 {
        assert_eq!(store.release(&table.table, epoch), Ok(()));
    }
    let conflict = StoreError::Conflict(table.table.clone());
    assert_eq!(store.append(&[append(&table, epoch, 2, 1)]), [Err(conflict)]);
    let claimed = store.claim(&table.table).expect("nobody has it");
    assert!(claimed.epoch > epoch);
    assert_eq!(store.append(&[append(&table, claimed.epoch, 2, 1)]), [Ok(())]);
}

/// The last events of a table and the end of its claim are one write.
pub fn an_append_can_give_up_its_claim(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    let last = Append {
        claim: AfterAppend::Release,
        ..append(&table, epoch, 1, 1)
    };
    assert_eq!(store.append(&[last]), [Ok(())]);
    let conflict = StoreError::Conflict(table.table.clone());
    assert_eq!(store.append(&[append(&table, epoch, 2, 1)]), [Err(conflict)]);
    let claimed = store.claim(&table.table).expect("nobody has it");
    assert_eq!((claimed.epoch > epoch, claimed.events.len()), (true, 2));
}

/// Whatever need not be on the disk yet is in the log all the same, in one group with what must be.
pub fn an_append_that_need_not_be_flushed_is_read_again(store: &mut dyn Store) {
    let [one, two] = [1, 2].map(table);
    let [first, second] = [&one, &two].map(|table| create(store, table));
    let beat = Append {
        flush: Flush::Soon,
        ..append(&one, first, 1, 1)
    };
    assert_eq!(store.append(&[beat, append(&two, second, 1, 1)]), [Ok(()), Ok(())]);
    assert_eq!(store.append(&[append(&one, first, 2, 1)]), [Ok(())]);
    assert_eq!(store.load(&one.table).map(|events| events.len()), Ok(3));
    assert_eq!(store.load(&two.table).map(|events| events.len()), Ok(2));
}

/// A table that was put aside is in no list and cannot be opened.
pub fn a_table_put_aside_is_gone_and_named(store: &mut dyn Store) {
    let [one, two] = [1, 2].map(table);
    let epoch = create(store, &one);
    create(store, &two);
    store.put_aside(&one.table, "a fault").expect("it can be put aside");
    assert_eq!(codes(store, &Query::default()), [two.table]);
    let missing = StoreError::NoTable(one.table.clone());
    assert_eq!(store.claim(&one.table), Err(missing.clone()));
    assert_eq!(store.load(&one.table), Err(missing.clone()));
    assert_eq!(store.append(&[append(&one, epoch, 1, 1)]), [Err(missing)]);
    let damaged = store.damaged().expect("there is a list");
    assert_eq!(damaged.len(), 1);
    assert_eq!(damaged[0].fault, "a fault");
    assert!(damaged[0].path.to_string_lossy().contains(one.table.as_str()));
}

/// A log whose first event has a higher format is neither read nor called damaged.
pub fn a_newer_log_is_refused_as_newer(store: &mut dyn Store) {
    let newer = table_of_format(1, FORMAT + 1);
    let epoch = create(store, &newer);
    store.release(&newer.table, epoch).expect("a claim can be given up");
    for result in [store.claim(&newer.table).map(drop), store.load(&newer.table).map(drop)] {
        assert!(matches!(result, Err(StoreError::Newer(_))), "{result:?}");
    }
    assert_eq!(store.damaged(), Ok(Vec::new()));
}

/// Of two stores on the same tables only the one with the claim can write a table; both can write different ones.
pub fn two_writers(one: &mut dyn Store, other: &mut dyn Store) {
    let [shared, own] = [1, 2].map(table);
    let first = create(one, &shared);
    let second = create(other, &own);
    assert_eq!(one.append(&[append(&shared, first, 1, 1)]), [Ok(())]);
    assert_eq!(other.append(&[append(&own, second, 1, 1)]), [Ok(())]);
    let (claimed, stored) = match other.claim(&shared.table) {
        Ok(claimed) => (claimed, 2),
        Err(error) => {
            assert_eq!(error, StoreError::Claimed(shared.table.clone()));
            assert_eq!(one.append(&[append(&shared, first, 2, 1)]), [Ok(())]);
            one.release(&shared.table, first).expect("a claim can be given up");
            (other.claim(&shared.table).expect("nobody has it"), 3)
        }
    };
    let conflict = StoreError::Conflict(shared.table.clone());
    assert_eq!(claimed.events.len() as u64, stored);
    assert_eq!(one.append(&[append(&shared, first, stored, 1)]), [Err(conflict)]);
    assert_eq!(other.append(&[append(&shared, claimed.epoch, stored, 1)]), [Ok(())]);
    for listed in [one.list(&Query::default()), other.list(&Query::default())] {
        let listed = listed.expect("there is a list");
        let plies: Vec<u32> = listed.iter().map(|listing| listing.summary.plies).collect();
        assert_eq!(plies, [1, stored as u32]);
    }
}

/// A table belongs to its node until the node releases it or is dead. After that, late writes of the node are refused.
pub fn a_dead_node_is_taken_over(one: &mut dyn Store, other: &mut dyn Store, bury_one: impl FnOnce()) {
    let table = table(1);
    let first = create(one, &table);
    assert_eq!(one.append(&[append(&table, first, 1, 1)]), [Ok(())]);
    let claimed = StoreError::Claimed(table.table.clone());
    assert_eq!(other.claim(&table.table), Err(claimed.clone()), "its owner lives");
    assert_eq!(other.load(&table.table).map(|events| events.len()), Ok(2));
    assert_eq!(other.release(&table.table, first), Ok(()), "the claim of another node");
    let again = one.claim(&table.table).expect("a node can claim its own table again");
    assert!(again.epoch > first);
    bury_one();
    let taken = other.claim(&table.table).expect("its owner is dead");
    assert!(taken.epoch > again.epoch && taken.events.len() == 2);
    let conflict = [Err(StoreError::Conflict(table.table.clone()))];
    assert_eq!(
        one.append(&[append(&table, again.epoch, 2, 1)]),
        conflict,
        "a late write"
    );
    assert_eq!(
        one.append(&[append(&table, taken.epoch, 2, 1)]),
        conflict,
        "the epoch of another node"
    );
    assert_eq!(
        one.release(&table.table, taken.epoch),
        Ok(()),
        "the claim of another node"
    );
    assert_eq!(one.claim(&table.table), Err(claimed), "the new owner lives");
    assert_eq!(other.append(&[append(&table, taken.epoch, 2, 1)]), [Ok(())]);
}

/// What was stored is there when the store is opened again.
pub fn everything_survives(open: &mut dyn FnMut() -> Box<dyn Store>) {
    let mut store = open();
    let kept = NewTable {
        tokens: vec![token(0, ANN, 1)],
        ..table(1)
    };
    let aside = table(2);
    let epoch = create(&mut *store, &kept);
    create(&mut *store, &aside);
    let entry = append(&kept, epoch, 1, 4);
    assert_eq!(store.append(std::slice::from_ref(&entry)), [Ok(())]);
    store.put_aside(&aside.table, "a fault").expect("it can be put aside");
    store.rename(ANN, "Anna").expect("a name can be changed");
    drop(store);
    for _ in 0..2 {
        let mut store = open();
        let listed = store.list(&Query::default()).expect("there is a list");
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].summary, entry.summary);
        assert_eq!(listed[0].names, [Some("Anna".to_owned()), None]);
        assert_eq!(store.damaged().expect("there is a list").len(), 1);
        assert_eq!(store.tokens(&kept.table), Ok(kept.tokens.clone()));
        let claimed = store.claim(&kept.table).expect("nobody has it");
        assert_eq!(claimed.events, [kept.events.clone(), entry.events.clone()].concat());
    }
}
