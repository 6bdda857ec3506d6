import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { describeTableError } from "../../../core/table/error.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { readWorkbook } from "../../tables/forms/read-workbook.ts"
import {
  cellMistake,
  type Imported,
  importTables,
} from "../../tables/forms/sheets/import-tables.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import type { ModelOptions } from "./import-model.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { readBytes } from "./files.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import {
  type Proposal,
  proposalText,
  weigh,
  type WeighedProposal,
  writeFlag,
  writeProposal,
} from "./proposal.ts"
import { counted } from "../../../core/plain-text.ts"
import { refusal } from "../../terminal/command-refused.ts"

/** What is wrong with the tables as they would be, at cells of the workbook where they come from there. */
const mistakesIn = (
  { changed }: Imported,
  mistakes: WeighedProposal["mistakes"],
): ReadonlyArray<string> =>
  mistakes.map((error) => {
    const table = changed.find(({ definition }) => definition.file === error.file)
    return table === undefined ? describeTableError(error) : cellMistake(table, error)
  })

const endText = ({ changed, untouched }: Imported, written: boolean): string => {
  if (changed.length === 0)
    return `nothing to import: ${counted(untouched.length, "table")} unedited`
  const what = written ? "written" : "to write; --write does it"
  return `${counted(changed.length, "table")} ${what}, ${untouched.length} unedited`
}

const optionsOf = (
  given: Readonly<Record<"into" | "only" | "out", Option.Option<string>>>,
  feel: boolean,
): ModelOptions => ({
  feel,
  into: Option.getOrUndefined(given.into),
  only: Option.getOrUndefined(given.only),
  out: Option.getOrUndefined(given.out),
})

/** `viatica tables import`: edits of an exported workbook, brought back into the tables. */
export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("FILE").pipe(
      Argument.withDescription(
        "XLSX workbook that viatica tables export wrote; a DMN model, or a JDM graph in JSON",
      ),
    ),
    into: Flag.String("into").pipe(
      Flag.withDescription("Our table that takes the rows of the model, if the model does not say"),
      Flag.optional,
    ),
    only: Flag.String("only").pipe(
      Flag.withDescription("The name of the one table of the model to take"),
      Flag.optional,
    ),
    out: Flag.String("out").pipe(
      Flag.withDescription("Folder for tables that are not ours; the model's when left out"),
      Flag.optional,
    ),
    feel: Flag.Boolean("feel").pipe(
      Flag.withDescription(
        "Keep results of a DMN model that are expressions, and tests that no cell holds; the npm package feelin answers them, and nothing is proven of them",
      ),
      Flag.withDefault(false),
    ),
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables import")(function* ({
    feel,
    file: path,
    into,
    json,
    only,
    out,
    tables,
    write,
  }) {
    if (/\.(?:dmn|xml|json)$/i.test(path)) {
      const { importModel } = yield* Effect.promise(async () => await import("./import-model.ts"))
      return yield* importModel({
        path,
        tables,
        json,
        write,
        ...optionsOf({ into, only, out }, feel),
      })
    }
    const folder = yield* folderFrom(tables)
    const today = yield* readTableFiles(folder, tableFiles)
    const imported = importTables(yield* readWorkbook(yield* readBytes(path)), today.sources)
    const texts = new Map(imported.changed.map(({ definition, text }) => [definition.file, text]))
    const proposal: Proposal = { folder, today, texts }
    const weighed = texts.size === 0 ? undefined : weigh(proposal)
    const faults = [...imported.faults, ...mistakesIn(imported, weighed?.mistakes ?? [])]
    const { notes, untouched } = imported
    const isWritten = write && faults.length === 0 && texts.size > 0
    if (isWritten) yield* writeProposal(proposal)
    yield* print(json, { written: isWritten, faults, notes, untouched, ...weighed?.report }, () =>
      [
        ...notes.map((note) => `note: ${note}`),
        ...faults,
        ...(faults.length > 0 || weighed === undefined
          ? []
          : [proposalText(proposal, weighed), ""]),
        ...(faults.length > 0 ? [] : [endText(imported, isWritten)]),
      ].join("\n"),
    )
    if (faults.length === 0) return
    return yield* refusal("import-refused", { path, faults: faults.length })
  }),
).pipe(
  Command.withDescription(
    "Show what an edited workbook or a model changes in the tables, and write it",
  ),
  Command.withExamples([
    { command: "viatica tables import tariffs.xlsx", description: "Show what would change" },
    { command: "viatica tables import tariffs.xlsx --write", description: "Write it" },
    {
      command: "viatica tables import lending.dmn --out lending",
      description: "Tables of a DMN model, each a CSV file with its definition beside it",
    },
  ]),
)
