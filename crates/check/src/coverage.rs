//! Line and function coverage of the code under test, from the counters of its blocks.

use std::collections::BTreeMap;

use pikse_llvm::Types;
use pikse_native::CoveredBlock;

use crate::distinct::clean;

/// The coverage of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// How often each line with code ran.
    pub lines: BTreeMap<u32, u64>,
    /// Functions: the name, the line, how often it was called.
    pub functions: Vec<(String, u32, u64)>,
}

/// The coverage by file. The count of a line is the largest count of its blocks.
pub fn coverage(
    types: &Types,
    blocks: &[CoveredBlock],
    counts: &[u64],
) -> BTreeMap<String, FileCoverage> {
    let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
    for (block, &count) in blocks.iter().zip(counts) {
        let file = files.entry(clean(&block.file)).or_default();
        for &line in &block.lines {
            let most = file.lines.entry(line).or_default();
            *most = (*most).max(count);
        }
        if let (true, Some(&first)) = (block.is_first, block.lines.first()) {
            let line = begins(types, block).unwrap_or(first);
            let known = file.functions.iter_mut().find(|(name, ..)| *name == block.function);
            match known {
                Some((_, _, sum)) => *sum += count,
                None => file.functions.push((block.function.clone(), line, count)),
            }
        }
    }
    files
}

/// The line of a block's function is that of its name, where that is known.
fn begins(types: &Types, block: &CoveredBlock) -> Option<u32> {
    let named = types.functions().iter().filter(|f| f.last_name() == block.function);
    let mut places = named.filter_map(|f| f.place.as_ref());
    places.find(|(file, _)| *file == block.file).map(|&(_, line)| line)
}
