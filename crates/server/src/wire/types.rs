//! The TypeScript types of the protocol: generated from the Rust types, and compared with the page's file.

use std::{
    any::TypeId,
    collections::{BTreeMap, HashSet},
    env, fs,
    path::Path,
};

use host::{Command, LiveCommand, LiveMessage, Seat, StudyCommand, StudyMessage, TurnCommand, TurnMessage};
use ts_rs::{Config, TS, TypeVisitor};

use super::{ClientMessage, CommandMessage, Hello, ServerMessage};
use crate::{
    api::{
        account::{
            Adoption, Confirmed, NewCodes, OwnAccount, SignIn, SignUp,
            recovery::{NewPassword, Recovery, Reset},
            sessions::SessionLine,
        },
        body::{
            ErrorBody, FileRequest, GameOffer, GrantedSeat, ListedGame, LiveTableRequest, LobbyTable, NamedDevice,
            OpenedTable, PlayerName, RematchRequest, StudyRequest, TurnTableRequest,
        },
        challenges::{ChallengeEntry, ChallengeStatus},
        editor::{EditorRequest, ExplorerRequest},
        lobby::LobbyView,
        me::{Profile, games::OwnGames, table_ratings::TableRatings},
        pairing::{PairingAnswer, PairingRequest, StopRequest},
        practice::{
            ExerciseAnswer, ExerciseRequest, RulesText,
            offers::PracticeOffer,
            puzzle::{CountRequest, NextPuzzle, NextPuzzleRequest, OwnPuzzles, OwnPuzzlesRequest},
        },
    },
    levels,
};

const HEAD: &str = "\
// The messages between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server --lib wire writes this file anew.

";

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/host.d.ts");

/// The declarations of types and of everything they consist of, by name.
struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    written: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
        // Numbers, texts, lists and the like need no declaration.
        if T::output_path().is_some() {
            self.declare(&T::ident(&self.config), &format!("{}\n", T::decl(&self.config)));
        }
    }
}

impl Declarations {
    fn declare(&mut self, name: &str, declaration: &str) {
        self.written.insert(name.to_owned(), format!("export {declaration}"));
    }

    fn alias<T: TS + 'static>(&mut self, name: &str) {
        self.visit::<T>();
        let meaning = T::name(&self.config);
        self.declare(name, &format!("type {name} = {meaning};\n"));
    }
}

#[test]
fn the_page_knows_the_types_of_the_wire() {
    let mut types = Declarations {
        config: Config::new().with_large_int("number"),
        seen: HashSet::new(),
        written: BTreeMap::new(),
    };
    types.visit::<Hello>();
    types.visit::<ClientMessage<TurnCommand>>();
    types.visit::<Command<TurnCommand>>();
    types.visit::<Seat>();
    types.visit::<TurnTableRequest>();
    types.visit::<LiveTableRequest>();
    types.visit::<StudyRequest>();
    types.visit::<FileRequest>();
    types.visit::<ListedGame>();
    types.visit::<EditorRequest>();
    types.visit::<play::EditorCard>();
    types.visit::<ExplorerRequest>();
    types.visit::<play::ExplorerBook>();
    types.visit::<OpenedTable>();
    types.visit::<GrantedSeat>();
    types.visit::<NamedDevice>();
    types.visit::<PlayerName>();
    types.visit::<RematchRequest>();
    types.visit::<PairingRequest>();
    types.visit::<PairingAnswer>();
    types.visit::<StopRequest>();
    types.visit::<LobbyView>();
    types.visit::<ChallengeEntry>();
    types.visit::<ChallengeStatus>();
    types.visit::<LobbyTable>();
    types.visit::<GameOffer>();
    types.visit::<ErrorBody>();
    types.visit::<RulesText>();
    types.visit::<PracticeOffer>();
    types.visit::<ExerciseRequest>();
    types.visit::<ExerciseAnswer>();
    types.visit::<NextPuzzleRequest>();
    types.visit::<NextPuzzle>();
    types.visit::<CountRequest>();
    types.visit::<OwnPuzzlesRequest>();
    types.visit::<OwnPuzzles>();
    types.visit::<practice::LiveLesson>();
    types.visit::<puzzles::Progress>();
    types.visit::<SignUp>();
    types.visit::<SignIn>();
    types.visit::<Recovery>();
    types.visit::<Reset>();
    types.visit::<NewPassword>();
    types.visit::<Confirmed>();
    types.visit::<Adoption>();
    types.visit::<OwnAccount>();
    types.visit::<NewCodes>();
    types.visit::<SessionLine>();
    types.visit::<Profile>();
    types.visit::<OwnGames>();
    types.visit::<TableRatings>();
    types.alias::<ServerMessage<TurnMessage>>("TurnMessage");
    types.alias::<ServerMessage<LiveMessage>>("LiveMessage");
    types.alias::<ServerMessage<StudyMessage>>("StudyMessage");
    types.alias::<CommandMessage<TurnCommand>>("TurnCommandMessage");
    types.alias::<CommandMessage<LiveCommand>>("LiveCommandMessage");
    types.alias::<CommandMessage<StudyCommand>>("StudyCommandMessage");
    types.declare("RefusalCode", "type RefusalCode = Refusal[\"code\"];\n");
    let registry = games::registry();
    let games = registry.games().map(|game| game.id()).chain([levels::LIVE_GAME]);
    let games: Vec<String> = games.map(|game| format!("\"{game}\"")).collect();
    types.declare("GameId", &format!("type GameId = {};\n", games.join(" | ")));

    let written: String = types.written.into_values().collect();
    let written = format!("{HEAD}{written}");
    let path = Path::new(FILE);
    if env::var_os("UPDATE_WIRE").is_some() {
        fs::write(path, &written).expect("the page can be written");
    }
    let known = fs::read_to_string(path).expect("the page has its file");
    assert_eq!(
        known, written,
        "UPDATE_WIRE=1 cargo test -p server --lib wire brings it up to date"
    );
}
