//! Fetching a cache line before it is needed.

/// Prefetches `target` into the cache; changes nothing else.
#[inline]
pub(super) fn line<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // Sound: a prefetch of a valid reference reads nothing and cannot fault. On other processors nothing is done.
        #[expect(unsafe_code, reason = "the only way to prefetch")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = target;
}
