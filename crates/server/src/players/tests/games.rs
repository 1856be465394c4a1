//! Recorded games: ratings, adoption, lists.

use super::*;

#[test]
fn a_rated_game_counts_once() {
    on_both(|both| {
        let (ada, bob) = (account(both.players, "Ada"), account(both.players, "Bob"));
        let game = both.finished(1, [person(&ada), person(&bob)], [1, 2]);
        both.players.set_rated(&game.summary.table).unwrap();
        // As two nodes, a crash and a page that asks would do.
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| both.players.record(&game).unwrap());
            }
        });
        both.players.record(&game).unwrap();
        let [won, lost] = [&ada, &bob].map(|account| both.value(account, BLITZ));
        assert!(won > 1600.0 && (won + lost - 3000.0).abs() < 0.01, "{won} {lost}");
        let changes = both.players.rated_game(&game.summary.table).unwrap();
        assert!(changes.rated && changes.changes.len() == 2, "{changes:?}");
        let rated = both.players.ratings(ada.player).unwrap();
        assert_eq!(
            rated.iter().map(|rated| (rated.list, rated.games)).collect::<Vec<_>>(),
            [(BLITZ, 1)]
        );
        assert_eq!(rated[0].curve.len(), 1);
        assert_eq!(both.players.unrecorded().unwrap(), []);
    });
}

#[test]
fn what_was_not_opened_as_rated_or_was_aided_is_not_rated() {
    on_both(|both| {
        let (ada, bob) = (account(both.players, "Ada"), account(both.players, "Bob"));
        let casual = both.finished(1, [person(&ada), person(&bob)], [1, 2]);
        let aided = Digest {
            aid: Aid::Aided,
            ..both.finished(2, [person(&ada), person(&bob)], [1, 2])
        };
        let guest = both.finished(3, [person(&ada), Occupant::Person(PlayerId::numbered(7))], [1, 2]);
        let alone = both.finished(4, [person(&ada), person(&ada)], [1, 2]);
        let unfinished = Digest {
            places: Vec::new(),
            ..both.finished(5, [person(&ada), person(&bob)], [1, 2])
        };
        for game in [&aided, &guest, &alone, &unfinished] {
            both.players.set_rated(&game.summary.table).unwrap();
        }
        for game in [&casual, &aided, &guest, &alone, &unfinished] {
            both.players.record(game).unwrap();
        }
        assert_eq!(both.players.ratings(ada.player).unwrap(), []);
        let listed = both.players.games(ada.player, &all()).unwrap();
        assert_eq!(listed.len(), 4, "a game without a result is in no list");
    });
}

#[test]
fn many_games_at_once_are_all_counted() {
    on_both(|both| {
        let (ada, bob) = (account(both.players, "Ada"), account(both.players, "Bob"));
        let games: Vec<Digest> = (1..=8)
            .map(|number| {
                let game = both.finished(number, [person(&ada), person(&bob)], [1, 2]);
                both.players.set_rated(&game.summary.table).unwrap();
                game
            })
            .collect();
        thread::scope(|scope| {
            for game in &games {
                scope.spawn(|| both.players.record(game).unwrap());
            }
        });
        let rated = both.players.ratings(ada.player).unwrap();
        assert_eq!((rated[0].games, rated[0].curve.len()), (8, 8));
    });
}

#[test]
fn games_against_rating_limited_bots_are_training() {
    on_both(|both| {
        let device = PlayerId::numbered(5);
        let game = both.finished(1, [Occupant::Person(device), bot("elo:1400")], [2, 1]);
        both.players.record(&game).unwrap();
        let other = both.finished(2, [bot("hard"), Occupant::Person(device)], [2, 1]);
        both.players.record(&other).unwrap();
        let rated = both.players.ratings(device).unwrap();
        let [training] = rated.as_slice() else {
            panic!("{rated:?}")
        };
        assert_eq!((training.list, training.games), (List::Training, 1));
        assert!(training.rating.value < Rating::NEW.value);
        let statistics = both.players.statistics(device).unwrap();
        assert_eq!(statistics.bots.len(), 2);
        assert_eq!(
            statistics
                .levels
                .iter()
                .map(|level| (level.from, level.counts.lost))
                .collect::<Vec<_>>(),
            [(1400, 1)]
        );
    });
}

#[test]
fn an_account_adopts_players_with_their_games() {
    on_both(|both| {
        let device = PlayerId::numbered(5);
        let game = both.finished(1, [Occupant::Person(device), bot("elo:1400")], [1, 2]);
        both.players.record(&game).unwrap();
        let (ada, bob) = (account(both.players, "Ada"), account(both.players, "Bob"));
        both.players.adopt(&ada, device).unwrap();
        both.players.adopt(&ada, device).unwrap();
        assert_eq!(both.players.adopt(&bob, device), Err(PlayersError::DeviceAdopted));
        assert_eq!(both.players.adopted_by(device), Ok(Some(ada.player)));
        assert_eq!(both.players.all_of(ada.player), Ok(vec![ada.player, device]));
        assert_eq!(both.players.games(ada.player, &all()).unwrap().len(), 1);
        assert_eq!(both.players.games(device, &all()).unwrap().len(), 0);
        assert!(both.value(&ada, List::Training) > 1500.0);
        // A game that the device had begun ends later, and counts for the account.
        let later = both.finished(2, [Occupant::Person(device), bot("elo:1400")], [1, 2]);
        both.players.record(&later).unwrap();
        assert_eq!(both.players.games(ada.player, &all()).unwrap().len(), 2);
    });
}

pub(super) fn all() -> GameFilter {
    GameFilter {
        limit: 100,
        ..GameFilter::default()
    }
}

#[test]
fn games_are_filtered_and_deleted_from_the_own_list() {
    on_both(|both| {
        let (ada, bob) = (account(both.players, "Ada"), account(both.players, "Bob 100"));
        let games = [
            both.finished(1, [person(&ada), person(&bob)], [1, 2]),
            both.finished(2, [bot("hard"), person(&ada)], [1, 2]),
            both.finished(3, [person(&ada), bot("elo:800")], [1, 1]),
        ];
        for game in &games {
            both.players.record(game).unwrap();
        }
        let wanted = |change: &dyn Fn(&mut GameFilter)| -> Vec<String> {
            let mut filter = all();
            change(&mut filter);
            let games = both.players.games(ada.player, &filter).unwrap();
            games.into_iter().map(|game| game.table).collect()
        };
        let code = |number: usize| games[number].summary.table.to_string();
        assert_eq!(wanted(&|_| {}), [code(2), code(1), code(0)], "the newest first");
        assert_eq!(wanted(&|filter| filter.opponent = Some("bob".to_owned())), [code(0)]);
        assert_eq!(wanted(&|filter| filter.opponent = Some("0%".to_owned())), [""; 0]);
        assert_eq!(wanted(&|filter| filter.opponent = Some("_".to_owned())), [""; 0]);
        assert_eq!(wanted(&|filter| filter.opponent = Some("elo".to_owned())), [code(2)]);
        assert_eq!(wanted(&|filter| filter.result = Some(GameResult::Lost)), [code(1)]);
        assert_eq!(wanted(&|filter| filter.result = Some(GameResult::Drawn)), [code(2)]);
        assert_eq!(wanted(&|filter| filter.variant = Some("ransom".to_owned())), [""; 0]);
        let middle = games[1].summary.touched.0 as i64;
        assert_eq!(wanted(&|filter| filter.from = Some(middle)), [code(2), code(1)]);
        assert_eq!(wanted(&|filter| filter.to = Some(middle)), [code(0)]);
        assert_eq!(wanted(&|filter| (filter.limit, filter.offset) = (1, 1)), [code(1)]);
        both.players.hide_game(ada.player, &games[1].summary.table).unwrap();
        assert_eq!(wanted(&|_| {}), [code(2), code(0)]);
        assert_eq!(both.players.games(bob.player, &all()).unwrap().len(), 1);
        let statistics = both.players.statistics(ada.player).unwrap();
        let white: Vec<_> = statistics.seats.iter().filter(|seat| seat.seat == 0).collect();
        assert_eq!(white.len(), 1);
        assert_eq!((white[0].counts.won, white[0].counts.drawn), (1, 1));
        assert_eq!(statistics.openings[0].opening, "Vienna Game");
    });
}
