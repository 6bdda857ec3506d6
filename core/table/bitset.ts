/** A set of row numbers as 32-bit words, lowest row in the lowest bit of the first word. */
export type Bitset = Int32Array

/** An empty set for rows 0 to `size` - 1. */
export const emptyBitset = (size: number): Bitset => new Int32Array(Math.max(1, (size + 31) >> 5))

/** Adds a row to a set, in place. */
export const addRow = (set: Bitset, row: number): void => {
  const word = row >> 5
  set[word] = (set[word] ?? 0) | (1 << (row & 31))
}

/** The rows of all sets at once, lowest first; stops after `limit` rows. */
export const intersection = (
  sets: ReadonlyArray<Bitset>,
  all: Bitset,
  limit: number,
): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (let word = 0; word < all.length; word += 1) {
    let bits = all[word] ?? 0
    for (let index = 0; bits !== 0 && index < sets.length; index += 1) {
      bits &= sets[index]?.[word] ?? 0
    }
    while (bits !== 0) {
      const lowest = bits & -bits
      rows.push((word << 5) + 31 - Math.clz32(lowest))
      if (rows.length === limit) return rows
      bits ^= lowest
    }
  }
  return rows
}
