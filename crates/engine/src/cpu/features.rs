//! Which features there are, and where a processor tells of each.

use std::hint::black_box;

/// A register after `cpuid` with a leaf and a subleaf, or what the system keeps of a thread's registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Leaf1Ecx,
    Leaf7Ebx,
    Leaf7Ecx,
    Leaf7Edx,
    Leaf7Sub1Eax,
    Leaf7Sub1Edx,
    Extended1Ecx,
    /// The extended control register 0.
    Kept,
}

impl Word {
    /// Every word.
    pub(super) const ALL: [Word; 8] = [
        Word::Leaf1Ecx,
        Word::Leaf7Ebx,
        Word::Leaf7Ecx,
        Word::Leaf7Edx,
        Word::Leaf7Sub1Eax,
        Word::Leaf7Sub1Edx,
        Word::Extended1Ecx,
        Word::Kept,
    ];
}

/// A feature, and where the processor tells of it.
pub(super) struct Feature {
    /// As rustc names it.
    pub(super) name: &'static str,
    word: Word,
    /// Its bit in that word.
    mask: u32,
    /// The bits of [`Word::Kept`] without which the system lets nobody use it.
    kept: u32,
}

/// Nothing beyond what every system keeps.
const PLAIN: u32 = 0;
/// Registers of 256 bits.
const WIDE: u32 = 0b110;
/// Registers of 512 bits, with masks.
const WIDEST: u32 = 0b1110_0110;

/// From Intel's and AMD's manuals, tables of `CPUID`.
pub(super) const FEATURES: [Feature; 46] = [
    feature("sse3", Word::Leaf1Ecx, 0, PLAIN),
    feature("pclmulqdq", Word::Leaf1Ecx, 1, PLAIN),
    feature("ssse3", Word::Leaf1Ecx, 9, PLAIN),
    feature("fma", Word::Leaf1Ecx, 12, WIDE),
    feature("cmpxchg16b", Word::Leaf1Ecx, 13, PLAIN),
    feature("sse4.1", Word::Leaf1Ecx, 19, PLAIN),
    feature("sse4.2", Word::Leaf1Ecx, 20, PLAIN),
    feature("movbe", Word::Leaf1Ecx, 22, PLAIN),
    feature("popcnt", Word::Leaf1Ecx, 23, PLAIN),
    feature("aes", Word::Leaf1Ecx, 25, PLAIN),
    feature("avx", Word::Leaf1Ecx, 28, WIDE),
    feature("f16c", Word::Leaf1Ecx, 29, WIDE),
    feature("rdrand", Word::Leaf1Ecx, 30, PLAIN),
    feature("bmi1", Word::Leaf7Ebx, 3, PLAIN),
    feature("avx2", Word::Leaf7Ebx, 5, WIDE),
    feature("bmi2", Word::Leaf7Ebx, 8, PLAIN),
    feature("avx512f", Word::Leaf7Ebx, 16, WIDEST),
    feature("avx512dq", Word::Leaf7Ebx, 17, WIDEST),
    feature("rdseed", Word::Leaf7Ebx, 18, PLAIN),
    feature("adx", Word::Leaf7Ebx, 19, PLAIN),
    feature("avx512ifma", Word::Leaf7Ebx, 21, WIDEST),
    feature("avx512cd", Word::Leaf7Ebx, 28, WIDEST),
    feature("sha", Word::Leaf7Ebx, 29, PLAIN),
    feature("avx512bw", Word::Leaf7Ebx, 30, WIDEST),
    feature("avx512vl", Word::Leaf7Ebx, 31, WIDEST),
    feature("avx512vbmi", Word::Leaf7Ecx, 1, WIDEST),
    feature("avx512vbmi2", Word::Leaf7Ecx, 6, WIDEST),
    feature("gfni", Word::Leaf7Ecx, 8, PLAIN),
    feature("vaes", Word::Leaf7Ecx, 9, WIDE),
    feature("vpclmulqdq", Word::Leaf7Ecx, 10, WIDE),
    feature("avx512vnni", Word::Leaf7Ecx, 11, WIDEST),
    feature("avx512bitalg", Word::Leaf7Ecx, 12, WIDEST),
    feature("avx512vpopcntdq", Word::Leaf7Ecx, 14, WIDEST),
    feature("avx512vp2intersect", Word::Leaf7Edx, 8, WIDEST),
    feature("avx512fp16", Word::Leaf7Edx, 23, WIDEST),
    feature("sha512", Word::Leaf7Sub1Eax, 0, WIDE),
    feature("sm3", Word::Leaf7Sub1Eax, 1, WIDE),
    feature("sm4", Word::Leaf7Sub1Eax, 2, WIDE),
    feature("avxvnni", Word::Leaf7Sub1Eax, 4, WIDE),
    feature("avx512bf16", Word::Leaf7Sub1Eax, 5, WIDEST),
    feature("avxifma", Word::Leaf7Sub1Eax, 23, WIDE),
    feature("avxvnniint8", Word::Leaf7Sub1Edx, 4, WIDE),
    feature("avxneconvert", Word::Leaf7Sub1Edx, 5, WIDE),
    feature("avxvnniint16", Word::Leaf7Sub1Edx, 10, WIDE),
    feature("lzcnt", Word::Extended1Ecx, 5, PLAIN),
    feature("sse4a", Word::Extended1Ecx, 6, PLAIN),
];

const fn feature(name: &'static str, word: Word, bit: u32, kept: u32) -> Feature {
    Feature {
        name,
        word,
        mask: 1 << bit,
        kept,
    }
}

impl Feature {
    /// Whether it is required and the processor, as `read` tells, does not have it.
    pub(super) fn is_lacking(&self, required: &[u32; Word::ALL.len()], read: &dyn Fn(Word) -> u32) -> bool {
        covers(required[self.word as usize], self.mask)
            && !(covers(read(self.word), self.mask) && covers(read(Word::Kept), self.kept))
    }
}

/// Whether `word` has every bit of `mask`.
pub(super) fn covers(word: u32, mask: u32) -> bool {
    black_box(word & mask) == black_box(mask)
}

/// The bits that a stamp requires, computed by the compiler.
pub(super) const fn required(stamp: &str) -> [u32; Word::ALL.len()] {
    let mut words = [0; Word::ALL.len()];
    let mut index = 0;
    while index < FEATURES.len() {
        let feature = &FEATURES[index];
        if lists(stamp, feature.name) {
            words[feature.word as usize] |= feature.mask;
            words[Word::Kept as usize] |= feature.kept;
        }
        index += 1;
    }
    words
}

/// Whether a list with commas between has this name.
const fn lists(list: &str, name: &str) -> bool {
    let (list, name) = (list.as_bytes(), name.as_bytes());
    let mut start = 0;
    while start < list.len() {
        let mut end = start;
        let mut same = true;
        while end < list.len() && list[end] != b',' {
            same = same && end - start < name.len() && list[end] == name[end - start];
            end += 1;
        }
        if same && end - start == name.len() {
            return true;
        }
        start = end + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASWELL: &str = "avx,avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,sse,sse2,sse3,sse4.1,sse4.2,\
                           ssse3,xsave";
    const GRANITE_RAPIDS: &str = "adx,aes,avx,avx2,avx512bf16,avx512bitalg,avx512bw,avx512cd,avx512dq,avx512f,avx512fp16,\
        avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,avx512vpopcntdq,avxvnni,bmi1,bmi2,cmpxchg16b,f16c,fma,\
        fxsr,gfni,lzcnt,movbe,pclmulqdq,popcnt,rdrand,rdseed,sha,sse,sse2,sse3,sse4.1,sse4.2,ssse3,vaes,vpclmulqdq,\
        xsave,xsavec,xsaveopt,xsaves";
    const ZEN_5: &str = "avx512vp2intersect,sse4a";

    /// What a processor that is just right for `stamp` lacks of `wanted`.
    fn lacking(wanted: &str, stamp: &str) -> Vec<&'static str> {
        let (words, wanted) = (required(stamp), required(wanted));
        let lacking = FEATURES
            .iter()
            .filter(|feature| feature.is_lacking(&wanted, &|word| words[word as usize]));
        lacking.map(|feature| feature.name).collect()
    }

    #[test]
    fn a_processor_has_what_it_was_compiled_for() {
        for stamp in ["", "fxsr,sse,sse2", HASWELL, GRANITE_RAPIDS] {
            assert_eq!(lacking(stamp, stamp), Vec::<&str>::new());
        }
        assert_eq!(lacking(HASWELL, GRANITE_RAPIDS), Vec::<&str>::new());
    }

    #[test]
    fn what_a_lesser_processor_lacks_is_named() {
        assert_eq!(lacking("avx2,sse3", "sse3"), ["avx2"]);
        let lacks = lacking(GRANITE_RAPIDS, HASWELL);
        assert!(
            lacks.contains(&"avx512f") && lacks.contains(&"sha") && !lacks.contains(&"avx2"),
            "{lacks:?}"
        );
    }

    #[test]
    fn registers_that_the_system_does_not_keep_are_lacking() {
        let mut words = required(HASWELL);
        words[Word::Kept as usize] = 0;
        let avx2 = FEATURES.iter().find(|feature| feature.name == "avx2").unwrap();
        assert!(avx2.is_lacking(&required(HASWELL), &|word| words[word as usize]));
    }

    #[test]
    fn every_feature_that_matters_is_known() {
        let unknown = |list: &'static str| {
            let names = list.split(',');
            names
                .filter(|name| FEATURES.iter().all(|feature| feature.name != *name))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            unknown(GRANITE_RAPIDS),
            ["fxsr", "sse", "sse2", "xsave", "xsavec", "xsaveopt", "xsaves"]
        );
        assert_eq!(unknown(ZEN_5), Vec::<&str>::new());
    }

    #[test]
    fn names_are_found_whole() {
        assert!(lists("avx512f,avx,sse3", "avx") && lists("avx", "avx") && lists("sse3,avx", "avx"));
        assert!(!lists("avx512f,sse3", "avx") && !lists("", "avx") && !lists("av", "avx"));
    }

    #[test]
    fn no_two_features_share_a_bit() {
        for (index, one) in FEATURES.iter().enumerate() {
            assert!(
                FEATURES[..index]
                    .iter()
                    .all(|other| (other.word, other.mask) != (one.word, one.mask)),
                "{}",
                one.name
            );
        }
    }
}
