import { type Bitset, countRows } from "./bitset.ts"
import type { Fact } from "./condition.ts"
import type { DecidingColumn, RowIndex } from "./row-index.ts"
import { type MakeAnswer, shareAnswers } from "./shared-answers.ts"

/** Facts by name, as a decision table is asked with them. */
export type AskedFacts = Readonly<Record<string, Fact | undefined>>

/** Asks a decision table: the rows that all facts satisfy, lowest first; facts must be plain data. */
export type Evaluate<Row> = (facts: AskedFacts) => ReadonlyArray<Row>

const noRows: ReadonlyArray<never> = Object.freeze([])

/** Where the rows start that accept the fact of a column; a fact that is not there is unknown. */
const placeOf = ({ column, factName, places }: DecidingColumn, facts: AskedFacts): number =>
  places[column.segmentOf(facts[factName] ?? null)] ?? 0

/** The rows of one word that all columns leave: the first ones leave few, so that not all are looked at. */
const rowsLeftIn = (word: number, words: Int32Array, places: Int32Array): number => {
  let left = -1
  for (let column = 0; left !== 0 && column < places.length; column += 1) {
    left &= words[(places[column] ?? 0) + word] ?? 0
  }
  return left
}

/** Prepares a table's look-ups: the places of the rows that accept each fact, in an array of its own. */
const makeFindPlaces = ({ deciding, everyRow }: RowIndex) => {
  // Where no column decides, every row applies.
  const places = new Int32Array(Math.max(1, deciding.length)).fill(everyRow)
  return (facts: AskedFacts): Int32Array => {
    let index = 0
    for (const condition of deciding) {
      places[index] = placeOf(condition, facts)
      index += 1
    }
    return places
  }
}

const pickRows = <Row>(rows: ReadonlyArray<Row>, set: Bitset): ReadonlyArray<Row> => {
  const found = Array<Row>(countRows(set))
  let hit = 0
  for (let word = 0; hit < found.length; word += 1) {
    for (let left = set[word] ?? 0; left !== 0; left &= left - 1) {
      found[hit] = rows[(word << 5) + 31 - Math.clz32(left & -left)] as Row
      hit += 1
    }
  }
  return found
}

/** Sets of up to so many words, those of 256 rows, are few: what is made of them is shared. */
const sharedWidthMax = 8

/** Prepares a table to answer with every matching row. */
export const evaluateAll = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width, words } = index
  const findPlaces = makeFindPlaces(index)
  const matching = new Int32Array(width)
  const pick: MakeAnswer<ReadonlyArray<Row>> = (set) => pickRows(rows, set)
  const answerOf = width <= sharedWidthMax ? shareAnswers(width, pick) : pick
  return (facts) => {
    const places = findPlaces(facts)
    for (let word = 0; word < width; word += 1) matching[word] = rowsLeftIn(word, words, places)
    return answerOf(matching)
  }
}

/**
 * Prepares a table to answer with the first matching row, which is the only one where rows are
 * unique. The answers are made once and shared.
 */
export const evaluateFirst = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
  const { width, words } = index
  const findPlaces = makeFindPlaces(index)
  const answers = rows.map((row): ReadonlyArray<Row> => Object.freeze([row]))
  return (facts) => {
    const places = findPlaces(facts)
    for (let word = 0; word < width; word += 1) {
      const left = rowsLeftIn(word, words, places)
      if (left !== 0) return answers[(word << 5) + 31 - Math.clz32(left & -left)] ?? noRows
    }
    return noRows
  }
}
