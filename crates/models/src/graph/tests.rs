use super::*;

/// A field of bytes.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, content.len() as u8], content].concat()
}

fn words<T>(read: Result<T, ModelError>) -> String {
    read.map(|_| ())
        .map_or_else(|error| error.to_string(), |()| "it is read".to_owned())
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    // One whole number of 64 bits, in its own field and as bytes.
    let listed = [&[0x08, 1, 0x10, 7][..], &field(7, &[5])].concat();
    assert_eq!(words(Weight::read(&listed)), "it is read");
    let twice = [&listed[..], &field(9, &[9; 8])].concat();
    assert!(words(Weight::read(&twice)).contains("its numbers twice"));
    let node = |attributes: &[Vec<u8>]| {
        let parts = attributes.iter().map(|attribute| field(5, attribute));
        words(Node::read(&parts.collect::<Vec<_>>().concat()))
    };
    let ints = [field(1, b"axes"), field(8, &[1])].concat();
    assert_eq!(node(std::slice::from_ref(&ints)), "it is read");
    assert!(node(&[ints.clone(), ints.clone()]).contains("an attribute twice"));
    assert!(node(&[[ints, field(5, &listed)].concat()]).contains("two values"));
    let tensor = |name: &[u8]| [field(1, name), field(5, &listed)].concat();
    assert!(node(&[tensor(b"value"), tensor(b"other")]).contains("two tensors"));
}

#[test]
fn texts_of_a_file_are_shown_without_control_characters() {
    let location = field(13, &[field(1, b"location"), field(2, b"\x1b[2Jweights")].concat());
    let external = [location, vec![14 << 3, 1]].concat();
    assert!(words(Weight::read(&external)).contains("([2Jweights)"));
}
