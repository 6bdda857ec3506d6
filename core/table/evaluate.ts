import { countBits } from "./bitset.ts"
import { type AskedFacts, readFact } from "./fact-site.ts"
import { placeOf } from "./lookup.ts"
import type { RowIndex } from "./row-index.ts"

/** Asks a decision table: the rows that all facts satisfy, lowest first; facts must be plain data. */
export type Evaluate<Row> = (facts: AskedFacts) => ReadonlyArray<Row>

const noRows: ReadonlyArray<never> = Object.freeze([])

/** How many columns {@link evaluateAll} takes without a loop. */
const unrolled = 8

/** A place of rows for each column that decides; every row's for columns that are not there. */
const makePlaces = ({ everyRow, lookups }: RowIndex): Int32Array =>
  new Int32Array(Math.max(unrolled, lookups.length)).fill(everyRow)

/** Looks up where the rows of each fact start. */
const findPlaces = ({ lookups }: RowIndex, facts: AskedFacts, places: Int32Array): void => {
  for (let column = 0; column < lookups.length; column += 1) {
    const lookup = lookups[column]
    if (lookup === undefined) return
    places[column] = placeOf(lookup, readFact(facts, lookup.factName, lookup.site))
  }
}

/**
 * Prepares a table to answer with every matching row. Words of rows that the first four columns rule
 * out are left alone by the others, and nothing is allocated but the answer.
 */
export const evaluateAll = <Row>(index: RowIndex, rows: ReadonlyArray<Row>): Evaluate<Row> => {
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
    if (count === 0) return noRows
    const found = Array<Row>(count)
    let hit = 0
    for (let word = 0; hit < count; word += 1) {
      for (let left = matching[word] ?? 0; left !== 0; left &= left - 1) {
        found[hit] = rows[(word << 5) + 31 - Math.clz32(left & -left)] as Row
        hit += 1
      }
    }
    return found
  }
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
      let left = -1
      for (let column = 0; left !== 0 && column < places.length; column += 1) {
        left &= words[(places[column] ?? 0) + word] ?? 0
      }
      if (left !== 0) return answers[(word << 5) + 31 - Math.clz32(left & -left)] ?? noRows
    }
    return noRows
  }
}
