//! Links that are sent to somebody, and addresses where there is nothing.

use serde_json::json;

use crate::client::{TestServer, agent};

fn html(server: &TestServer, path: &str) -> (u16, String) {
    let request = agent().get(format!("http://{}{path}", server.address()));
    let mut answer = request.header("accept", "text/html,*/*").call().expect("an answer");
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), text)
}

#[test]
fn a_link_says_who_invites_to_what_and_leads_to_the_table() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "link", "name": "Ada", "side": "white", "clock": "3+2"});
    let (table, _) = server.table(&wanted);
    let (status, page) = html(&server, &format!("/t/{}", table.to_uppercase()));
    assert_eq!(status, 200);
    for part in [
        "property=\"og:title\" content=\"Ada invites you to a game of Chess\"",
        "Chess, 3+2, you play Black.",
        &format!("url=../#{table}"),
        &format!("http://{}/preview.png", server.address()),
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert_eq!(html(&server, "/t/nosuchcode").0, 404);
}

#[test]
fn an_address_without_anything_says_so_to_people_and_to_programs() {
    let server = TestServer::open();
    let (status, page) = html(&server, "/foo");
    assert!(
        status == 404 && page.contains("There is nothing at this address"),
        "{page}"
    );
    let (status, text) = server.get("/foo");
    assert!(status == 404 && text.contains("\"not-found\""), "{text}");
}

#[test]
fn the_service_worker_lies_beside_the_document_and_knows_its_version() {
    let server = TestServer::open();
    let (_, document) = html(&server, "/");
    let (status, worker) = server.get("/sw.js");
    assert_eq!(status, 200);
    let version = worker
        .split("VERSION = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let version = version.expect("a version");
    assert!(
        document.contains(&format!("{version}/manifest.webmanifest")),
        "{version}"
    );
}
