import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { systemReason } from "../../platform/system-error.ts"
import {
  type CaseOutcomes,
  describeOutcomeChange,
  outcomeChanges,
  outcomesFile,
  outcomesText,
  withReasonsOf,
} from "../../../rules/changes/case-outcomes.ts"
import { caseOutcomes } from "../../tables/case-outcomes.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { readIfThere } from "./files.ts"

const inaccessible = (path: string) => (cause: unknown) =>
  refusal("unusable", {
    path,
    reason: cause instanceof SyntaxError ? cause.message : systemReason(cause),
  })

const readAccepted = (path: string): Effect.Effect<CaseOutcomes, CommandRefused> =>
  Effect.tryPromise({
    try: async () => JSON.parse((await readIfThere(path)) ?? "{}") as CaseOutcomes,
    catch: inaccessible(path),
  })

/** `viatica tables accept`: what the analysts' cases come to, recorded or compared with the record. */
export const accept = Command.make(
  "accept",
  {
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Write nothing; fail when an outcome differs"),
      Flag.withDefault(false),
    ),
    outcomes: Flag.String("outcomes").pipe(
      Flag.withDescription(`File of the accepted outcomes; ${outcomesFile} beside the tables`),
      Flag.optional,
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables accept")(function* (flags) {
    const { folder, tables } = yield* loadForAnalysis(flags.tables)
    const path = Option.getOrElse(flags.outcomes, () => join(folder, outcomesFile))
    const outcomes = caseOutcomes(tables)
    const accepted = yield* readAccepted(path)
    const changes = outcomeChanges(accepted, outcomes)
    const cases = Object.keys(outcomes).length
    yield* print(flags.json, changes, () =>
      changes.length === 0
        ? `${cases} cases come to what is accepted`
        : changes.map(describeOutcomeChange).join("\n"),
    )
    if (changes.length === 0) return
    if (flags.check) return yield* refusal("outcomes-changed", { changes: changes.length, path })
    yield* Effect.tryPromise({
      try: () => writeFile(path, outcomesText(withReasonsOf(accepted, outcomes))),
      catch: inaccessible(path),
    })
    if (!flags.json) yield* Console.log(`${path} written: ${cases} cases`)
  }),
).pipe(
  Command.withDescription("Record the outcomes of the analysts' cases, and print what changed"),
  Command.withExamples([
    { command: "viatica tables accept --check", description: "Print what changed, record nothing" },
  ]),
)
