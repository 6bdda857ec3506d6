import { type Bitset, countBits, countRows } from "./bitset.ts"
import type { AskedFacts } from "./fact-site.ts"
import type { RowIndex } from "./row-index.ts"
import { type MakeAnswer, shareAnswers } from "./shared-answers.ts"

/** Asks a decision table: the rows that all facts satisfy, lowest first; facts must be plain data. */
export type Evaluate<Row> = (facts: AskedFacts) => ReadonlyArray<Row>

const noRows: ReadonlyArray<never> = Object.freeze([])

/** How many columns {@link evaluateWide} takes without a loop. */
const unrolled = 8

/**
 * The place of the rows of each deciding column; the place of all rows for columns that do not
 * exist.
 */
const makePlaces = ({ everyRow, lookupCount }: RowIndex): Int32Array =>
  new Int32Array(Math.max(unrolled, lookupCount)).fill(everyRow)

/** Looks up where the rows of each fact start. */
const findPlaces = (
  { findPlace, firstLookup }: RowIndex,
  facts: AskedFacts,
  places: Int32Array,
): void => {
  let column = 0
  for (let lookup = firstLookup; lookup !== undefined; lookup = lookup.next) {
    places[column] = findPlace(lookup, facts)
    column += 1
  }
}

/**
 * The rows of one word that all columns accept. The first columns leave few, so not all are read.
 */
const rowsLeftIn = (word: number, words: Int32Array, places: Int32Array): number => {
  let left = -1
  for (let column = 0; left !== 0 && column < places.length; column += 1) {
    left &= words[(places[column] ?? 0) + word] ?? 0
  }
  return left
}

/** The rows of a set with `count` of them. */
const pickRows = <Row>(
  rows: ReadonlyArray<Row>,
  set: Bitset,
  count: number,
): ReadonlyArray<Row> => {
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

/** Turns sets of rows into rows; small tables yield few different sets. */
const sharePicks = <Row>(width: number, rows: ReadonlyArray<Row>): MakeAnswer<ReadonlyArray<Row>> =>
  shareAnswers(width, (set) => pickRows(rows, set, countRows(set)))

/** A set of one word or two stays in the processor's registers from the first column to the last. */
const evaluateSmall = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { everyRow, findPlace, firstLookup, width, words } = index
  const last = width - 1
  const matching = new Int32Array(width)
  const answerOf = sharePicks(width, rows)
  return (facts) => {
    let firstWord = words[everyRow] ?? 0
    let lastWord = words[everyRow + last] ?? 0
    for (let lookup = firstLookup; lookup !== undefined; lookup = lookup.next) {
      const place = findPlace(lookup, facts)
      firstWord &= words[place] ?? 0
      lastWord &= words[place + last] ?? 0
    }
    matching[0] = firstWord
    matching[last] = lastWord
    return answerOf(matching)
  }
}

/** Most words need few columns. */
const evaluateNarrow = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width, words } = index
  const places = makePlaces(index)
  const matching = new Int32Array(width)
  const answerOf = sharePicks(width, rows)
  return (facts) => {
    findPlaces(index, facts, places)
    for (let word = 0; word < width; word += 1) matching[word] = rowsLeftIn(word, words, places)
    return answerOf(matching)
  }
}

/** The other columns skip words that the first four rule out. */
const evaluateWide = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width, words } = index
  const places = makePlaces(index)
  const matching = new Int32Array(width)
  return (facts) => {
    findPlaces(index, facts, places)
    const a = places[0] ?? 0
    const b = places[1] ?? 0
    const c = places[2] ?? 0
    const d = places[3] ?? 0
    const e = places[4] ?? 0
    const f = places[5] ?? 0
    const g = places[6] ?? 0
    const h = places[7] ?? 0
    let count = 0
    for (let word = 0; word < width; word += 1) {
      let left =
        (words[a + word] ?? 0) &
        (words[b + word] ?? 0) &
        (words[c + word] ?? 0) &
        (words[d + word] ?? 0)
      matching[word] = 0
      if (left === 0) continue
      left &=
        (words[e + word] ?? 0) &
        (words[f + word] ?? 0) &
        (words[g + word] ?? 0) &
        (words[h + word] ?? 0)
      for (let column = unrolled; column < places.length; column += 1) {
        left &= words[(places[column] ?? 0) + word] ?? 0
      }
      matching[word] = left
      count += countBits(left)
    }
    return count === 0 ? noRows : pickRows(rows, matching, count)
  }
}

/** Sets of up to so many words are small, those of 64 rows, and narrow, those of 256. */
const smallWidth = 2
const narrowWidth = 8

/** Prepares a table to answer with every matching row. Nothing is allocated but answers. */
export const evaluateAll = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  if (index.width <= smallWidth) return evaluateSmall(index, rows)
  return index.width <= narrowWidth ? evaluateNarrow(index, rows) : evaluateWide(index, rows)
}

/**
 * Prepares a table to answer with the first matching row, which is the only one where rows are
 * unique. The answers are made once and shared, so that nothing is allocated.
 */
export const evaluateFirst = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width, words } = index
  const places = makePlaces(index)
  const answers = rows.map((row): ReadonlyArray<Row> => Object.freeze([row]))
  return (facts) => {
    findPlaces(index, facts, places)
    for (let word = 0; word < width; word += 1) {
      const left = rowsLeftIn(word, words, places)
      if (left !== 0) return answers[(word << 5) + 31 - Math.clz32(left & -left)] ?? noRows
    }
    return noRows
  }
}
