import { assert } from "@effect/vitest"
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
  for (const leaf of leavesOf(answer)) {
    const named = [...figures, ...echoes].some((figure) => isWithin(leaf, figure))
    assert.isTrue(named, `${leaf} is not explained`)
  }
  for (const { because, figure, from = [], value } of explanation) {
    const actual = valueAt(answer, figure)
    assert.notStrictEqual(actual, undefined, `${figure} is not in the answer`)
    if (typeof actual !== "object" || actual === null) assert.strictEqual(value, actual, figure)
    assert.isAbove(because.length + from.length, 0, `${figure} has no reason`)
    for (const origin of from) {
      const known = origin.startsWith("request.") || figures.includes(origin)
      assert.isTrue(known, `${figure} follows from ${origin}, which is not explained`)
    }
  }
}

/** All rows that an explanation cites. */
const reasonsIn = (explanation: Explanation): ReadonlyArray<Reason> =>
  explanation.flatMap(({ because }) => because)

/** Whether an explanation cites a row of a table's text. */
export const citedIn = (explanation: Explanation): ((row: TextRow) => boolean) => {
  const places = new Set(reasonsIn(explanation).map(({ file, line }) => `${file}:${line}`))
  return ({ file, line }) => places.has(`${file}:${line}`)
}

/** A cell as reasons tell it: what is empty, or no column of the table, is left out. */
const toldOf = (cell: string | undefined): string | undefined => (cell === "" ? undefined : cell)

/**
 * Every place that an explanation cites is a row of a shipped table, or a table's first line; each
 * row is told with where it comes from, as the table writes it.
 */
export const assertCitesRows = (explanation: Explanation): void => {
  for (const { asOf, column, confidence, file, line, says, source } of reasonsIn(explanation)) {
    const { header, rows } = textTable(file)
    const row = rows.find((each) => each.line === line)
    assert.isTrue(line === 1 || row !== undefined, `${file}:${line} is no row`)
    const cells = row?.cells ?? {}
    assert.deepStrictEqual(
      { source, asOf, confidence },
      {
        source: toldOf(cells["source"]),
        asOf: toldOf(cells["as_of"]),
        confidence: toldOf(cells["confidence"] ?? cells["certainty"]),
      },
      `${file}:${line}`,
    )
    if (column !== undefined) assert.include(header, column, file)
    assert.notStrictEqual(says, "")
  }
}
