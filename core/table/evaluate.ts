import { type Bitset, countRows } from "./bitset.ts"
import type { Fact } from "./condition.ts"
import type { MatchingIndex } from "./row-index.ts"

/** Facts by name, as a decision table is asked with them. */
export type AskedFacts = Readonly<Record<string, Fact | undefined>>

/** Asks a decision table: the rows that all facts satisfy, lowest first; facts must be plain data. */
export type Evaluate<Row> = (facts: AskedFacts) => ReadonlyArray<Row>

/** Prepares a table to answer with every matching row. */
export const evaluateAll = <Row>(index: MatchingIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width } = index
  const { look, rowsIn } = makeMatcher(index)
  const matching = new Int32Array(width)
  const pick = (set: Bitset): ReadonlyArray<Row> => pickRows(rows, set)
  const answerOf = width <= sharedWidthMax ? shareAnswers(width, pick) : pick
  return (facts) => {
    look(facts)
    for (let word = 0; word < width; word += 1) matching[word] = rowsIn(word)
    return answerOf(matching)
  }
}

/**
 * Prepares a table to answer with the first matching row, which is the only one where rows are
 * unique. The answers are made once and shared, so that nothing is allocated.
 */
export const evaluateFirst = <Row>(
  index: MatchingIndex,
  rows: ReadonlyArray<Row>,
): Evaluate<Row> => {
  const { look, rowsIn } = makeMatcher(index)
  const answers = rows.map((row): ReadonlyArray<Row> => Object.freeze([row]))
  return (facts) => {
    look(facts)
    for (let word = 0; word < index.width; word += 1) {
      const left = rowsIn(word)
      if (left !== 0) return answers[(word << 5) + 31 - Math.clz32(left & -left)] ?? noRows
    }
    return noRows
  }
}

/**
 * Prepares a table whose rows are unique to answer with the matching row, and with the first two where
 * several match: what nobody has checked may say two things.
 */
export const evaluateUnique = <Row>(
  index: MatchingIndex,
  rows: ReadonlyArray<Row>,
): Evaluate<Row> => {
  const { look, rowsIn } = makeMatcher(index)
  const answers = rows.map((row): ReadonlyArray<Row> => Object.freeze([row]))
  const { width } = index
  return (facts) => {
    look(facts)
    let found = -1
    for (let word = 0; word < width; word += 1) {
      for (let left = rowsIn(word); left !== 0; left &= left - 1) {
        const row = (word << 5) + 31 - Math.clz32(left & -left)
        if (found >= 0) return Object.freeze([rows[found] as Row, rows[row] as Row])
        found = row
      }
    }
    return answers[found] ?? noRows
  }
}

/** Makes a set of rows into an answer, or several sets that lie one behind the other. */
export type MakeAnswer<Answer extends object> = (set: Bitset) => Answer

/**
 * Shares answers: every set of rows has one, made when the set first comes up, for the questions to
 * a table vary more than its answers. Once 2,048 answers are shared, those of other sets are made
 * each time.
 *
 * ```ts
 * import { rowsOf } from "../core/table/bitset.ts"
 * import { shareAnswers } from "../core/table/evaluate.ts"
 *
 * const answer = shareAnswers(1, rowsOf)
 * answer(Int32Array.of(5)) // => [0, 2]
 * answer(Int32Array.of(5)) === answer(Int32Array.of(5)) // => true
 * ```
 */
export const shareAnswers = <Answer extends object>(
  width: number,
  make: MakeAnswer<Answer>,
): MakeAnswer<Answer> => {
  let kept: Kept<Answer> = noneKept(slotsLeast, width)
  let count = 0

  /** The slot of a set, or the free one that it would have. */
  const slotOf = ({ answers, sets, shift }: Kept<Answer>, set: Bitset): number => {
    const mask = answers.length - 1
    let hash = 0
    for (let word = 0; word < width; word += 1) {
      hash = (Math.imul(hash, mixWord) + (set[word] ?? 0)) | 0
    }
    let slot = Math.imul(hash, mixHash) >>> shift
    while (answers[slot] !== undefined) {
      const at = slot * width
      let word = width - 1
      while (word >= 0 && sets[at + word] === set[word]) word -= 1
      if (word < 0) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  const put = (to: Kept<Answer>, set: Bitset, answer: Answer): void => {
    const slot = slotOf(to, set)
    to.sets.set(set, slot * width)
    to.answers[slot] = answer
  }

  const doubleSlots = (): void => {
    const { answers, sets } = kept
    const wider: Kept<Answer> = noneKept(2 * answers.length, width)
    for (const [slot, answer] of answers.entries()) {
      const set = sets.subarray(slot * width, (slot + 1) * width)
      if (answer !== undefined) put(wider, set, answer)
    }
    kept = wider
  }

  const add = (set: Bitset): Answer => {
    if (2 * count >= kept.answers.length) {
      if (kept.answers.length >= slotsMost) return make(set)
      doubleSlots()
    }
    const answer = Object.freeze(make(set))
    put(kept, set, answer)
    count += 1
    return answer
  }

  return (set) => kept.answers[slotOf(kept, set)] ?? add(set)
}

const noRows: ReadonlyArray<never> = Object.freeze([])

/** Sets of up to 256 rows share answers; those of larger tables repeat too seldom. */
const sharedWidthMax = 8

/** Looks up where the rows of each fact start; then tells, a word at a time, which rows all accept. */
const makeMatcher = ({ deciding, every, words }: MatchingIndex) => {
  const places = new Int32Array(deciding.length)
  const look = (facts: AskedFacts): void => {
    for (let index = 0; index < deciding.length; index += 1) {
      const column = deciding[index]
      if (column === undefined) return
      places[index] = column.places[column.segmentOf(facts[column.factName])] ?? 0
    }
  }
  // The first columns leave few rows, so the others are seldom read.
  const rowsIn = (word: number): number => {
    let left = every[word] ?? 0
    for (let index = 0; left !== 0 && index < places.length; index += 1) {
      left &= words[(places[index] ?? 0) + word] ?? 0
    }
    return left
  }
  return { look, rowsIn }
}

/** The rows of a set. */
const pickRows = <Row>(rows: ReadonlyArray<Row>, set: Bitset): ReadonlyArray<Row> => {
  const count = countRows(set)
  if (count === 0) return noRows
  const found = Array<Row>(count)
  let hit = 0
  for (let word = 0; hit < count; word += 1) {
    for (let left = set[word] ?? 0; left !== 0; left &= left - 1) {
      found[hit] = rows[(word << 5) + 31 - Math.clz32(left & -left)] as Row
      hit += 1
    }
  }
  return found
}

/** Initial and maximum number of slots; half of them stay free, so that one is soon found. */
const slotsLeast = 64
const slotsMost = 4_096

/** Odd numbers that spread the bits of what they are multiplied with. */
const mixWord = 0x85_eb_ca_6b
const mixHash = 0x9e_37_79_b1

/** Answers by their sets, each in a slot near the one that the topmost bits of the set's hash tell. */
interface Kept<Answer> {
  /** By how many bits a hash is shifted to a slot. */
  readonly shift: number
  readonly sets: Int32Array
  readonly answers: Array<Answer | undefined>
}

const noneKept = <Answer>(slots: number, width: number): Kept<Answer> => ({
  shift: Math.clz32(slots) + 1,
  sets: new Int32Array(slots * width),
  answers: Array<Answer | undefined>(slots).fill(undefined),
})

/**
 * Finds the rows of `every` that all the accepted sets hold and, for each of the sets that are
 * numbered in `relaxed`, the rows that it alone does not hold. They are written into `found` one set
 * behind the other, the rows of a word at once: a row that fails again is told from one that fails for
 * the first time as a carry is in addition.
 *
 * ```ts
 * import { rowsOf } from "../core/table/bitset.ts"
 * import { findFailures } from "../core/table/evaluate.ts"
 *
 * const adults = Int32Array.of(0b0111)
 * const weeks = Int32Array.of(0b1101)
 * const found = new Int32Array(2)
 * findFailures([adults, weeks], Int32Array.of(0b1111), [1], found)
 * rowsOf(found.subarray(0, 1)) // => [0, 2]
 * rowsOf(found.subarray(1, 2)) // => [1]
 * ```
 */
export const findFailures = (
  accepted: ReadonlyArray<Bitset>,
  every: Bitset,
  relaxed: ReadonlyArray<number>,
  found: Bitset,
): void => {
  const width = every.length
  for (let word = 0; word < width; word += 1) {
    let failed = 0
    let failedAgain = 0
    for (let index = 0; index < accepted.length; index += 1) {
      const fails = ~(accepted[index]?.[word] ?? 0)
      failedAgain |= failed & fails
      failed |= fails
    }
    const rows = every[word] ?? 0
    const failedOnce = rows & failed & ~failedAgain
    found[word] = rows & ~failed
    for (let place = 0; place < relaxed.length; place += 1) {
      const holds = accepted[relaxed[place] ?? 0]?.[word] ?? 0
      found[(place + 1) * width + word] = failedOnce & ~holds
    }
  }
}
