import { setTimeout as delay } from "node:timers/promises"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { beforeAll, describe, expect, it } from "vitest"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import {
  adjustDatabaseTime,
  installDatabaseClock,
  resetDatabaseTime,
} from "../../../support/database-clock.ts"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { times } from "../../../support/long.ts"
import { useServerProcesses } from "../../../support/server-process.ts"
import { useOwnService } from "../../../support/service.ts"
import { isRunning } from "../../../support/spawned-server.ts"
import { ledgerOf, makeSeller, report, type Seller } from "./sellers.ts"

/** Sales that are cancelled twice at the same time. */
const salesMany = times(100, 500)

const service = useOwnService()

/** An account with a sale that was due before the second process started. */
let waiting: Seller

beforeAll(async () => {
  waiting = await makeSeller(service())
  await report(service(), waiting)
  // For sessions that begin from now on, which are those of the second process.
  await Effect.runPromise(installDatabaseClock(service().databaseUrl))
  await service().run(adjustDatabaseTime(Duration.toMillis(Duration.days(14))))
})

// The database is 14 days ahead of it until the first test has ended: it runs, and is not ready.
const other = useServerProcesses(service, 1, isRunning)

/** Reports a sale to one of the two processes. */
const post = (seller: Seller, changes: Readonly<Record<string, unknown>>, turn: number) =>
  report(service(), seller, changes, { port: turn % 2 === 0 ? service().port : other.portOf(0) })

/** How many answers there are of each kind. */
const counts = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
  const byKind: Record<string, number> = {}
  for (const answer of answers) {
    const sale = answer.body as Readonly<Record<string, unknown>>
    const word =
      sale["created"] === true ? "created" : sale["updated"] === true ? "updated" : "kept"
    const kind = `${outcomeOf(answer)} ${word} ${sale["status"]} ${sale["commission"]}`
    byKind[kind] = (byKind[kind] ?? 0) + 1
  }
  return byKind
}

const range = (length: number) => Array.from({ length }, (_, index) => index)

describe("a server process that starts", () => {
  it("validates the sales that are due", async () => {
    const validated = async () => {
      const lines = await ledgerOf(service(), waiting)
      return lines.at(-1) === "validation pending payable 1000 EUR"
    }
    while (!(await validated())) await delay(20)
    expect(await ledgerOf(service(), waiting)).toHaveLength(2)
    await service().run(resetDatabaseTime)
  })
})

describe("two server processes on one database", () => {
  it("book a sale once, however many report it at once", async () => {
    const acme = await makeSeller(service())
    const answers = await Promise.all(range(20).map((turn) => post(acme, {}, turn)))
    expect(counts(answers)).toEqual({ "200 created pending 10": 1, "200 kept pending 10": 19 })
    expect(await ledgerOf(service(), acme)).toEqual(["booking commission_expense pending 1000 EUR"])
  })

  it("validate, cancel and create a sale in one order or another, and book what that comes to", async () => {
    const acme = await makeSeller(service())
    const statuses = ["pending", "validated", "cancelled"]
    const reports = range(30).map((turn) => ({ status: statuses[turn % 3] }))
    const answers = await Promise.all(reports.map((changes, turn) => post(acme, changes, turn)))
    const known = counts(answers)
    const total = (word: string) =>
      Object.entries(known).reduce(
        (sum, [kind, count]) => sum + (kind.includes(word) ? count : 0),
        0,
      )
    expect(total("200 created")).toBe(1)
    expect(total("200 ")).toBe(30)
    const lines = await ledgerOf(service(), acme)
    expect(lines[0]).toBe("booking commission_expense pending 1000 EUR")
    expect(lines.at(-1)).toMatch(/^reversal (pending|payable) commission_expense 1000 EUR$/)
    expect(lines.length).toBe(lines.at(-1)?.startsWith("reversal payable") === true ? 3 : 2)
  })

  it("adjust a sale by every amount that wins, to what the last one comes to", async () => {
    const acme = await makeSeller(service())
    await post(acme, {}, 0)
    await Promise.all(range(20).map((turn) => post(acme, { amount: 11 * (turn + 1) }, turn)))
    const last = (await post(acme, { status: "validated", amount: 33 }, 1)).body
    expect(last).toMatchObject({ commission: 3, status: "validated" })
    expect((await ledgerOf(service(), acme)).at(-1)).toBe("validation pending payable 300 EUR")
  })

  it(
    `reverse each of ${salesMany} sales exactly once when each is cancelled twice`,
    { timeout: 150_000 },
    async () => {
      const acme = await makeSeller(service())
      const sales = range(salesMany)
      // Twenty workers: the two cancellations of a sale come at the same time, to both processes.
      const work = range(2 * salesMany).map((turn) => ({
        externalOrderId: `order ${turn >> 1}`,
        turn,
      }))
      const fromWorkers = async (status: string, tasks: typeof work) => {
        const waiting = [...tasks]
        const answers: Array<Answer> = []
        const worker = async () => {
          for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
            const { externalOrderId, turn } = task
            answers.push(await post(acme, { externalOrderId, status }, turn))
          }
        }
        await Promise.all(range(20).map(worker))
        return counts(answers)
      }
      const first = work.filter(({ turn }) => turn % 2 === 0)
      expect(await fromWorkers("pending", first)).toEqual({ "200 created pending 10": salesMany })
      expect(await fromWorkers("cancelled", work)).toEqual({
        "200 updated cancelled 0": salesMany,
        "200 kept cancelled 0": salesMany,
      })
      const lines = await ledgerOf(service(), acme)
      expect(lines.filter((line) => line.startsWith("booking"))).toHaveLength(sales.length)
      const reversed = lines.filter(
        (line) => line === "reversal pending commission_expense 1000 EUR",
      )
      expect(reversed).toHaveLength(sales.length)
      expect(lines).toHaveLength(2 * sales.length)
      const balances = await service().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ readonly account: string; readonly sum: string }>`
          select account, sum(amount_minor)::text as sum from ledger_entry
          join partner on partner.id = partner_id where partner.code = ${acme.partnerCode}
          group by account order by account`,
        ),
      )
      expect(balances).toEqual([
        { account: "commission_expense", sum: "0" },
        { account: "pending", sum: "0" },
      ])
      expect(await service().run(checkLedger)).toMatchObject({ found: 0 })
    },
  )
})
