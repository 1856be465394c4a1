//! Hash tables, which bots borrow while they search.
//!
//! There is one for each search thread and one more, so that at a single table both the bot and the engine for hints
//! keep their hash tables. A bot gets the same memory again unless another bot used it meanwhile.

use std::sync::{Mutex, MutexGuard, PoisonError};

use play::{Contents, GameBot, SearchMemory};

/// Lends memory to bots.
pub(crate) struct MemoryPool {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Unused memory, least recently used first.
    idle: Vec<(Tenant, SearchMemory)>,
    lent: usize,
}

/// A bot that has memory from the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tenant(u64);

impl Tenant {
    /// One that has had no memory yet.
    pub(crate) fn new() -> Self {
        Tenant(fastrand::u64(..))
    }
}

impl MemoryPool {
    /// Memory for so many searches at once.
    pub(crate) fn for_threads(threads: usize) -> Self {
        MemoryPool {
            most: threads + 1,
            state: Mutex::default(),
        }
    }

    /// Runs a function of a bot with borrowed memory.
    pub(crate) fn with<T>(
        &self,
        tenant: Tenant,
        bot: &mut dyn GameBot,
        think: impl FnOnce(&mut dyn GameBot) -> T,
    ) -> T {
        let Some(kind) = bot.memory_kind() else {
            return think(bot);
        };
        // A panic loses the memory with the bot; the count must not stay.
        let lent = Lent::new(self);
        let found = lent.pool.lock().choose(self.most, tenant, kind);
        // Clearing takes milliseconds, so nobody waits for it here.
        if let Some((owner, memory)) = found {
            let contents = if owner == tenant {
                Contents::Own
            } else {
                Contents::Foreign
            };
            bot.lend(memory, contents);
        }
        let thought = think(bot);
        let memory = bot.take_memory();
        drop(lent);
        self.lock().idle.extend(memory.map(|memory| (tenant, memory)));
        thought
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The memory for a tenant; `None` if it has to allocate some, for which there is room.
    fn choose(&mut self, most: usize, tenant: Tenant, kind: play::MemoryKind) -> Option<(Tenant, SearchMemory)> {
        let fits = |memory: &SearchMemory| memory.kind() == kind;
        let own = self
            .idle
            .iter()
            .position(|(owner, memory)| *owner == tenant && fits(memory));
        if let Some(own) = own {
            return Some(self.idle.remove(own));
        }
        if self.idle.len() + self.lent <= most {
            return None;
        }
        if let Some(other) = self.idle.iter().position(|(_, memory)| fits(memory)) {
            return Some(self.idle.remove(other));
        }
        // Memory of another kind is dropped.
        if !self.idle.is_empty() {
            drop(self.idle.remove(0));
        }
        None
    }
}

/// Counts one search that has memory.
struct Lent<'a> {
    pool: &'a MemoryPool,
}

impl<'a> Lent<'a> {
    fn new(pool: &'a MemoryPool) -> Self {
        pool.lock().lent += 1;
        Lent { pool }
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.pool.lock().lent -= 1;
    }
}

#[cfg(test)]
mod tests {
    use play::{About, BotError, BotKind, Choice, DrawAnswer, GameAsk, MemoryKind, MoveIndex, Side};

    use super::*;

    /// A bot that counts its questions in its memory.
    struct Counting<M> {
        memory: Option<M>,
        about: About,
    }

    trait Memory: Default + Send + 'static {
        fn count(&mut self) -> u32;
    }

    #[derive(Default)]
    struct Small(u32);
    #[derive(Default)]
    struct Large(u32);

    impl Memory for Small {
        fn count(&mut self) -> u32 {
            self.0 += 1;
            self.0
        }
    }

    impl Memory for Large {
        fn count(&mut self) -> u32 {
            self.0 += 1;
            self.0
        }
    }

    impl<M: Memory> Counting<M> {
        fn new() -> Self {
            Counting {
                memory: None,
                about: About {
                    name: "Counting".to_owned(),
                    author: String::new(),
                    version: None,
                    kind: BotKind::Internal,
                    level: None,
                },
            }
        }
    }

    impl<M: Memory> GameBot for Counting<M> {
        fn about(&self) -> &About {
            &self.about
        }

        fn begin(&mut self, _seed: u64) -> Result<(), BotError> {
            Ok(())
        }

        fn choose(&mut self, _ask: &mut GameAsk<'_>) -> Result<Choice<MoveIndex>, BotError> {
            Err(BotError::NoMoves)
        }

        fn answer_draw(&mut self, _ask: &mut GameAsk<'_>, _side: Side) -> Result<DrawAnswer, BotError> {
            Ok(DrawAnswer::Decline)
        }

        fn memory_kind(&self) -> Option<MemoryKind> {
            Some(MemoryKind::of::<M>())
        }

        fn lend(&mut self, memory: SearchMemory, contents: Contents) {
            self.memory = match contents {
                Contents::Own => memory.into_inner(),
                Contents::Foreign => Some(M::default()),
            };
        }

        fn take_memory(&mut self) -> Option<SearchMemory> {
            self.memory.take().map(SearchMemory::new)
        }
    }

    fn asked<M: Memory>(pool: &MemoryPool, tenant: Tenant) -> u32 {
        let mut bot = Counting::<M>::new();
        pool.with(tenant, &mut bot, |bot| {
            // The counter represents the contents of a hash table.
            let memory = bot.take_memory();
            let mut memory: M = memory.and_then(SearchMemory::into_inner).unwrap_or_default();
            let count = memory.count();
            bot.lend(SearchMemory::new(memory), Contents::Own);
            count
        })
    }

    #[test]
    fn a_bot_keeps_its_memory_while_nobody_else_needs_it() {
        let pool = MemoryPool::for_threads(1);
        let [bot, adviser, other] = [1, 2, 3].map(Tenant);
        assert_eq!([1, 2, 3].map(|_| asked::<Small>(&pool, bot)), [1, 2, 3]);
        assert_eq!([1, 2].map(|_| asked::<Large>(&pool, adviser)), [1, 2]);
        assert_eq!(asked::<Small>(&pool, bot), 4);
        // A third tenant takes the least recently used memory.
        assert_eq!(asked::<Large>(&pool, other), 1);
        assert_eq!(asked::<Small>(&pool, bot), 5);
        assert_eq!(asked::<Large>(&pool, adviser), 1);
    }

    #[test]
    fn there_is_never_more_memory_than_for_the_threads_and_one() {
        for threads in [1, 2, 5] {
            let pool = MemoryPool::for_threads(threads);
            for tenant in 0..100 {
                asked::<Small>(&pool, Tenant(tenant));
                asked::<Large>(&pool, Tenant(tenant));
                let state = pool.lock();
                assert!(state.idle.len() <= threads + 1 && state.lent == 0);
            }
        }
    }
}
