//! A compact set of positions: open addressing with linear probing, 8 bytes a slot.
//!
//! The number of slots hangs on the number of keys alone, never on their order, so that what a set takes is the same however
//! it was filled.

/// A set of keys below 2^63.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Key and 1; 0 is an empty slot.
    slots: Vec<u64>,
    len: usize,
}

/// Keys whose places are asked for at a time.
const TOGETHER: usize = 64;

/// Sets of one level; a power of two.
pub(super) const SHARDS: usize = 16;

/// The key's bits mixed (the finaliser of `MurmurHash3` by A. Appleby).
#[inline]
const fn mixed(key: u64) -> u64 {
    let h = (key ^ key >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

/// The set that a key of a level belongs to.
#[inline]
pub(super) const fn shard(key: u64) -> usize {
    mixed(key) as usize >> 8 & (SHARDS - 1)
}

impl Table {
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Slots, filled or not.
    pub const fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    const fn home(&self, key: u64) -> usize {
        ((mixed(key) as u128 * self.slots.len() as u128) >> 64) as usize
    }

    /// The slot of a key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<usize> {
        self.place(key).ok()
    }

    /// The slot of a key, or else the empty one where it would stand; of no meaning where there are no slots.
    #[inline]
    fn place(&self, key: u64) -> Result<usize, usize> {
        if self.slots.is_empty() {
            return Err(0);
        }
        let mut at = self.home(key);
        loop {
            match self.slots[at] {
                0 => return Err(at),
                held if held == key + 1 => return Ok(at),
                _ => at = if at + 1 == self.slots.len() { 0 } else { at + 1 },
            }
        }
    }

    /// The key in a slot.
    #[inline]
    pub fn key(&self, slot: usize) -> Option<u64> {
        self.slots[slot].checked_sub(1)
    }

    /// The keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.slots.iter().filter_map(|held| held.checked_sub(1))
    }

    /// Slots that one key more takes: none more while four fifths are not filled, half as many again after that.
    pub const fn slots_wanted(&self) -> usize {
        if (self.len + 1) * 5 <= self.slots.len() * 4 {
            self.slots.len()
        } else {
            self.slots.len() + self.slots.len() / 2 + 8
        }
    }

    /// Adds a key; says whether it is new.
    pub fn insert(&mut self, key: u64) -> bool {
        let Err(at) = self.place(key) else { return false };
        let wanted = self.slots_wanted();
        if wanted > self.slots.len() {
            let held = std::mem::replace(&mut self.slots, vec![0; wanted]);
            for kept in held.into_iter().filter(|&held| held > 0) {
                self.put(kept);
            }
            self.put(key + 1);
        } else {
            self.slots[at] = key + 1;
        }
        self.len += 1;
        true
    }

    /// The slot where a key is looked for first, and what it holds.
    #[inline]
    pub fn near(&self, key: u64) -> Option<(usize, u64)> {
        let home = self.home(key);
        self.slots.get(home).map(|&held| (home, held))
    }

    /// Adds keys; tells the new ones, each once.
    pub fn insert_all(&mut self, keys: &[u64], mut new: impl FnMut(u64)) {
        for few in keys.chunks(TOGETHER) {
            // Memory fetches the places of all of them while it would else wait for one after the other.
            let near = few.iter().filter_map(|&key| self.near(key));
            std::hint::black_box(near.fold(0, |all, (_, held)| all ^ held));
            for &key in few {
                if self.insert(key) {
                    new(key);
                }
            }
        }
    }

    fn put(&mut self, held: u64) {
        let mut at = self.home(held - 1);
        while self.slots[at] != 0 {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        self.slots[at] = held;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::HashSet;

    #[test]
    fn it_holds_what_a_plain_set_holds() {
        let (mut table, mut plain, mut rng) = (Table::default(), HashSet::new(), Rng::from_u64(4));
        assert_eq!(table.find(0), None);
        for _ in 0..20_000 {
            let key = u64::from(rng.below(15_000)) << rng.below(40);
            assert_eq!(table.insert(key), plain.insert(key));
        }
        assert_eq!(table.len(), plain.len());
        assert_eq!(table.keys().collect::<HashSet<_>>(), plain);
        assert!((0..15_000).all(|key| table.find(key).is_some() == plain.contains(&key)));
        assert!(table.len() * 2 > table.slots(), "half the slots are filled");
    }
}
