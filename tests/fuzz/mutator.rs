//! Inputs made from known ones, the same each time.
//!
//! The crates that fuzz within `cargo test` make random bytes, which no reader of archives takes for one;
//! so a known input is changed in a few places here.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const INTERESTING: [&[u8]; 14] = [
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\xff\xff\xff\xff",
    b"\0\0\0\x80",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"\n",
    b"\"\"\"",
    b"#",
    b"\\\n",
    b"(",
    b"f'{",
];

pub struct Mutator<'c> {
    corpus: &'c [Vec<u8>],
    random: Xoshiro256PlusPlus,
}

impl<'c> Mutator<'c> {
    pub fn new(corpus: &'c [Vec<u8>], seed: u64) -> Self {
        Self { corpus, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The next input: one of the corpus, changed in one to eight places.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.pick().to_vec();
        for _ in 0..=self.below(8) {
            self.change(&mut input);
        }
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let end = (at + 1 + self.below(32)).min(input.len());
        match self.below(8) {
            0 | 1 if at < input.len() => input[at] ^= 1 << self.below(8),
            2 if at < input.len() => input[at] = self.below(256) as u8,
            3 => drop(input.drain(at..end)),
            4 => {
                let copied = input[at..end].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, copied);
            }
            5 => {
                let piece = INTERESTING[self.below(INTERESTING.len())];
                let end = if self.below(2) == 0 { at } else { (at + piece.len()).min(input.len()) };
                input.splice(at..end, piece.iter().copied());
            }
            6 if self.below(8) == 0 => input.truncate(at),
            7 => {
                let other = self.pick();
                let from = self.below(other.len() + 1);
                let piece = &other[from..(from + self.below(200)).min(other.len())];
                input.splice(at..at, piece.iter().copied());
            }
            _ => {}
        }
    }

    fn pick(&mut self) -> &'c [u8] {
        let index = self.below(self.corpus.len());
        &self.corpus[index]
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.random.next_u64() % bound.max(1) as u64) as usize
    }
}
