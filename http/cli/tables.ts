import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { describeTableError, type TableError } from "../../core/table/error.ts"
import { definitions, tableFiles } from "../../rules/tables/index.ts"
import { shippedTablesFolder, tablesFolder } from "../config.ts"
import { errorCode, systemReason } from "../database/errors.ts"
import { tablesDocument } from "../tables/document.ts"
import type { TablesInvalid } from "../tables/errors.ts"
import { type Bundle, loadBundle } from "../tables/table-bundle.ts"
import { jsonFlag, print } from "./output.ts"

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

/** The description of the tables is not what their definitions say. */
export class DocumentNotCurrent extends Data.TaggedError("DocumentNotCurrent")<{
  readonly path: string
}> {
  override get message() {
    return `${this.path} is not current; viatica tables doc writes it`
  }
}

/** The description of the tables cannot be read or written. */
export class DocumentInaccessible extends Data.TaggedError("DocumentInaccessible")<{
  readonly path: string
  readonly doing: "read" | "write"
  readonly reason: string
}> {
  override get message() {
    return `Cannot ${this.doing} ${this.path}: ${this.reason}`
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

const check = Command.make(
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

const documentPath = join(shippedTablesFolder, "README.md")

const inaccessible = (doing: "read" | "write") => (cause: unknown) =>
  new DocumentInaccessible({ path: documentPath, doing, reason: systemReason(cause) })

/** The description as it lies on disk; undefined where there is none. */
const readDocument = Effect.tryPromise({
  try: () =>
    readFile(documentPath, "utf8").catch((cause: unknown) => {
      if (errorCode(cause) === "ENOENT") return undefined
      throw cause
    }),
  catch: inaccessible("read"),
})

const document = Command.make(
  "doc",
  {
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Write nothing; fail when the file is not current"),
      Flag.withDefault(false),
    ),
  },
  Effect.fn("tables doc")(function* (flags) {
    const text = tablesDocument(Object.values(definitions))
    const current = (yield* readDocument) === text
    if (current) return yield* Console.log(`${documentPath} is current`)
    if (flags.check) return yield* new DocumentNotCurrent({ path: documentPath })
    yield* Effect.tryPromise({
      try: () => writeFile(documentPath, text),
      catch: inaccessible("write"),
    })
    return yield* Console.log(`${documentPath} written`)
  }),
).pipe(Command.withDescription("Write data/README.md, the description of the tables"))

/** `viatica tables …`: the tables that analysts edit. */
export const tablesCommand = Command.make("tables").pipe(
  Command.withDescription("Check and describe the tables"),
  Command.withSubcommands([check, document]),
)
