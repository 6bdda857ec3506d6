/** A set of row numbers as 32-bit words, lowest row in the lowest bit of the first word. */
export type Bitset = Int32Array

/** An empty set for rows 0 to `size` - 1. */
export const emptyBitset = (size: number): Bitset => new Int32Array(Math.max(1, (size + 31) >> 5))

/** Adds a row to a set, in place. */
export const addRow = (set: Bitset, row: number): void => {
  const word = row >> 5
  set[word] = (set[word] ?? 0) | (1 << (row & 31))
}

/** Takes a row out of a set, in place. */
export const removeRow = (set: Bitset, row: number): void => {
  const word = row >> 5
  set[word] = (set[word] ?? 0) & ~(1 << (row & 31))
}

/** Adds a row that is not in a set, or takes it out if it is, in place. */
export const flipRow = (set: Bitset, row: number): void => {
  const word = row >> 5
  set[word] = (set[word] ?? 0) ^ (1 << (row & 31))
}

/** The set of rows 0 to `size` - 1. */
export const fullBitset = (size: number): Bitset => {
  const rows = emptyBitset(size).fill(-1)
  if ((size & 31) !== 0 || size === 0) rows[size >> 5] = (1 << (size & 31)) - 1
  return rows
}

/** How many bits of a word are set. */
const countBits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** How many rows are in a set. */
export const countRows = (set: Bitset): number => {
  let count = 0
  for (let word = 0; word < set.length; word += 1) count += countBits(set[word] ?? 0)
  return count
}

/** Whether two sets hold the same rows. */
export const sameRows = (left: Bitset, right: Bitset): boolean =>
  left.length === right.length && left.every((word, index) => word === right[index])

/** Whether a row is in a set. */
export const hasRow = (set: Bitset, row: number): boolean =>
  ((set[row >> 5] ?? 0) & (1 << (row & 31))) !== 0

/** Whether no row is in a set. */
export const isEmpty = (set: Bitset): boolean => {
  for (let word = 0; word < set.length; word += 1) if (set[word] !== 0) return false
  return true
}

/** Whether some row is in both sets. */
export const meets = (left: Bitset, right: Bitset): boolean => {
  for (let word = 0; word < left.length; word += 1) {
    if (((left[word] ?? 0) & (right[word] ?? 0)) !== 0) return true
  }
  return false
}

/** Adds all rows of another set, in place. */
export const unite = (set: Bitset, other: Bitset): void => {
  for (let word = 0; word < set.length; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0)
}

/** Takes out the rows that are not in another set, in place. */
export const intersect = (set: Bitset, other: Bitset): void => {
  for (let word = 0; word < set.length; word += 1) set[word] = (set[word] ?? 0) & (other[word] ?? 0)
}

/** The rows that are in both sets. */
export const intersected = (left: Bitset, right: Bitset): Bitset => {
  const set = left.slice()
  intersect(set, right)
  return set
}

/** The rows that are in one set or the other. */
export const united = (left: Bitset, right: Bitset): Bitset => {
  const set = left.slice()
  unite(set, right)
  return set
}

/** The rows of a set, lowest first. */
export const rowsOf = (set: Bitset): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (let word = 0; word < set.length; word += 1) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) {
      rows.push((word << 5) + 31 - Math.clz32(bits & -bits))
    }
  }
  return rows
}

/** The rows of `all` that are in every one of some sets, lowest first. */
export const intersection = (sets: ReadonlyArray<Bitset>, all: Bitset): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (let word = 0; word < all.length; word += 1) {
    let bits = all[word] ?? 0
    for (let index = 0; bits !== 0 && index < sets.length; index += 1) {
      bits &= sets[index]?.[word] ?? 0
    }
    for (; bits !== 0; bits &= bits - 1) rows.push((word << 5) + 31 - Math.clz32(bits & -bits))
  }
  return rows
}
