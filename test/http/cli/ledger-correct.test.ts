import { spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"
import { Sales } from "../../../http/ports/sales.ts"
import { eventually } from "../../support/eventually.ts"
import { testMasterKey, useOwnService } from "../../support/service.ts"
import { whileRowsHeld } from "../../support/while-locked.ts"
import { makeSeller, report } from "../store/sales/sellers.ts"
import { commandLine, expectLine, launch } from "./run.ts"

const service = useOwnService()

const environment = () => ({ DATABASE_URL: service().databaseUrl, MASTER_KEY: testMasterKey })

const { json, viatica } = commandLine(environment)

const query = <Row extends object>(statement: string) =>
  service().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement)))

/** A seller with sales of which the books say something else than was declared. */
const makeChangedSales = async (orders: ReadonlyArray<string>) => {
  const seller = await makeSeller(service())
  for (const externalOrderId of orders) await report(service(), seller, { externalOrderId })
  await query(`update sale set amount_minor = 4200 where link_id =
    (select id from tracked_link where code = '${seller.linkCode}')`)
  return seller
}

describe("viatica ledger correct", () => {
  it("does nothing unless it is told to, and says how to tell it", async () => {
    expectLine(await viatica("ledger", "correct"), 1, /--dry-run shows .* --yes does it\.$/m)
  })

  it("shows what it would do, does it, and then finds nothing to do", async () => {
    const { partnerCode } = await makeChangedSales(["C-1"])
    const trial = await viatica("ledger", "correct", "--dry-run")
    expect(trial).toMatchObject({ status: 0, stderr: "" })
    expect(trial.stdout.split("\n")).toEqual([
      `sale C-1 of ${partnerCode} would be corrected:`,
      "  amountMinor is 4200, and its records come to 11000",
      "  to book: no entries",
      "1 sale to correct, 0 left alone.",
      "",
    ])
    expect((await viatica("ledger", "check")).status).toBe(1)
    expect(await json("ledger", "correct", "--yes")).toMatchObject({
      isTrial: false,
      correctedCount: 1,
      leftCount: 0,
      corrected: [{ partnerCode, externalOrderId: "C-1", why: ["sale"], movements: [] }],
    })
    expect((await viatica("ledger", "check")).status).toBe(0)
    expect(await viatica("ledger", "correct", "--yes")).toEqual({
      status: 0,
      stdout: "The ledger holds: nothing to correct.\n",
      stderr: "",
    })
    const listed = await json("sale", "list", "--partner", partnerCode)
    expect(listed).toMatchObject([{ amount: 110, correctedAt: expect.stringMatching(/^20/) }])
    expect(await json("audit", "list", "--action", "sale.correct")).toMatchObject([
      { actor: expect.stringMatching(/^command line: /), partner: partnerCode },
    ])
  })

  it("leaves nothing half done where it is killed in the middle", async () => {
    const seller = await makeChangedSales(["K-1", "K-2"])
    const strand = `select from ledger_strand where partner_id =
      (select id from partner where code = '${seller.partnerCode}') for update`
    const waits = async () => {
      const rows = await query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and query like '%keep_sale_record%' and datname = current_database()`)
      return rows.length > 0
    }
    await whileRowsHeld(service(), strand, async () => {
      const child = spawn(process.execPath, [launch, "ledger", "correct", "--yes"], {
        env: environment(),
        stdio: "ignore",
      })
      const ended = new Promise((resolve) => child.once("exit", resolve))
      expect(await eventually(waits, 20_000)).toBe(true)
      child.kill("SIGKILL")
      await ended
    })
    expect(await eventually(async () => !(await waits()), 10_000)).toBe(true)
    const sales = await service().run(Effect.flatMap(Sales, ({ list }) => list(seller.partnerCode)))
    expect(sales.map(({ amountMinor, correctedAt }) => [amountMinor, correctedAt])).toEqual([
      [4200, null],
      [4200, null],
    ])
    expect(await json("ledger", "correct", "--yes")).toMatchObject({ correctedCount: 2 })
    expect((await viatica("ledger", "check")).status).toBe(0)
  })

  it("names what it leaves alone, and ends with status 1", async () => {
    const seller = await makeSeller(service())
    await report(service(), seller, { externalOrderId: "L-1" })
    await query(`insert into sale (partner_id, mode, external_order_id, link_id, status,
        amount_minor, commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
        booked_at, changed_at)
      select partner_id, mode, 'made up', link_id, status, amount_minor, commission_minor, currency,
        minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at, changed_at
      from sale where external_order_id = 'L-1'`)
    const left = await viatica("ledger", "correct", "--yes")
    expect(left.status).toBe(1)
    expect(left.stdout).toContain(
      `sale made up of ${seller.partnerCode} is left alone: nothing says what was declared for it\n`,
    )
    expect(left.stderr).toMatch(/^viatica: What is left alone needs a person: findings: 1\./)
  })
})
