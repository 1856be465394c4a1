//! A browser that signs in: its cookies and its requests.

use serde_json::{Value, json};

use crate::client::{TestServer, agent, device, text};

/// A browser: it keeps its cookies.
pub(crate) struct Browser<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) device: String,
    pub(super) cookie: Option<String>,
}

/// An answer with the cookies it sets.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) cookies: Vec<String>,
    pub(crate) retry_after: Option<u64>,
}

impl Answer {
    pub(crate) fn code(&self) -> (u16, &str) {
        (self.status, self.body["error"]["code"].as_str().unwrap_or(""))
    }
}

impl<'a> Browser<'a> {
    pub(crate) fn new(server: &'a TestServer) -> Self {
        Browser {
            server,
            device: device(),
            cookie: None,
        }
    }

    /// A browser that is signed up.
    pub(crate) fn of(server: &'a TestServer, name: &str) -> Self {
        let mut browser = Browser::new(server);
        let answer = browser.post("/api/account/signup", &json!({"name": name, "password": PASSWORD}));
        assert_eq!(answer.status, 201, "{}", answer.body);
        browser
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.post_with(path, body, &[])
    }

    pub(crate) fn post_with(&mut self, path: &str, body: &Value, headers: &[(&str, &str)]) -> Answer {
        let mut request = agent().post(format!("http://{}{path}", self.server.address()));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = answer(request.send_json(body).expect("the server answers"));
        self.keep(&answer);
        answer
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let mut request = agent().get(format!("http://{}{path}", self.server.address()));
        request = request.header("threefold-device", &self.device);
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        answer(request.call().expect("the server answers"))
    }

    pub(crate) fn account(&self) -> Value {
        self.get("/api/account").body
    }

    /// Opens a table and returns its code and tokens.
    pub(crate) fn table(&mut self, wanted: &Value) -> (String, Vec<String>) {
        let mut wanted = wanted.clone();
        wanted["device"] = self.device.clone().into();
        wanted["name"] = "Visitor".into();
        let opened = self.post("/api/tables", &wanted);
        assert_eq!(opened.status, 201, "{}", opened.body);
        let seats = opened.body["seats"].as_array().expect("a list").iter();
        let tokens = seats.map(|granted| text(&granted["token"])).collect();
        (text(&opened.body["table"]), tokens)
    }

    pub(crate) fn join(&mut self, table: &str) -> Answer {
        let guest = json!({"device": self.device, "name": "Visitor"});
        self.post(&format!("/api/tables/{table}/join"), &guest)
    }

    fn keep(&mut self, answer: &Answer) {
        for cookie in &answer.cookies {
            let pair = cookie.split(';').next().unwrap_or_default();
            // An empty one takes the session away.
            self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
    }
}

pub(crate) const PASSWORD: &str = "correct horse battery";

fn answer(mut response: ureq::http::Response<ureq::Body>) -> Answer {
    let cookies = response.headers().get_all("set-cookie").iter();
    let cookies = cookies
        .map(|cookie| cookie.to_str().expect("a text").to_owned())
        .collect();
    let retry_after = response.headers().get("retry-after");
    let retry_after = retry_after.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string().expect("a text");
    Answer {
        status,
        body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        cookies,
        retry_after,
    }
}

pub(super) fn sign_in(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}
