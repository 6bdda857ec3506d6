import { orderedCases, type OrderedCase, reachesOf } from "../../core/check/meaning/ordered-case.ts"
import { decimalText } from "../../core/money/decimal-literal.ts"
import type { Reach } from "../../core/check/meaning/reach.ts"
import { writtenRows } from "../../core/check/meaning/table-cells.ts"
import type { Finding } from "../../core/check/finding.ts"
import type { LoadedTable } from "../../core/check/column-values.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import { type AnyDefinition, loadText } from "../../core/table/load.ts"
import { type Monotone, sumText } from "../../core/table/meaning.ts"
import type { PromisePoint, PromiseSteps } from "./workbench-finding.ts"
import type { CheckedTexts } from "./checked-texts.ts"

type BrokenPromise = Extract<Finding, { readonly _tag: "BrokenPromise" }>

/** A chart shows so many places on the way at most. */
const pointsMax = 48

/** And so many on each side of a step between neighbours. */
const aroundMin = 8

const promiseOf = (
  definition: AnyDefinition,
  { never, over, sum }: BrokenPromise,
): Monotone | undefined =>
  definition.means?.find(
    (said): said is Monotone =>
      said._tag === "Monotone" &&
      said.over === over &&
      said.never === never &&
      sumText(said.sum) === sum,
  )

const lets = (reach: Reach | undefined, fact: string | number | boolean | null): boolean => {
  if (reach === undefined) return false
  if (reach._tag === "Words") return reach.words.includes(String(fact))
  return reach.stretches.some(({ high, low }) => Number(fact) >= low && Number(fact) <= high)
}

/** The places that a chart shows: those of the step, and some around them. */
const placesAround = (
  first: number,
  last: number,
  low: number,
  high: number,
): ReadonlyArray<number> => {
  const span = Math.max(last - first, aroundMin)
  const start = Math.max(low, first - span)
  const end = Math.min(high, last + span)
  const step = Math.max(1, Math.ceil((end - start) / pointsMax))
  const places = new Set([first, last])
  for (let at = start; at <= end; at += step) places.add(at)
  return [...places].toSorted((left, right) => left - right)
}

interface Way {
  readonly definition: AnyDefinition
  readonly promise: Monotone
  readonly finding: BrokenPromise
  readonly wordsOf: WordsOf
}

const casesIn = (
  { definition, finding, promise, wordsOf }: Way,
  table: LoadedTable,
  source: string,
) => {
  const rows = writtenRows(definition, source)
  const { cases, decimals } = orderedCases(
    promise,
    rows,
    reachesOf(definition, table, rows, wordsOf),
  )
  const witness = Object.entries(finding.witness).filter(([column]) => column !== promise.over)
  const mine = cases.filter(({ others }) =>
    witness.every(([column, fact]) => !others.has(column) || lets(others.get(column), fact)),
  )
  return { mine, decimals }
}

const placeOn = ({ order }: Monotone, at: string): number =>
  order === undefined ? Number(at) : order.indexOf(at)

const pointAt = (
  { finding, promise }: Way,
  cases: ReadonlyArray<OrderedCase>,
  at: number,
  decimals: number,
): PromisePoint => {
  const name = promise.order?.[at] ?? String(at)
  const there = cases.filter(({ over }) => over.some(({ high, low }) => at >= low && at <= high))
  // Where several rows apply, the way goes along those between which it is broken.
  const told = at <= placeOn(promise, finding.from.at) ? finding.from.line : finding.to.line
  const row = there.find((each) => each.row.line === told) ?? there[0]
  if (row === undefined) return { at: name, value: null, line: null }
  let sum = row.flat
  for (const [column, slope] of row.slopes) {
    const fact = column === promise.over ? at : finding.witness[column]
    sum += slope * BigInt(Math.trunc(Number(fact ?? 0)))
  }
  const value = Number(decimalText(promise.never === "falls" ? sum : -sum, decimals))
  return { at: name, value, line: row.row.line }
}

/** The values of a broken promise around the step that breaks it, now and in the version before. */
export const stepsOf = (
  finding: Finding,
  texts: CheckedTexts,
  before: ReadonlyMap<string, string>,
): PromiseSteps | null => {
  if (finding._tag !== "BrokenPromise") return null
  const definition = texts.definitionOf(finding.file)
  const table = texts.tableOf(finding.file)
  const promise = definition === undefined ? undefined : promiseOf(definition, finding)
  if (definition === undefined || table === undefined || promise === undefined) return null
  const way: Way = { definition, promise, finding, wordsOf: texts.wordsOf }
  const { decimals, mine } = casesIn(way, table, texts.sources.get(finding.file) ?? "")
  const stretches = mine.flatMap(({ over }) => over)
  const [first, last] = [placeOn(promise, finding.from.at), placeOn(promise, finding.to.at)]
  const low = Math.min(first, ...stretches.map((stretch) => stretch.low).filter(Number.isFinite))
  const high = Math.max(
    last,
    ...stretches.map((stretch) => (Number.isFinite(stretch.high) ? stretch.high : last)),
  )
  const places = placesAround(Math.min(first, last), Math.max(first, last), low, high)
  const older = before.get(finding.file)
  const olderTable = older === undefined ? undefined : loadText(definition, older).content
  const olderCases =
    older === undefined || olderTable === undefined
      ? undefined
      : casesIn(way, olderTable as LoadedTable, older)
  return {
    over: finding.over,
    from: finding.from,
    to: finding.to,
    after: places.map((at) => pointAt(way, mine, at, decimals)),
    before:
      olderCases === undefined
        ? []
        : places.map((at) => pointAt(way, olderCases.mine, at, olderCases.decimals)),
  }
}
