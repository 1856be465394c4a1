use super::*;

fn address(number: u8) -> VisitorAddress {
    VisitorAddress::of([10, 0, 0, number].into())
}

fn caps() -> Caps {
    Caps {
        connections: 3,
        connections_of_one: 2,
        sockets: 3,
        sockets_of_one: 2,
        tables_of_one: 2,
    }
}

#[test]
fn one_address_leaves_places_to_others() {
    let visitors = Arc::new(Visitors::new(caps(), 1, 1 << 20));
    let mut places: Vec<Place> = (0..2).map(|_| visitors.socket(address(1)).ok().unwrap()).collect();
    assert_eq!(visitors.socket(address(1)).err(), Some(NoPlace::OfOne));
    places.push(visitors.socket(address(2)).ok().unwrap());
    assert_eq!(visitors.socket(address(3)).err(), Some(NoPlace::All));
    places.remove(0);
    assert!(visitors.socket(address(1)).is_ok());
    let proxied: Vec<_> = (0..3).map(|_| visitors.connection(None)).collect();
    assert!(proxied.iter().all(Result::is_ok));
    assert_eq!(visitors.connection(None).err(), Some(NoPlace::All));
}

#[test]
fn tables_count_while_they_are_open() {
    let visitors = Visitors::new(caps(), 1, 1 << 20);
    for _ in 0..2 {
        assert!(visitors.begin_opening(address(1), |_| true));
    }
    assert!(!visitors.begin_opening(address(1), |_| true), "two are being opened");
    for number in 0..3 {
        visitors.end_opening(address(1));
        visitors.opened(address(1), TableId::numbered(number));
    }
    assert!(!visitors.begin_opening(address(1), |_| true));
    assert!(visitors.begin_opening(address(2), |_| true));
    visitors.end_opening(address(1));
    assert!(visitors.begin_opening(address(1), |table| *table == TableId::numbered(1)));
}

#[test]
fn bytes_are_charged_to_who_opened_the_table() {
    let visitors = Visitors::new(caps(), 1, 1 << 20);
    visitors.opened(address(1), TableId::numbered(1));
    visitors.charge_table(&TableId::numbered(1), 1 << 20);
    assert!(!visitors.may_store(address(1)) && visitors.may_store(address(2)));
    // A table that nobody opened is nobody's.
    visitors.charge_table(&TableId::numbered(2), 1 << 20);
    assert!(visitors.may_store(address(2)));
}

#[test]
fn visitors_at_rest_are_forgotten() {
    let visitors = Arc::new(Visitors::new(caps(), 1, 1 << 20));
    drop(visitors.socket(address(1)));
    let place = visitors.connection(Some(address(2)));
    visitors.opened(address(3), TableId::numbered(1));
    assert!(visitors.allow(address(4), Activity::Join));
    visitors.sweep(|_| true);
    let known = || visitors.counted().visitors.len();
    assert_eq!(known(), 3);
    drop(place);
    visitors.sweep(|_| false);
    assert_eq!(known(), 1, "the join is remembered");
}
