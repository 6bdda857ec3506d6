import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { answerRequests, requestOrigin } from "../../bulk/answer-requests.ts"
import { answeringTables } from "../../bulk/answering-tables.ts"
import { workersFlag } from "../../bulk/batch/workers.ts"
import { outputFlags } from "../../bulk/output-flags.ts"
import { fileExample } from "../../bulk/request-origin.ts"
import { answeringTable, readAskable } from "./imported-table.ts"

const tableArgument = Argument.String("FILE").pipe(
  Argument.withDescription("The .table.json of an imported table; its rows lie beside it, as CSV"),
)

const factsArgument = Argument.String("facts").pipe(
  Argument.withDescription(
    "Facts by column: JSON, @file or - for standard input; many as JSON lines, CSV, XLSX, Parquet or Arrow",
  ),
  Argument.optional,
)

/** `viatica tables evaluate`: what an imported table answers, to one question or to millions. */
export const evaluateCommand = Command.make(
  "evaluate",
  {
    table: tableArgument,
    facts: factsArgument,
    workers: workersFlag,
    ...outputFlags,
  },
  Effect.fn("tables evaluate")(function* ({ facts, table: path, ...flags }) {
    const found = yield* readAskable(path)
    const origin = yield* requestOrigin("tables evaluate", facts)
    const { sources, tables } = yield* answeringTables
    return yield* answerRequests(origin, {
      noun: "answer",
      answering: answeringTable(found),
      tables,
      sources,
      text: (answer) => JSON.stringify(answer, null, 2),
      isJson: true,
      // Facts that are not known are always refused.
      strict: false,
      workers: flags.workers,
      output: { ...flags, explain: false },
      shape: async () => (await import("../../bulk/rows/table-shape.ts")).tableShape(found.table),
    })
  }),
).pipe(
  Command.withDescription("Answer facts by an imported table: one question, or a file of them"),
  Command.withExamples([
    {
      command: `viatica tables evaluate fares.table.json '{"age":70,"zone":"city"}'`,
      description: "The rows that apply to one question, with their lines",
    },
    {
      command: "viatica tables evaluate fares.table.json @facts.csv --out answers.parquet",
      description: fileExample("A file of facts to a file of answers, in any of the formats:", [
        "id,age,zone",
        "a1,70,city",
        "a2,34,region",
      ]),
    },
  ]),
)
