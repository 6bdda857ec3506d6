import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describeTableError } from "../../../core/table/error.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { loadBundle } from "../../../http/tables/load-bundle.ts"
import { copyTables } from "./copied-tables.ts"

const refusalsOf = (folder: string) =>
  loadBundle(folder).pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.catchTag("TablesInvalid", ({ errors }) =>
      Effect.succeed(errors.map(describeTableError)),
    ),
    Effect.runPromise,
  )

it("the shipped tables are taken", async () => {
  expect(await refusalsOf(shippedTablesFolder)).toEqual([])
})

it("gaps, rows that disagree and missing rows forbid to take tables, each in one line", async () => {
  using tables = copyTables()
  tables.edit("sandbox/cancellation_rates.csv", (text) =>
    `${text}student,[36..40],700\n`.replace("any_reason,<65,620\n", ""),
  )
  tables.edit("reference/limits.csv", (text) => text.replace(/^body_bytes_max,.*\n/m, ""))
  const refusals = await refusalsOf(tables.folder)
  expect(refusals).toEqual([
    "reference/limits.csv:1:1 expected a row for name=body_bytes_max; otherwise it is 0, which refuses everything",
    "sandbox/cancellation_rates.csv:1:1 expected a row that applies to cancellation_scale=any_reason, oldest_age=<=64, for example to cancellation_scale=any_reason, oldest_age=0",
    expect.stringMatching(
      /^sandbox\/cancellation_rates\.csv:\d+:1 expected rows that do not disagree: lines \d+ and \d+ both apply, and disagree: share_bps "380" or "700"$/,
    ),
  ])
})

it("what may be a mistake and what is declared forbid nothing", async () => {
  using tables = copyTables()
  tables.edit(
    "coach/headlines.csv",
    (text) => `${text},,,,,none,,,,,,,,coach.headline.never,coach.headline.never,target\n`,
  )
  tables.edit("sandbox/surcharges.csv", (text) => `${text}101,mountainTrip,,,,30\n`)
  tables.edit("sandbox/cancellation_rates.csv", (text) =>
    `${text}# gap cancellation_scale=any_reason oldest_age=<65 : nobody below 65\n`.replace(
      "any_reason,<65,620\n",
      "",
    ),
  )
  expect(await refusalsOf(tables.folder)).toEqual([])
})
