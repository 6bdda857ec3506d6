import * as Effect from "effect/Effect"
import { rowWitness } from "../../../core/coverage/coverage-witness.ts"
import { namedRows, type WrittenRow } from "../../../core/explain/find-rows.ts"
import { rowRegion, rowsMeeting } from "../../../core/analysis/region.ts"
import { makeSpace } from "../../../core/analysis/space.ts"
import { rowsOf } from "../../../core/table/bitset.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { answersOne } from "../../../core/table/hit-policy.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { prepareTogether } from "../../../rules/impact/coverage.ts"
import { print } from "../../terminal/output.ts"
import type { LoadedTables } from "./load-tables.ts"
import { placesIn } from "../../tables/shown-path.ts"
import { refusal } from "../../terminal/command-refused.ts"

/** A table, with its rows where it decides. */
export interface NamedTable {
  readonly definition: AnyDefinition
  readonly decision: Decision | undefined
}

/** What a row of a decision table takes, beside its cells. */
interface RowFires {
  /** Facts that fire it; null where none do, or none were found in time. */
  readonly example: Readonly<Record<string, unknown>> | null
  /** The lines of earlier rows that fire instead of it for some of what it accepts. */
  readonly precededBy: ReadonlyArray<number>
}

const rowFires = (
  decision: Decision,
  { tables, wordsOf }: Pick<LoadedTables, "tables" | "wordsOf">,
  line: number,
): RowFires => {
  const { definition, rows, tests } = decision
  const { file, hitPolicy, inputs } = definition
  const together = prepareTogether(tables)(file)
  const row = rows.findIndex((each) => each.line === line)
  const space = makeSpace(inputs, tests, wordsOf)
  const region = rowRegion(space, row)
  const witness = rowWitness({ space, hitPolicy, tests, together }, row)
  const meeting =
    region === undefined || !answersOne(hitPolicy) ? [] : rowsOf(rowsMeeting(space, region))
  return {
    example: witness._tag === "Facts" ? witness.facts : null,
    precededBy: meeting.filter((each) => each < row).map((each) => rows[each]?.line ?? 0),
  }
}

const indented = (text: string): string => text.replace(/^/gm, "  ")

const linesMax = 8

/** Lines of rows, the first of them where there are many. */
const linesText = (lines: ReadonlyArray<number>): string => {
  const rest = lines.length - linesMax
  const shown = lines.slice(0, linesMax).join(", ")
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

const firesLines = ({ example, precededBy }: RowFires): ReadonlyArray<string> => [
  example === null
    ? "no facts were found that it counts for"
    : `counts for example for ${JSON.stringify(example)}`,
  ...(precededBy.length === 0
    ? []
    : [`gives way, where both apply, to the earlier rows at line ${linesText(precededBy)}`]),
]

/** A cell that is longer moves no other meaning to the right. */
const cellWidthMax = 40

const cellsText = (definition: AnyDefinition, { cells }: WrittenRow): string => {
  const written = Object.entries(columnsOf(definition)).filter(([name]) => cells[name] !== "")
  const nameWidth = Math.max(...written.map(([name]) => name.length))
  const widths = written.map(([name]) => cells[name]?.length ?? 0)
  const cellWidth = Math.max(0, ...widths.filter((width) => width <= cellWidthMax))
  return written
    .map(([name, { about, unit }]) => {
      const meaning = unit === undefined ? about : `${about} (${unit})`
      return `${name.padEnd(nameWidth)}  ${(cells[name] ?? "").padEnd(cellWidth)}  ${meaning}`
    })
    .join("\n")
}

/** The tables among some that have a row of a name. */
export const tablesWithRow = (
  { sources }: Pick<LoadedTables, "sources">,
  tables: ReadonlyArray<NamedTable>,
  name: string,
): ReadonlyArray<NamedTable> =>
  tables.filter(
    ({ definition }) =>
      namedRows(definition, sources.get(definition.file) ?? "", name).found.length > 0,
  )

/** Shows a row by its name: each cell with what its column means, and what a decision row counts for. */
export const explainRow = Effect.fnUntraced(function* (
  loaded: LoadedTables,
  {
    decision,
    definition,
  }: { readonly definition: AnyDefinition; readonly decision: Decision | undefined },
  {
    json,
    name,
    rowsMax,
  }: { readonly name: string; readonly rowsMax: number; readonly json: boolean },
) {
  const { file } = definition
  const { found, nearest } = namedRows(definition, loaded.sources.get(file) ?? "", name)
  if (found.length === 0) return yield* refusal("no-row-named", { file, name, nearest })
  const { placeOf } = placesIn(loaded, file)
  const rows = found.slice(0, rowsMax).map((row) => ({
    ...row,
    ...(decision === undefined ? {} : { fires: rowFires(decision, loaded, row.line) }),
  }))
  const rest = found.length - rows.length
  yield* print(json, { file, name, count: found.length, rows }, () =>
    [
      ...rows.map((row) =>
        [
          placeOf(row.line),
          indented(
            [
              cellsText(definition, row),
              ...(row.fires === undefined ? [] : firesLines(row.fires)),
            ].join("\n"),
          ),
        ].join("\n"),
      ),
      ...(rest > 0 ? [`and ${rest} more`] : []),
    ].join("\n\n"),
  )
})
