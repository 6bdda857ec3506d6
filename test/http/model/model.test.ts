import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { checkLedger } from "../../../http/store/sales/ledger-check.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { expectAgreement, sequencesOf } from "./commands.ts"
import { emptyModel } from "./model.ts"
import { firstMomentMs, openWorld, type OpenWorld } from "./world.ts"

/** Sequences of steps: so many meet everything that there is to meet. */
const sequences = times(150, 10_000)

/** What a sequence may take on a slow machine. */
const sequenceMs = 2_000

const toBeMet = [
  "mint 200",
  "mint 200 updated",
  "mint 201",
  "mint 201 rolled",
  "mint 400 BAD_OFFER_ID",
  "mint 403 NO_ATTRIBUTION_CONFIGURED",
  "mint 404 LINK_NOT_FOUND",
  "mint 429 QUOTA_EXCEEDED writes",
  "mint 429 RATE_LIMITED",
  "mint 502 QUOTE_CREATE_FAILED",
  "read 200",
  "read 429 QUOTA_EXCEEDED reads",
  "read 429 RATE_LIMITED",
  "read 504 PRICING_UNAVAILABLE",
  "report 200 cancelled created",
  "report 200 cancelled updated",
  "report 200 cancelled",
  "report 200 pending created",
  "report 200 pending updated",
  "report 200 validated created",
  "report 200 validated updated",
  "report 200 validated",
  "report 400 BAD_CONVERSION",
  "report 404 LINK_NOT_FOUND",
  "advance advanced",
  "advance StageRefused",
  "validate",
]

let world: OpenWorld

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world?.close())

const ledgerTotals = () =>
  world.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly total: string }>`
        select sum(amount_minor) as total from ledger_entry having sum(amount_minor) <> 0`,
    ),
  )

describe("any sequence of links, sales, reads and what else happens to an account", () => {
  it(
    "is answered, counted and booked as a small model says",
    { timeout: 60_000 + sequences * sequenceMs },
    async () => {
      const seed = testSeed(`model of an account, ${sequences} sequences`)
      const seen = new Map<string, number>()
      let run = 0
      await fc.assert(
        fc.asyncProperty(sequencesOf(20), async (commands) => {
          run += 1
          const model = emptyModel(firstMomentMs)
          const real = { world, account: await world.open(), seen }
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await expectAgreement(model, real)
          expect(await ledgerTotals()).toEqual([])
        }),
        { seed, numRuns: sequences },
      )
      const findings = await world.run(checkLedger)
      expect(findings).toMatchObject({ found: 0 })
      expect(run).toBe(sequences)
      expect(toBeMet.filter((kind) => !seen.has(kind))).toEqual([])
    },
  )
})
