import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { verifyStatement } from "../../../http/clients/typescript/index.ts"
import type { StatementBooksResponse, StatementsResponse } from "../../../http/api/statements.ts"
import { Payouts } from "../../../http/ports/payouts.ts"
import { eventually } from "../../support/eventually.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useOwnService } from "../../support/service.ts"
import { soldMonthsAgo } from "../store/payouts/old-months.ts"
import { asAdministrator } from "../store/sales/changed-books.ts"
import { makeSeller, report, type Seller } from "../store/sales/sellers.ts"

const service = useOwnService()

const list = async ({ key }: Pick<Seller, "key">, query = "") => {
  const answer = await service().call("GET", `${paths.statements}${query}`, undefined, { key })
  return { outcome: outcomeOf(answer), body: answer.body as typeof StatementsResponse.Type }
}

/**
 * Moves what was sold to a month that is over, and closes it for a seller that gets so many statements at least: the
 * server may be closing months of its own accord just then, and leaves nothing to do for others.
 */
const closeOldMonths = async (seller: Seller, count: number) => {
  await service().run(asAdministrator(soldMonthsAgo(2)))
  const isClosed = async () => {
    await service().run(Effect.flatMap(Payouts, (payouts) => payouts.closeMonths))
    return (await list(seller)).body.statements.length >= count
  }
  expect(await eventually(isClosed, 60_000, 50)).toBe(true)
}

describe("GET /api/v1/statements", () => {
  it("lists what each month came to, in the main unit of each currency, and nobody else's", async () => {
    const [acme, other] = [await makeSeller(service()), await makeSeller(service())]
    await report(service(), acme, { amount: 1100, status: "validated" })
    await report(service(), acme, {
      externalOrderId: "yen",
      amount: 11_000,
      currency: "JPY",
      status: "validated",
    })
    expect((await list(acme)).body).toEqual({
      ok: true,
      mode: "live",
      statements: [],
      nextCursor: null,
    })
    await closeOldMonths(acme, 2)
    const { statements } = (await list(acme, "?currency=eur")).body
    expect(statements[0]).toMatchObject({
      currency: "EUR",
      pending: { opened: { amount: 100, sales: 1 }, validated: { amount: -100 }, closing: 0 },
      owed: { opening: 0, validated: { amount: 100, sales: 1 }, closing: 100 },
      held: 0,
      minimum: 50,
      due: 100,
      carried: 0,
      payout: { state: "due", amount: 100, sentOn: null },
    })
    const yen = (await list(acme, "?currency=JPY")).body.statements[0]
    expect([yen?.due, yen?.carried, yen?.payOn, yen?.payout]).toEqual([0, 1000, null, null])
    const first = (await list(acme, "?limit=1")).body
    const second = (await list(acme, `?limit=1&cursor=${first.nextCursor}`)).body
    const numbers = [...first.statements, ...second.statements].map(({ number }) => number)
    expect(new Set(numbers).size).toBe(2)
    expect((await list(other)).body.statements).toEqual([])
    expect((await list(other, `?cursor=${first.nextCursor}`)).body.statements).toEqual([])
  })

  it("gives the books of each, which the client verifies by the key that the service serves", async () => {
    const [acme, other] = [await makeSeller(service()), await makeSeller(service())]
    await report(service(), acme, { amount: 1100, externalOrderId: "one", status: "validated" })
    await closeOldMonths(acme, 1)
    const [statement] = (await list(acme)).body.statements
    const read = async ({ key }: Seller, query: string) => {
      const path = `${paths.statementBooks}${query}`
      return service().call("GET", path, undefined, { key })
    }
    const asked = `?number=${statement?.number.toLowerCase()}`
    const books = (await read(acme, asked)).body as typeof StatementBooksResponse.Type
    const text = [books.head, ...books.lines, ""].join("\n")
    expect(text).toContain(statement?.checkpoint ?? "none")
    const key = (await service().call("GET", "/docs/files/statement-key.txt")).text
    const verified = await verifyStatement(text, { key, sales: { one: 10_000 } })
    expect(verified).toEqual({
      faults: [],
      number: statement?.number,
      currency: "EUR",
      dueMinor: 10_000,
      sales: [],
    })
    expect((await read(other, asked)).body).toMatchObject({ head: null, lines: [] })
    for (const query of ["", "?number=", "?number=A%20B", `${asked}&cursor=7`]) {
      expect(outcomeOf(await read(acme, query))).toBe("400 BAD_REQUEST")
    }
  })

  it("refuses what it cannot read, by the parameter", async () => {
    const acme = await makeSeller(service())
    for (const [query, told] of [
      ["?currency=euro", /^currency: /],
      ["?cursor=12", /^cursor: the nextCursor/],
      ["?limit=101", /^limit: a whole number from 1 to 100$/],
    ] as const) {
      const { body, outcome } = await list(acme, query)
      expect(outcome).toBe("400 BAD_REQUEST")
      expect(body).toMatchObject({ detail: expect.stringMatching(told) })
    }
  })

  it("has none of the sandbox, whose sales are play money", async () => {
    const acme = await makeSeller(service(), { mode: "sandbox" })
    await report(service(), acme, { status: "validated" })
    await closeOldMonths(acme, 0)
    expect((await list(acme)).body).toMatchObject({ mode: "sandbox", statements: [] })
  })
})
