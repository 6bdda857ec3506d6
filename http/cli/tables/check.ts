import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { describeTableError, type TableError } from "../../../core/table/error.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { tablesFolder } from "../../config.ts"
import type { TablesInvalid } from "../../tables/errors.ts"
import { type Bundle, loadBundle } from "../../tables/table-bundle.ts"
import { jsonFlag, print } from "../output.ts"

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Tables hold mistakes; each of them has been printed. */
export class MistakesFound extends Data.TaggedError("MistakesFound")<{
  readonly mistakes: number
  readonly files: number
}> {
  override get message() {
    return `${counted(this.mistakes, "mistake")} in ${counted(this.files, "file")}`
  }
}

const mistakeFields = ({ file, line, character, column, cell, expected, nearest }: TableError) => ({
  file,
  line,
  character,
  column,
  cell,
  expected,
  ...(nearest === undefined ? {} : { nearest }),
})

const showMistakes = (json: boolean) =>
  Effect.fnUntraced(function* ({ errors }: TablesInvalid) {
    yield* print(json, errors.map(mistakeFields), () => errors.map(describeTableError).join("\n"))
    const files = new Set(errors.map(({ file }) => file)).size
    return yield* new MistakesFound({ mistakes: errors.length, files })
  })

const soundText = ({ tables, hash }: Bundle): string => {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows.length, 0)
  const size = `${counted(tableFiles.length, "table")}, ${counted(rows, "row")}, bundle ${hash}`
  return `${size}: no mistakes in cells, keys and references; gaps, overlaps and unreachable rows are not analysed yet`
}

/** `viatica tables check`: every mistake in the tables. */
export const check = Command.make(
  "check",
  {
    tables: Flag.String("tables").pipe(
      Flag.withDescription("Folder of the tables; TABLES_DIR when left out"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("tables check")(function* ({ tables, json }) {
    const folder = Option.isSome(tables) ? tables.value : yield* tablesFolder
    yield* loadBundle(folder).pipe(
      Effect.flatMap((bundle) => print(json, [], () => soundText(bundle))),
      Effect.catchTag("TablesInvalid", showMistakes(json)),
    )
  }),
).pipe(
  Command.withDescription("List every mistake in the tables, by file, line and character"),
  Command.withExamples([
    { command: "viatica tables check --tables ./my-tables", description: "Check a copy" },
  ]),
)
