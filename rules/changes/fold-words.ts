import type { RegionReport, TableReport } from "./diff-report.ts"
import type { FoldableRow, FoldedRows } from "./fold-rows.ts"
import { counted } from "../../core/plain-text.ts"

/** Words one after another, as a sentence lists them. */
export const listWords = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

/** Names of offers by id. */
export type OfferTitles = Readonly<Record<string, string>>

/** What rows have in common, in words; offers by name. */
const whereWords = (where: Readonly<Record<string, string>>, offers: OfferTitles): string =>
  Object.entries(where)
    .map(([name, value]) => {
      const title = name === "offer_id" ? offers[value] : undefined
      return title === undefined ? `${name} ${value}` : `offer ${value}, ${title}`
    })
    .join(", ")

const verbs = { added: "new", removed: "gone", changed: "changed" } as const

/**
 * Rows that changed in one way, as a line.
 *
 * ```ts
 * import { foldWords } from "../rules/changes/fold-words.ts"
 *
 * const row = { where: { tariff: "a", zone: "x" }, before: 1, after: 1, cells: [] }
 * const changes = [{ columns: ["per_person", "per_person_per_day"], change: "× 1.05" }]
 * foldWords({ what: "changed", rows: [row, row], where: { tariff: "a" }, changes }, {}) // => "2 rows of tariff a: per_person and per_person_per_day × 1.05"
 * foldWords({ what: "removed", rows: [row], where: {}, changes: [] }, {}) // => "1 row gone"
 * ```
 */
export const foldWords = (
  { changes, rows, what, where }: FoldedRows,
  offers: OfferTitles,
): string => {
  const common = whereWords(where, offers)
  const whose = `${counted(rows.length, "row")}${common === "" ? "" : ` of ${common}`}`
  if (changes.length === 0) return `${whose} ${verbs[what]}`
  const words = changes.map(({ change, columns }) => `${listWords(columns)} ${change}`)
  return `${whose}: ${words.join("; ")}`
}

/** What tells a row of a fold from the others, and what became of it: an example. */
export const foldExample = (
  { where: common }: FoldedRows,
  { cells, where }: FoldableRow,
): { readonly where: string; readonly change: string } => ({
  where: Object.entries(where)
    .filter(([name]) => !(name in common))
    .map(([name, value]) => `${name} ${value}`)
    .join(", "),
  change: cells
    .map(({ after, before, column }) =>
      before === "" || after === ""
        ? `${column} ${before === "" ? after : before}`
        : `${column} ${before} → ${after}`,
    )
    .join(", "),
})

/** Folds that stand for several rows. */
export const severalRows = ({ folds }: TableReport): ReadonlyArray<FoldedRows> =>
  folds.filter(({ rows }) => rows.length > 1)

const lineKey = (version: "before" | "after", line: number | undefined): string =>
  `${version} ${line}`

/** The lines of the rows that folds of several rows stand for. */
const foldedLines = (table: TableReport): ReadonlySet<string> =>
  new Set(
    severalRows(table).flatMap(({ rows }) =>
      rows.flatMap(({ after, before }) => [lineKey("before", before), lineKey("after", after)]),
    ),
  )

/** Which regions of a table its folds do not tell. */
export const untoldRegions = (table: TableReport): ReadonlyArray<RegionReport> => {
  const lines = foldedLines(table)
  return (table.decision?.regions ?? []).filter(
    ({ come, gone }) =>
      come.length + gone.length === 0 ||
      !gone.every(({ line }) => lines.has(lineKey("before", line))) ||
      !come.every(({ line }) => lines.has(lineKey("after", line))),
  )
}

/** Whether the folds of a table tell what became of a row. */
export const isTold = (
  table: TableReport,
): ((row: Pick<FoldableRow, "after" | "before">) => boolean) => {
  const lines = foldedLines(table)
  return ({ after, before }) =>
    lines.has(after === undefined ? lineKey("before", before) : lineKey("after", after))
}
