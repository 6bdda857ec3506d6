import { verifyStatement } from "../../../http/clients/typescript/index.ts"
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"
import { testMasterKey, useOwnService } from "../../support/service.ts"
import type { ProcessOutcome } from "../../support/run-process.ts"
import { soldMonthsAgo } from "../store/payouts/old-months.ts"
import { asAdministrator } from "../store/sales/changed-books.ts"
import { makeSeller, report, type Seller } from "../store/sales/sellers.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useOwnService()

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

const payee = {
  holder: "Globe Trotteur SAS",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  street: "rue du Port",
  building: "3",
  postCode: "69002",
  town: "Lyon",
  country: "FR",
}

const debtor = { holder: "Maison Viatica SAS", iban: "DE89 3704 0044 0532 0130 00" }

/** A file of what is given, and its path. */
const fileOf = async (content: object): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), "payout-")), "given.json")
  await writeFile(path, JSON.stringify(content))
  return path
}

/** A seller with a validated sale of 100.00 EUR commission, and a waiting one, both of two months ago. */
const soldTwoMonthsAgo = async (): Promise<Seller> => {
  const seller = await makeSeller(service())
  await report(service(), seller, { externalOrderId: "A-1", amount: 1100, status: "validated" })
  await report(service(), seller, { externalOrderId: "A-2", amount: 11 })
  await service().run(asAdministrator(soldMonthsAgo(2)))
  return seller
}

/** Has somebody else have drawn a batch up, as both of a test run under one name. */
const drawnByAnother = (number: string) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`update payout_batch set drawn_by = 'command line: nadia' where 'PB-' || id = ${number}`,
    ),
  )

/** Expects that a command has passed, and what it tells. */
const expectTold = ({ status, stderr, stdout }: ProcessOutcome, told: RegExp): void => {
  expect([status, stderr]).toEqual([0, ""])
  expect(stdout).toMatch(told)
}

describe("viatica statement and viatica payout", () => {
  it("close the months, pay what is due, and agree with the ledger", async () => {
    const { partnerCode } = await soldTwoMonthsAgo()
    // The service that runs beside may have closed them by itself.
    await json("statement", "close")
    expect(await json("statement", "close")).toEqual({ closed: 0 })
    const [statement] = (await json(
      "statement",
      "list",
      "--partner",
      partnerCode,
    )) as ReadonlyArray<
      Readonly<Record<string, unknown>> & { readonly number: string; readonly payOn: string }
    >
    expect(statement).toMatchObject({
      currency: "EUR",
      due: "100.00",
      carried: "0.00",
      minimum: "50.00",
      owed: { validated: { amount: "100.00", sales: 1 }, closing: "100.00" },
      pending: { opened: { amount: "101.00", sales: 2 }, closing: "1.00" },
      payout: { state: "due" },
    })
    const number = statement?.number ?? ""
    expectTold(
      await viatica("statement", "show", number, "--partner", partnerCode),
      /validated\s+100\.00 \(1\)/,
    )
    expectLine(
      await viatica("statement", "show", "NONE", "--partner", partnerCode),
      1,
      new RegExp(`${partnerCode} has no statement NONE`),
    )

    const { publicKey: key } = (await json("statement", "key")) as { readonly publicKey: string }
    const { stdout: books } = await viatica("statement", "books", number, "--partner", partnerCode)
    expect(await verifyStatement(books, { key })).toMatchObject({ faults: [], dueMinor: 10_000 })
    const [, told = ""] = /"order" : "([^"]+)"/.exec(books) ?? []
    const proving = ["statement", "proof", number, "--partner", partnerCode, "--order"]
    expectTold(await viatica(...proving, told), /^c2sp\.org\/tlog-proof@v1\nextra /)
    expectLine(await viatica(...proving, "none"), 1, /is not signed, or has no line of none/)

    const drawing = ["payout", "draw", "--currency", "eur", "--on", "2099-01-01"]
    expectLine(await viatica(...drawing), 1, /no bank account is known/)
    const wrongFile = await fileOf({ ...payee, iban: "FR76 3000 6000 0112 3456 7890 188" })
    expectLine(
      await viatica("payout", "account", "--partner", partnerCode, "--set", wrongFile),
      1,
      /iban: this is no IBAN/,
    )
    const set = await viatica(
      "payout",
      "account",
      "--partner",
      partnerCode,
      "--set",
      await fileOf(payee),
    )
    expectTold(set, /FR76 •••• 0189/)
    expect(set.stdout).not.toContain("3000")

    const batch = (await json(...drawing)) as { readonly number: string; readonly total: string }
    expect(batch).toMatchObject({ state: "drawn", total: "100.00", payouts: 1, left: [] })
    expectLine(
      await viatica("payout", "approve", batch.number),
      1,
      /somebody else has to approve it/,
    )
    const payer = await fileOf(debtor)
    const exporting = ["payout", "export", batch.number, "--debtor", payer]
    expectLine(await viatica(...exporting), 1, /waits for a second operator/)
    await drawnByAnother(batch.number)
    expect(await json("payout", "approve", batch.number)).toMatchObject({ state: "approved" })
    const file = await viatica(...exporting)
    expectTold(file, /<CtrlSum>100\.00<\/CtrlSum>/)
    expect((await viatica(...exporting)).stdout).toBe(file.stdout)
    expectLine(
      await viatica("payout", "dissolve", batch.number, "--reason", "late"),
      1,
      /is exported for the bank/,
    )
    const sent = ["payout", "sent", batch.number, "--on", "2026-12-05", "--reference", "BK-7"]
    expect(await json(...sent)).toMatchObject({ state: "sent" })
    expectLine(await viatica(...sent), 1, /is sent/)

    const [payout] = (await json("payout", "list", "--partner", partnerCode)) as ReadonlyArray<{
      readonly number: string
    }>
    expect(payout).toMatchObject({
      statement: number,
      amount: "100.00",
      state: "sent",
      bankReference: "BK-7",
      account: "FR76 •••• 0189",
    })
    const back = ["--on", "2026-12-08", "--reason", "AC04"]
    expect(await json("payout", "returned", payout?.number ?? "", ...back)).toMatchObject({
      state: "returned",
      reason: "AC04",
    })
    expectLine(
      await viatica("payout", "withdraw", payout?.number ?? "", "--reason", "again"),
      1,
      /is returned: one cannot withdraw it/,
    )
    expectTold(await viatica("statement", "check"), /wrong: 0/)
    expect(await json("payout", "batches")).toMatchObject([{ number: batch.number }])
    expect(await json("payout", "batch", batch.number)).toMatchObject({
      payouts: [{ number: payout?.number, state: "returned" }],
    })
    await service().run(
      asAdministrator([`update statement set record = replace(record, '"10000"', '"1"')`]),
    )
    const broken = await viatica("statement", "check")
    expect(broken.status).toBe(1)
    expect(broken.stdout).toContain(`${number}: it is not what it was`)
    expect(broken.stdout).toContain(
      `${number}: its lines, or those before it, are not what was signed`,
    )
  })
})
