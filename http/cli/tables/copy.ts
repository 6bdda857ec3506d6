import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { copyRows } from "../../../core/editing/copied-rows.ts"
import { findCopy } from "../../../rules/tables/copyable.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { showChange, tablesToChange, writeFlag } from "./proposal.ts"
import { counted } from "../../../core/plain-text.ts"
import { refusal } from "../../terminal/command-refused.ts"

/** `viatica tables copy`: an offer or a card product with all its rows, under another name. */
export const copy = Command.make(
  "copy",
  {
    from: Argument.String("FROM").pipe(
      Argument.withDescription("Id of an offer, or a card product as FR:Visa Premier"),
    ),
    to: Argument.String("TO").pipe(
      Argument.withDescription("New id of the offer, or new name of the card product"),
    ),
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables copy")(function* ({ from, to, ...given }) {
    const folder = yield* folderFrom(given.tables)
    const { tableOf, today } = yield* tablesToChange(folder)
    const { copying, next, noun, shared } = yield* Effect.fromResult(
      Result.mapError(findCopy(from, to, tableOf), (problem) => refusal("not-copied", { problem })),
    )
    const tables = copyRows(
      tableFiles.flatMap((file) => tableOf(file) ?? []),
      copying,
    )
    const rows = tables.reduce((count, { copied }) => count + copied.length, 0)
    const amount = `${counted(rows, "row")} in ${counted(tables.length, "table")}`
    const words = copying.words.slice(1).map(({ column, to: word }) => `${column}=${word}`)
    yield* showChange({
      proposal: { folder, today, texts: new Map(tables.map(({ file, text }) => [file, text])) },
      write: given.write,
      json: given.json,
      told: { from, to, words: copying.words, shared, rows },
      closing: (written) => [
        ...(words.length === 0 ? [] : [`With rows of its own under ${words.join(", ")}`]),
        ...(shared.length === 0 ? [] : [`Shared with others as before: ${shared.join(", ")}`]),
        written
          ? `${amount} copied to the ${noun} ${to}: ${next}, then viatica tables check`
          : `${amount} to copy; --write does it`,
      ],
    })
  }),
).pipe(
  Command.withDescription("Copy an offer or a card product with all its rows, and show the change"),
  Command.withExamples([
    { command: "viatica tables copy 1002 1018", description: "What would a copy of an offer add?" },
    {
      command: "viatica tables copy 'FR:Visa Premier' 'Visa Premier Plus' --write",
      description: "A card product with its covers",
    },
  ]),
)
