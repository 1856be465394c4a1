use super::*;

/// The tokens of a game in one text.
fn text(cut: &Cut) -> String {
    let tokens = cut.tokens.iter().map(|token| match &token.kind {
        TokenKind::Move(word) => word.clone(),
        TokenKind::Comment(text) => format!("{{{text}}}"),
        TokenKind::Nag(nag) => format!("${nag}"),
        TokenKind::Open => "(".to_owned(),
        TokenKind::Close => ")".to_owned(),
        TokenKind::Result(result) => result.to_string(),
    });
    tokens.collect::<Vec<_>>().join(" ")
}

/// The line, the moves and the fault of every game.
fn cut(text: &str) -> Vec<String> {
    games(text.as_bytes())
        .map(|cut| {
            let moves: Vec<&str> = cut
                .tokens
                .iter()
                .filter_map(|token| match &token.kind {
                    TokenKind::Move(word) => Some(word.as_str()),
                    _ => None,
                })
                .collect();
            let fault = cut.fault.map_or(String::new(), |fault| format!(": {fault}"));
            format!("{} {}{fault}", cut.line, moves.join(" "))
        })
        .collect()
}

#[test]
fn games_end_at_results_and_tags() {
    let text =
        "1. e4 e5 1-0 1. d4\nd5 *\n\n[Event \"a\"]\n\n1. c4\n[Event \"b\"]\n[Site \"s\"]\n\n[Round \"1\"]\n1.f4 0-1\n";
    assert_eq!(cut(text), ["1 e4 e5", "1 d4 d5", "4 c4", "7 f4"]);
}

#[test]
fn a_first_move_after_a_blank_line_is_another_game() {
    assert_eq!(cut("1. e4 e5\n\n2. Nf3\n\n1. d4"), ["1 e4 e5 Nf3", "5 d4"]);
    assert_eq!(cut("1. e4\n\n1... e5\n\n1. ... e6"), ["1 e4 e5 e6"]);
    assert_eq!(cut("1. e4\n1. d4"), ["1 e4 d4"]);
}

#[test]
fn repeated_tags_are_another_game_without_moves_too() {
    let text = "[Event \"a\"]\n[Event \"b\"]\n[Site \"x\"]\n[Site \"y\"]\n\n[Site \"z\"]";
    assert_eq!(cut(text), ["1 ", "2 ", "6 "]);
}

#[test]
fn what_is_no_move_is_left_out() {
    let text =
        "\u{feff}% 1. a3\r\n; before\r\n1.e4 {1. d4\r\n\r\n} e5 (1... c5 (1... c6) {)} 2. d4) ; e6\r\n2...Nf6!? $5 *";
    let cuts: Vec<Cut> = games(text.as_bytes()).collect();
    assert_eq!(cuts.len(), 1);
    assert_eq!((cuts[0].line, cuts[0].offset), (2, 12));
    assert_eq!(
        self::text(&cuts[0]),
        "{ before} e4 {1. d4\n\n} e5 ( c5 ( c6 ) {)} d4 ) { e6} Nf6 $5 $5 *"
    );
}

#[test]
fn an_open_comment_or_variation_takes_no_other_game() {
    let text = "1. e4 {open\n\n[Event \"a\"]\n1. d4 (1. c4\n\n[Site \"s\"]\n1. f4 {open";
    assert_eq!(
        cut(text),
        [
            "1 e4: a comment is not closed by '}'",
            "3 d4 c4: a variation is not closed by ')'",
            "6 f4: a comment is not closed by '}'",
        ]
    );
}

#[test]
fn offsets_lead_to_the_same_games() {
    let text = "\u{feff}1. e4 e5 1-0 1. d4\r\nd5 *\r\n\r\n[Event \"a\"]\r\n\r\n1. c4 (1. b3) *\r1. f4 {x\r\n} *";
    let cuts: Vec<Cut> = games(text.as_bytes()).collect();
    let mut ends = cuts.iter().skip(1).map(|cut| cut.offset as usize);
    assert_eq!(cuts.len(), 4);
    for cut in &cuts {
        let part = &text[cut.offset as usize..ends.next().unwrap_or(text.len())];
        assert!(part.starts_with("1.") || part.starts_with('['), "{part}");
        let again: Vec<Cut> = games(part.as_bytes()).collect();
        assert_eq!(again.len(), 1, "{part}");
        assert_eq!(self::text(&again[0]), self::text(cut));
    }
}

#[test]
fn comments_and_numbers_alone_are_no_game() {
    for text in [
        "",
        "\u{feff}",
        "\n\n",
        "{nothing}",
        "; nothing",
        "% nothing",
        "1.",
        "...",
    ] {
        assert!(cut(text).is_empty(), "{text}");
    }
}
