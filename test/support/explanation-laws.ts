import { assert } from "@effect/vitest"
import { memo } from "../../core/memory.ts"
import type { Explanation, Reason } from "../../rules/explanation/explanation.ts"
import { valueAt } from "../../rules/explanation/figure-finding.ts"
import { textTable, type TextRow } from "./edited-tables.ts"

/** The paths of all texts, numbers, booleans and nulls in a value, and of empty lists and objects. */
const leavesOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [path]
  const entries = Object.entries(value)
  if (entries.length === 0) return [path]
  return entries.flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? `[${name}]` : `${path === "" ? "" : "."}${name}`
    return leavesOf(inner, `${path}${step}`)
  })
}

const isWithin = (path: string, figure: string): boolean =>
  path === figure || path.startsWith(`${figure}.`) || path.startsWith(`${figure}[`)

/**
 * Every leaf of an answer is explained, itself or inside an explained figure, unless it is an echo;
 * every figure exists, shows the answer's value, and leads back to rows or to the request.
 */
export const assertNamesEveryFigure = (
  answer: unknown,
  explanation: Explanation,
  echoes: ReadonlyArray<string>,
): void => {
  const figures = explanation.map(({ figure }) => figure)
  assert.strictEqual(new Set(figures).size, figures.length, "each figure once")
  const named = [...figures, ...echoes]
  const isNamed = (leaf: string): boolean => named.some((figure) => isWithin(leaf, figure))
  const isKnown = (origin: string): boolean =>
    origin.startsWith("request.") || figures.includes(origin)
  const faults = explanation.flatMap(({ because, figure, from = [], value }) => {
    const actual = valueAt(answer, figure)
    const isOther = (typeof actual !== "object" || actual === null) && value !== actual
    return [
      ...(actual === undefined ? [`${figure} is not in the answer`] : []),
      ...(isOther ? [`${figure} is ${String(value)}, not ${String(actual)}`] : []),
      ...(because.length + from.length === 0 ? [`${figure} has no reason`] : []),
      ...from
        .filter((origin) => !isKnown(origin))
        .map((origin) => `${figure} follows from ${origin}, which is not explained`),
    ]
  })
  const unnamed = leavesOf(answer).filter((leaf) => !isNamed(leaf))
  // Asserted once, as an assertion for each of thousands takes longer than to make the answer.
  assert.deepStrictEqual([...unnamed.map((leaf) => `${leaf} is not explained`), ...faults], [])
}

/** All rows that an explanation cites. */
const reasonsIn = (explanation: Explanation): ReadonlyArray<Reason> =>
  explanation.flatMap(({ because }) => because)

/** Whether an explanation cites a row of a table's text. */
export const citedIn = (explanation: Explanation): ((row: TextRow) => boolean) => {
  const places = new Set(reasonsIn(explanation).map(({ file, line }) => `${file}:${line}`))
  return ({ file, line }) => places.has(`${file}:${line}`)
}

/** The lines that an explanation cites, by their files. */
export const linesCited = (explanation: Explanation): ReadonlyMap<string, ReadonlySet<number>> => {
  const lines = new Map<string, Set<number>>()
  for (const { file, line } of reasonsIn(explanation)) {
    lines.set(file, (lines.get(file) ?? new Set<number>()).add(line))
  }
  return lines
}

/** A cell as reasons tell it: what is empty, or no column of the table, is left out. */
const toldOf = (cell: string | undefined): string | undefined => (cell === "" ? undefined : cell)

/**
 * Every place that an explanation cites is a row of a shipped table, or a table's first line; each
 * row is told with where it comes from, as the table writes it.
 */
export const assertCitesRows = (explanation: Explanation): void => {
  const faults = reasonsIn(explanation).flatMap(
    ({ asOf, column, confidence, file, line, says, source }) => {
      const row = rowsByLine(file).get(line)
      const cells = row?.cells ?? {}
      const isTold =
        source === toldOf(cells["source"]) &&
        asOf === toldOf(cells["as_of"]) &&
        confidence === toldOf(cells["confidence"] ?? cells["certainty"])
      const place = `${file}:${line}`
      return [
        ...(line === 1 || row !== undefined ? [] : [`${place} is no row`]),
        ...(isTold ? [] : [`${place} is from ${source} of ${asOf}, ${confidence}, as told`]),
        ...(column === undefined || textTable(file).header.includes(column)
          ? []
          : [`${place} has no column ${column}`]),
        ...(says === "" ? [`${place} says nothing`] : []),
      ]
    },
  )
  assert.deepStrictEqual(faults, [])
}

/** The rows of a shipped table's text, by their lines. */
const rowsByLine = memo(
  (file: string): ReadonlyMap<number, TextRow> =>
    new Map(textTable(file).rows.map((row) => [row.line, row])),
)
