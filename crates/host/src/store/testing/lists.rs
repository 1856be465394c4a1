//! Tests of lists, tokens and names.

use play::GameId;

use super::{
    super::{Append, NewTable, Query, Store, Summary, TableKind, TableState, Visibility},
    create,
    samples::{ANN, BEN, append, table, token},
};
use crate::{Occupant, TableId};

pub(super) fn codes(store: &mut dyn Store, query: &Query) -> Vec<TableId> {
    let listings = store.list(query).expect("there is a list");
    listings.into_iter().map(|listing| listing.summary.table).collect()
}

/// Unfinished tables come first, then the newest; every filter works alone and with others.
pub fn lists_are_ordered_and_filtered(store: &mut dyn Store) {
    let mut tables: Vec<NewTable> = (1..=6).map(table).collect();
    tables[0].summary.state = TableState::Over;
    tables[0].summary.result = Some("1-0".to_owned());
    tables[1].summary.game = GameId::new("ransom");
    tables[2].summary.seats[1] = Occupant::Person(BEN);
    tables[2].names = vec![(BEN, "Ben".to_owned())];
    tables[3].summary.visibility = Visibility::Public;
    tables[3].summary.state = TableState::Waiting;
    tables[3].summary.save = Some("a save".to_owned());
    tables[4].summary.touched = tables[3].summary.touched;
    tables[5].summary.live = Some((kungfu::Board::Four, kungfu::Speed::Lightning));
    tables[5].summary.kind = TableKind::Live;
    tables[5].summary.state = TableState::Over;
    for table in &tables {
        create(store, table);
    }
    let mut expect = |query: Query, numbers: &[usize]| {
        let listings = store.list(&query).expect("there is a list");
        let found: Vec<&Summary> = listings.iter().map(|listing| &listing.summary).collect();
        let expected: Vec<&Summary> = numbers.iter().map(|&number| &tables[number - 1].summary).collect();
        assert_eq!(found, expected, "{query:?}");
        listings
    };
    let all = Query::default();
    // Tables 4 and 5 were touched at the same time; the code decides.
    let tied: [usize; 2] = if TableId::numbered(4) < TableId::numbered(5) {
        [4, 5]
    } else {
        [5, 4]
    };
    let order = [tied[0], tied[1], 3, 2, 6, 1];
    let listings = expect(all.clone(), &order);
    let with_ben = &listings[2];
    assert_eq!(with_ben.names, [Some("Ann".to_owned()), Some("Ben".to_owned())]);
    assert_eq!(listings[3].names, [Some("Ann".to_owned()), None]);
    let games = |ids: &[&'static str]| ids.iter().map(|id| GameId::new(id)).collect();
    let (ransom, two) = (games(&["ransom"]), games(&["ransom", "chess"]));
    expect(
        Query {
            games: ransom,
            ..all.clone()
        },
        &[2],
    );
    expect(
        Query {
            games: two,
            limit: 2,
            offset: 1,
            ..all.clone()
        },
        &order[1..3],
    );
    expect(
        Query {
            limit: 3,
            ..all.clone()
        },
        &order[..3],
    );
    expect(
        Query {
            offset: 4,
            ..all.clone()
        },
        &order[4..],
    );
    expect(
        Query {
            offset: 9,
            ..all.clone()
        },
        &[],
    );
    let states = vec![TableState::Over, TableState::Waiting];
    expect(Query { states, ..all.clone() }, &[4, 6, 1]);
    let player = Some(BEN);
    expect(Query { player, ..all.clone() }, &[3]);
    let visibility = Some(Visibility::Public);
    expect(
        Query {
            visibility,
            ..all.clone()
        },
        &[4],
    );
    let table = Some(TableId::numbered(2));
    expect(
        Query {
            table: table.clone(),
            ..all.clone()
        },
        &[2],
    );
    expect(Query { player, table, ..all }, &[]);
}

/// Tokens of the table and of later appends are there; each replaces the one of the same player for the same seat.
pub fn tokens_replace_each_other(store: &mut dyn Store) {
    let table = NewTable {
        tokens: vec![token(0, ANN, 1)],
        ..table(1)
    };
    let epoch = create(store, &table);
    let more = vec![token(1, ANN, 2), token(1, BEN, 3), token(0, ANN, 4)];
    let entry = Append {
        tokens: more.clone(),
        ..append(&table, epoch, 1, 1)
    };
    assert_eq!(store.append(&[entry]), [Ok(())]);
    assert_eq!(store.tokens(&table.table), Ok(more));
}

/// Names come with tables and appends and can be changed; they are the same everywhere.
pub fn names_are_looked_up(store: &mut dyn Store) {
    let table = table(1);
    let epoch = create(store, &table);
    assert_eq!(store.names(&[BEN, ANN]), Ok(vec![(ANN, "Ann".to_owned())]));
    let entry = Append {
        names: vec![(BEN, "Ben \"the\" Bär\n".to_owned())],
        ..append(&table, epoch, 1, 1)
    };
    assert_eq!(store.append(&[entry]), [Ok(())]);
    store.rename(ANN, "Anna").expect("a name can be changed");
    let names = store.names(&[ANN, BEN]).expect("names can be read");
    assert_eq!(names, [(ANN, "Anna".to_owned()), (BEN, "Ben \"the\" Bär\n".to_owned())]);
    let listed = store.list(&Query::default()).expect("there is a list");
    assert_eq!(listed[0].names, [Some("Anna".to_owned()), None]);
    let claimed = store.claim(&table.table).expect("the owner can claim again");
    assert_eq!(claimed.names, [(ANN, "Anna".to_owned())]);
}
