import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { definitionsIn, tableFiles } from "../../../rules/tables/index.ts"
import { shippedTablesFolder } from "../../shipped-tables.ts"
import { systemReason } from "../../platform/system-error.ts"
import { tablesDocument } from "../../tables/document.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { readIfThere } from "./files.ts"

const documentPath = join(shippedTablesFolder, "README.md")

const inaccessible = (code: "unreadable" | "unwritable") => (cause: unknown) =>
  refusal(code, { path: documentPath, reason: systemReason(cause) })

/** The description as it lies on disk; undefined where there is none. */
const readDocument = Effect.tryPromise({
  try: () => readIfThere(documentPath),
  catch: inaccessible("unreadable"),
})

/** `viatica tables doc`: the description of the tables, written or checked. */
export const doc = Command.make(
  "doc",
  {
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Write nothing; fail when the file is not current"),
      Flag.withDefault(false),
    ),
  },
  Effect.fn("tables doc")(function* (flags) {
    const { sources } = yield* readTableFiles(shippedTablesFolder, tableFiles)
    const text = tablesDocument(Object.values(definitionsIn(sources)))
    const current = (yield* readDocument) === text
    if (current) return yield* Console.log(`${documentPath} is current`)
    if (flags.check) return yield* refusal("document-not-current", { path: documentPath })
    yield* Effect.tryPromise({
      try: () => writeFile(documentPath, text),
      catch: inaccessible("unwritable"),
    })
    return yield* Console.log(`${documentPath} written`)
  }),
).pipe(Command.withDescription("Write data/README.md, the description of the tables"))
