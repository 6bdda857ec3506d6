import type { DecisionExplanation, RowList, RowTrace } from "../../../core/explain/explain.ts"
import type { FoundRows, WrittenRow } from "../../../core/explain/find-rows.ts"
import type { OpenExplanation } from "../../../core/explain/open-facts.ts"
import type { WhyNot } from "../../../core/explain/why-not.ts"
import type { Fact } from "../../../core/table/condition.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import { recordText, tableText, counted } from "../../../core/plain-text.ts"

/** The place of a line in the form that terminals and editors open. */
type PlaceOf = (line: number) => string

const policies: Readonly<Record<HitPolicy, string>> = {
  unique: "unique: at most one row applies",
  any: "any: rows that apply to the same agree",
  priority:
    "priority: of the rows that apply, the one whose results come first in their lists counts",
  first: "first: the first row that applies counts",
  "rule order": "rule order: every row that applies counts, in the order of the file",
  "output order":
    "output order: every row that applies counts, in the order of the lists of results",
  collect: "collect: every row that applies counts",
  sum: "sum: the results of the rows that apply are added up",
  min: "min: the least result of the rows that apply counts",
  max: "max: the greatest result of the rows that apply counts",
  count: "count: the rows that apply are counted",
}

const cellWidthMax = 28

const clipped = (text: string): string =>
  text.length > cellWidthMax ? `${text.slice(0, cellWidthMax - 1)}…` : text

const factText = (fact: Fact): string => (fact === null ? "unknown" : String(fact))

const outcomeText = ({ failed, maskedBy }: RowTrace): string => {
  if (maskedBy !== undefined) return `masked by ${maskedBy}`
  return failed.length === 0 ? "fires" : `fails ${failed.length}`
}

/** Rows against the input, a line each: ✓ and ✗ before every cell that says something. */
export const traceText = (
  { columns }: DecisionExplanation,
  rows: ReadonlyArray<RowTrace>,
  placeOf: PlaceOf,
): string => {
  const shown = columns.filter((_, index) => rows.some(({ cells }) => cells[index]?.cell !== ""))
  const names = new Set(shown.map(({ column }) => column))
  const lines = rows.map((row) => [
    placeOf(row.line),
    outcomeText(row),
    ...row.cells
      .filter(({ column }) => names.has(column))
      .map(({ accepts, cell }) => `${accepts ? "✓" : "✗"} ${clipped(cell)}`.trimEnd()),
  ])
  return tableText(
    ["", "", ...shown.map(({ column }) => column)],
    [
      ["input", " ", ...shown.map(({ fact }) => clipped(factText(fact)))],
      ["rows that accept it", " ", ...shown.map(({ accepting }) => accepting)],
      ...lines,
    ],
  )
}

const indented = (text: string): string => text.replace(/^/gm, "  ")

const shownOf = ({ count, shown }: RowList): string =>
  count > shown.length ? `${count}, ${shown.length} of them shown` : String(count)

const summaryText = ({ fired, masked, missed, rowCount }: DecisionExplanation): string => {
  const parts = [
    `${shownOf(fired)} of ${counted(rowCount, "row")} ${fired.count === 1 ? "fires" : "fire"}`,
    ...(masked.count === 0 ? [] : [`masked: ${shownOf(masked)}`]),
    ...(missed.count === 0
      ? []
      : [`do not apply: ${shownOf(missed)}, fewest failed columns first`]),
  ]
  return parts.join("; ")
}

/** The outputs of one row as written, by column. */
export type OutputsOf = (line: number) => Readonly<Record<string, string>>

/** An explanation for people. */
export const explanationText = (
  explanation: DecisionExplanation,
  path: string,
  placeOf: PlaceOf,
  outputsOf: OutputsOf,
): string => {
  const { aggregate, fired, hitPolicy, masked, missed } = explanation
  const rows = [...fired.shown, ...masked.shown, ...missed.shown]
  const outputs = fired.shown.map(
    ({ line }) => `${placeOf(line)} gives\n${indented(recordText(outputsOf(line)))}`,
  )
  return [
    `${path} (${policies[hitPolicy]})\n${summaryText(explanation)}`,
    ...(rows.length === 0 ? [] : [traceText(explanation, rows, placeOf)]),
    ...outputs,
    ...(typeof aggregate === "string" ? [`together they come to ${aggregate}`] : []),
  ].join("\n\n")
}

const changesText = (changes: Extract<WhyNot, { readonly _tag: "Change" }>["changes"]): string =>
  tableText(
    ["", "", "", ""],
    changes.map(({ column, from, to }) => [column, factText(from), "->", factText(to)]),
  ).trimStart()

/** Why one row does not fire, for people. */
export const whyNotText = (answer: WhyNot, place: string, placeOf: PlaceOf): string => {
  switch (answer._tag) {
    case "Fires":
      return `${place} fires`
    case "Impossible":
      return `${place} can never fire: ${answer.column} allows nothing that its cell accepts`
    case "Covered":
      return `${place} can never fire: all that it accepts is taken by ${answer.by.map(placeOf).join(", ")}`
    case "Unknown":
      return `${place} does not fire; whether any input fires it is unknown: the search was cut short`
    case "Change": {
      const { changes, failed, maskedBy, proven } = answer
      const reason =
        failed.length === 0
          ? `it is masked by ${maskedBy.map(placeOf).join(", ")}`
          : `it fails ${failed.join(", ")}`
      const certainty = proven ? "no smaller one does" : "whether a smaller one does is unknown"
      return `${place} does not fire: ${reason}\nThe smallest change of input that fires it (${certainty}):\n${indented(changesText(changes))}`
    }
  }
}

/** What still matters while facts are open, for people. */
export const openText = (answer: OpenExplanation, path: string, placeOf: PlaceOf): string => {
  const { cannot, depends, fires, matter, open, unknown } = answer
  const idle = open.filter((name) => !matter.includes(name))
  const lines = [
    ...fires.map((line) => [placeOf(line), "fires whatever is open"]),
    ...depends.map(({ line, on }) => [placeOf(line), `depends on ${on.join(", ")}`]),
    ...unknown.map((line) => [placeOf(line), "unknown: the search was cut short"]),
  ]
  return [
    `${path}: ${matter.length === 0 ? "nothing that is open matters any more" : `still matters: ${matter.join(", ")}`}`,
    ...(idle.length === 0 ? [] : [`makes no difference: ${idle.join(", ")}`]),
    ...(lines.length === 0 ? [] : [tableText(["", ""], lines).trimStart()]),
    ...(cannot === 0 ? [] : [`cannot fire: ${counted(cannot, "row")}`]),
  ].join("\n")
}

const rowText = ({ cells, line }: WrittenRow, placeOf: PlaceOf): string =>
  `${placeOf(line)}\n${indented(recordText(cells))}`

/** Rows of a plain table, for people; where there are none, those that come nearest. */
export const foundText = (found: FoundRows, shown: number, placeOf: PlaceOf): string => {
  const key = Object.entries(found.key)
    .map(([name, part]) => `${name} ${part}`)
    .join(", ")
  if (found.found.length > 0) {
    const rest = found.found.length - shown
    const more = rest > 0 ? [`and ${counted(rest, "row")} more of ${found.rowCount}`] : []
    return [...found.found.slice(0, shown).map((row) => rowText(row, placeOf)), ...more].join(
      "\n\n",
    )
  }
  const none = `No row of ${counted(found.rowCount, "row")} has ${key}`
  if (found.nearest.length === 0) return none
  return [`${none}; nearest:`, ...found.nearest.map((row) => rowText(row, placeOf))].join("\n\n")
}
