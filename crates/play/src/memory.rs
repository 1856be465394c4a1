//! The memory of a search, which bots can share: only a bot that is thinking needs it.

use std::any::{Any, TypeId};

/// The memory of a search with its type hidden: a hash table and whatever else a kind of search learns.
pub struct SearchMemory(Box<dyn Any + Send>);

/// A kind of memory; bots of one kind can search with each other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryKind(TypeId);

/// What a memory holds when it is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// What the same bot found earlier in this game.
    Own,
    /// Data of another bot; it must be cleared, or results would depend on earlier searches.
    Foreign,
}

impl MemoryKind {
    /// The kind of memory that is a `T`.
    pub fn of<T: Any + Send>() -> Self {
        MemoryKind(TypeId::of::<T>())
    }
}

impl SearchMemory {
    /// Hides the type.
    pub fn new<T: Any + Send>(memory: T) -> Self {
        SearchMemory(Box::new(memory))
    }

    /// Which kind it is.
    pub fn kind(&self) -> MemoryKind {
        MemoryKind((*self.0).type_id())
    }

    /// The memory itself, if it is a `T`.
    pub fn into_inner<T: Any + Send>(self) -> Option<T> {
        self.0.downcast().ok().map(|memory| *memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_found_again_by_its_kind_only() {
        let memory = SearchMemory::new(7_u32);
        assert_eq!(memory.kind(), MemoryKind::of::<u32>());
        assert_ne!(memory.kind(), MemoryKind::of::<u64>());
        assert_eq!(memory.into_inner::<u32>(), Some(7));
        assert_eq!(SearchMemory::new(7_u32).into_inner::<u64>(), None);
    }
}
