//! Passwords and their hashes.
//!
//! A hash takes tens of milliseconds and 19 MiB. Two threads of low priority compute them, so that games are not
//! delayed; a password is refused if the queue is long. Each thread reuses its memory for the next hash.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
};

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, PasswordVerifier, Version,
    password_hash::{Output, ParamsString, SaltString},
};
use prometheus_client::metrics::counter::Counter;
use thiserror::Error;
use tokio::sync::oneshot;

/// A password that may be used: 8 to 200 characters of any kind.
#[derive(Clone)]
pub(crate) struct Password(String);

/// Why a text cannot be a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum PasswordError {
    #[error("A password has at least {} characters", Password::SHORTEST)]
    Short,
    #[error("A password has at most {} characters", Password::LONGEST)]
    Long,
    #[error("A password must not be the name")]
    Name,
}

impl Password {
    const SHORTEST: usize = 8;
    const LONGEST: usize = 200;

    /// A new password for an account of this name.
    pub(crate) fn new(text: &str, name: &str) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length < Password::SHORTEST {
            Err(PasswordError::Short)
        } else if length > Password::LONGEST {
            Err(PasswordError::Long)
        } else if text.to_lowercase() == name.to_lowercase() {
            Err(PasswordError::Name)
        } else {
            Ok(Password(text.to_owned()))
        }
    }

    /// A password to be checked; any text.
    pub(crate) fn given(text: &str) -> Self {
        Password(text.chars().take(Password::LONGEST + 1).collect())
    }
}

/// The threads that hash.
#[derive(Clone)]
pub(crate) struct Hashing {
    jobs: SyncSender<Job>,
}

enum Job {
    Hash(Password, oneshot::Sender<Option<String>>),
    /// Without a stored hash, the work is done with a hash that matches no password.
    Verify(Password, Option<String>, oneshot::Sender<bool>),
}

/// The queue of passwords is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QueueFull;

impl Hashing {
    /// So many hashes are made at once.
    const THREADS: usize = 2;
    /// So many may wait.
    const QUEUE: usize = 64;

    /// Starts the threads, which count the hashes they compute; they end when nobody can ask them any more.
    pub(crate) fn start(computed: &Counter) -> Self {
        let (jobs, waiting) = sync_channel(Hashing::QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..Hashing::THREADS {
            let (waiting, computed) = (Arc::clone(&waiting), computed.clone());
            thread::spawn(move || {
                give_way();
                work(&waiting, &computed);
            });
        }
        Hashing { jobs }
    }

    /// The hash of a new password as it is stored.
    pub(crate) async fn hash(&self, password: Password) -> Result<Option<String>, QueueFull> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Hash(password, reply))?;
        answer.await.map_err(|_| QueueFull)
    }

    /// Whether a password has a hash; the work is the same if there is none.
    pub(crate) async fn verify(&self, password: Password, hash: Option<String>) -> Result<bool, QueueFull> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Verify(password, hash, reply))?;
        answer.await.map_err(|_| QueueFull)
    }

    fn send(&self, job: Job) -> Result<(), QueueFull> {
        self.jobs.try_send(job).map_err(|_: TrySendError<Job>| QueueFull)
    }
}

fn work(waiting: &Mutex<Receiver<Job>>, computed: &Counter) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    // A server without accounts needs no memory for them.
    let Ok(first) = next() else { return };
    let mut hasher = Hasher::new();
    // A hash that no password has: its last part is not what the function gives.
    let nobody = hasher.hash("nobody has this password").unwrap_or_default();
    let mut job = Ok(first);
    loop {
        // A caller that has gone needs no reply.
        match job {
            Ok(Job::Hash(Password(password), reply)) => {
                computed.inc();
                drop(reply.send(hasher.hash(&password)));
            }
            Ok(Job::Verify(Password(password), stored, reply)) => {
                computed.inc();
                let is_known = stored.is_some();
                let fits = hasher.fits(&password, stored.as_deref().unwrap_or(&nobody));
                let _gone = reply.send(is_known && fits);
            }
            Err(_) => return,
        }
        job = next();
    }
}

/// Computes hashes, one after the other, in its own memory.
///
/// If blocks of this size were freed after each hash, the allocator of the system library would hold several per
/// thread: ten times the memory of the hashes.
struct Hasher {
    argon: Argon2<'static>,
    memory: Vec<Block>,
}

impl Hasher {
    const ALGORITHM: Algorithm = Algorithm::Argon2id;
    const VERSION: Version = Version::V0x13;

    /// The parameters of OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
    fn new() -> Self {
        let params = Params::new(19 << 10, 2, 1, None).expect("these parameters are within the bounds");
        Hasher {
            memory: vec![Block::new(); params.block_count()],
            argon: Argon2::new(Hasher::ALGORITHM, Hasher::VERSION, params),
        }
    }

    fn hash(&mut self, password: &str) -> Option<String> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).ok()?;
        let output = self.output(password, &salt)?;
        let salt = SaltString::encode_b64(&salt).ok()?;
        let hash = PasswordHash {
            algorithm: Hasher::ALGORITHM.ident(),
            version: Some(Hasher::VERSION.into()),
            params: ParamsString::try_from(self.argon.params()).ok()?,
            salt: Some(salt.as_salt()),
            hash: Some(output),
        };
        Some(hash.to_string())
    }

    fn fits(&mut self, password: &str, stored: &str) -> bool {
        let Ok(stored) = PasswordHash::new(stored) else {
            return false;
        };
        if !self.has_made(&stored) {
            return self.argon.verify_password(password.as_bytes(), &stored).is_ok();
        }
        let mut bytes = [0; 64];
        let salt = stored.salt.and_then(|salt| salt.decode_b64(&mut bytes).ok());
        let output = salt.and_then(|salt| self.output(password, salt));
        // Outputs are compared in constant time.
        output.is_some() && output == stored.hash
    }

    /// Whether a hash has the parameters of these.
    fn has_made(&self, stored: &PasswordHash<'_>) -> bool {
        let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        let has_costs = Params::try_from(stored).is_ok_and(|params| costs(&params) == costs(self.argon.params()));
        let length = stored.hash.map(|output| output.len());
        stored.algorithm == Hasher::ALGORITHM.ident()
            && stored.version == Some(Hasher::VERSION.into())
            && has_costs
            && length == Some(Params::DEFAULT_OUTPUT_LEN)
    }

    fn output(&mut self, password: &str, salt: &[u8]) -> Option<Output> {
        let Hasher { argon, memory } = self;
        let output = Output::init_with(Params::DEFAULT_OUTPUT_LEN, |out| {
            argon.hash_password_into_with_memory(password.as_bytes(), salt, out, memory)?;
            Ok(())
        });
        output.ok()
    }
}

/// Gives this thread the lowest priority.
#[cfg(target_os = "linux")]
fn give_way() {
    const NICE: i32 = 10;
    let thread = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(thread), NICE) {
        tracing::warn!("passwords are hashed at the usual priority: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher;

    use super::*;

    #[test]
    fn passwords_have_a_length() {
        let new = |text: &str| Password::new(text, "Ada Lovelace").map(drop);
        assert_eq!(new("1234567"), Err(PasswordError::Short));
        assert_eq!(new("ÄÖÜäöüßé"), Ok(()));
        assert_eq!(new(&"x".repeat(201)), Err(PasswordError::Long));
        assert_eq!(new("ada lovelace"), Err(PasswordError::Name));
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_and_no_other() {
        let computed = Counter::default();
        let hashing = Hashing::start(&computed);
        let password = |text: &str| Password::given(text);
        let stored = hashing.hash(password("correct horse")).await.unwrap();
        let stored = stored.expect("the system gives random numbers");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_eq!(
            hashing.verify(password("correct horse"), Some(stored.clone())).await,
            Ok(true)
        );
        assert_eq!(
            hashing.verify(password("correct horses"), Some(stored)).await,
            Ok(false)
        );
        assert_eq!(hashing.verify(password("correct horse"), None).await, Ok(false));
        assert_eq!(
            hashing.verify(password("nobody has this password"), None).await,
            Ok(false)
        );
        assert_eq!(computed.get(), 5, "every question costs one hash");
    }

    #[test]
    fn memory_that_was_used_makes_the_hashes_that_others_make() {
        let mut hasher = Hasher::new();
        for password in ["correct horse", "battery staple"] {
            let stored = hasher.hash(password).unwrap();
            let read = PasswordHash::new(&stored).unwrap();
            let others = Argon2::default().verify_password(password.as_bytes(), &read);
            assert_eq!(others, Ok(()), "{stored}");
            assert!(hasher.fits(password, &stored));
            assert!(!hasher.fits("another one", &stored));
        }
        assert!(!hasher.fits("correct horse", "no hash"));
    }

    #[test]
    fn a_hash_of_other_parameters_still_counts() {
        let others = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(1 << 10, 1, 1, None).unwrap(),
        );
        let salt = SaltString::encode_b64(b"sixteen letters!").unwrap();
        let stored = others.hash_password(b"correct horse", &salt).unwrap().to_string();
        let mut hasher = Hasher::new();
        assert!(hasher.fits("correct horse", &stored));
        assert!(!hasher.fits("correct horses", &stored));
    }
}
