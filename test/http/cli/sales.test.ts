import { describe, expect, it } from "vitest"
import { testMasterKey, useOwnService } from "../../support/service.ts"
import { asCarefulAdministrator } from "../store/sales/changed-books.ts"
import { makeSeller, report, type Seller } from "../store/sales/sellers.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useOwnService()

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

/** A seller with four sales, in two currencies and every status. */
const makeSales = async (): Promise<Seller> => {
  const seller = await makeSeller(service())
  await report(service(), seller, { externalOrderId: "A-1", amount: 110.5 })
  await report(service(), seller, { externalOrderId: "A-2", currency: "JPY", amount: 11_000 })
  await report(service(), seller, { externalOrderId: "A-3", status: "validated" })
  await report(service(), seller, { externalOrderId: "A-4\u001b[2J\u202e", status: "cancelled" })
  return seller
}

const day = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

describe("viatica sale list", () => {
  it("shows live sales, oldest first, with when they validate themselves", async () => {
    const seller = await makeSales()
    const sandboxKey = await service().createKey({ partnerCode: seller.partnerCode })
    await report(service(), { ...seller, key: sandboxKey }, { externalOrderId: "rehearsed" })
    const sales = (await json("sale", "list", "--partner", seller.partnerCode)) as ReadonlyArray<
      Readonly<Record<string, unknown>>
    >
    const { bookedAt, changedAt, validatesAt, ...first } = sales[0] ?? {}
    expect(first).toEqual({
      externalOrderId: "A-1",
      ref: seller.ref,
      status: "pending",
      amount: 110.5,
      commission: 10.05,
      currency: "EUR",
      correctedAt: null,
    })
    expect(
      sales.map(({ amount, commission, currency, externalOrderId, status }) =>
        [externalOrderId, status, amount, commission, currency].join(" "),
      ),
    ).toEqual([
      "A-1 pending 110.5 10.05 EUR",
      "A-2 pending 11000 1000 JPY",
      "A-3 validated 110 10 EUR",
      "A-4\u001b[2J\u202e cancelled 110 0 EUR",
    ])
    expect([bookedAt, changedAt].map(String)).toEqual([
      expect.stringMatching(day),
      expect.stringMatching(day),
    ])
    expect(Date.parse(String(validatesAt)) - Date.parse(String(bookedAt))).toBe(14 * 86_400_000)
    expect(sales.map((sale) => sale["validatesAt"] === null)).toEqual([false, false, true, true])
  })

  it("writes amounts with the currency's decimals, and order ids that command no terminal", async () => {
    const seller = await makeSales()
    const { stdout } = await viatica("sale", "list", "--partner", seller.partnerCode)
    expect(stdout).toMatch(/^order +ref +status +amount +commission +currency +booked/)
    expect(stdout).toMatch(/^A-1 +\S+ +pending +110\.50 +10\.05 +EUR /m)
    expect(stdout).toMatch(/^A-2 +\S+ +pending +11000 +1000 +JPY /m)
    expect(stdout).toContain("A-4\\u{1b}[2J\\u{202e}  ")
    expect(stdout).not.toContain("\u001b")
    expect(stdout).not.toContain("\u202e")
  })
})

describe("viatica ledger balance", () => {
  it("shows what is pending, what is payable and both together", async () => {
    const seller = await makeSales()
    const command = ["ledger", "balance", "--partner", seller.partnerCode]
    const [balances, { stdout }] = await Promise.all([json(...command), viatica(...command)])
    expect(balances).toEqual([
      { currency: "EUR", pending: 10.05, payable: 10, balance: 20.05 },
      { currency: "JPY", pending: 1_000, payable: 0, balance: 1_000 },
    ])
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ +/)),
    ).toEqual([
      ["currency", "pending", "payable", "balance"],
      ["EUR", "10.05", "10.00", "20.05"],
      ["JPY", "1000", "0", "1000"],
    ])
  })

  it("ends with status 1 and one line for nobody", async () => {
    const finished = await viatica("ledger", "balance", "--partner", "nobody")
    expectLine(finished, 1, /^viatica: No partner has the code "nobody"\.\n$/)
  })
})

describe("viatica ledger check", () => {
  /** What the triggers refuse, as someone who can switch them off could leave it behind. */
  const behindItsBack = (...statements: ReadonlyArray<string>) =>
    service().run(asCarefulAdministrator(statements))

  it("ends with status 0 when all holds, else with 1 and a line for each that does not", async () => {
    const seller = await makeSales()
    const sound = await viatica("ledger", "check")
    expect(sound).toMatchObject({ status: 0, stderr: "" })
    expect(sound.stdout).toMatch(
      /^The ledger holds: journals: \d+, live sales: \d+, records: \d+, chained since 20\S+Z\.$/m,
    )
    const ofSeller = `link_id = (select id from tracked_link where code = '${seller.linkCode}')`
    await behindItsBack(`update sale set status = 'validated', booked_at = '2026-01-01T00:00:00Z'
      where external_order_id = 'A-2' and ${ofSeller}`)
    await behindItsBack("delete from ledger_entry where id = (select max(id) from ledger_entry)")
    await behindItsBack(`delete from sale_record where sale_id = (select id from sale
      where external_order_id = 'A-1' and ${ofSeller})`)
    const asJson = await viatica("ledger", "check", "--without-seals", "--json")
    expect(asJson.status).toBe(1)
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      holds: false,
      found: 5,
      unbalanced: [{ entries: 1, totalMinor: "-1000" }],
      broken: [{ partnerCode: seller.partnerCode, fault: "counted" }],
      misbooked: [
        { externalOrderId: "A-1", faults: [{ _tag: "RecordsMissing" }, { place: 1 }] },
        {
          externalOrderId: "A-2",
          faults: [
            { _tag: "FieldDiffers", field: "status", held: "validated", due: "pending" },
            { _tag: "FieldDiffers", field: "bookedAtMs" },
          ],
        },
        { externalOrderId: "A-4\u001b[2J\u202e", faults: [{ _tag: "JournalDiffers", place: 2 }] },
      ],
    })
    const broken = await viatica("ledger", "check", "--without-seals")
    expect(broken.status).toBe(1)
    const lines = broken.stdout.trimEnd().split("\n")
    const of = (order: string) => `sale ${order} of ${seller.partnerCode}: `
    const expected = [
      /^journal \d+: 1 entries that come to -1000$/,
      /^records of \S+, strand \d+: record 0 is the last one, which is not how it ended$/,
      `${of("A-1")}there is no record of it`,
      `${of("A-1")}journal 1 is booking at 20`,
      `${of("A-2")}status is validated, and its records come to pending`,
      `${of("A-2")}bookedAt is 2026-01-01T00:00:00.000Z, and its records come to 20`,
      `${of("A-4\\u{1b}[2J\\u{202e}")}journal 2 is reversal at 20`,
    ]
    expect(lines).toEqual(
      expected.map((text) =>
        typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text),
      ),
    )
    expect(lines.at(-1)).toMatch(
      /\(pending -1000 EUR of \S+\), and its records come to reversal at /,
    )
    expect(broken.stdout).not.toContain("\u001b")
    expect(broken.stderr).toBe("viatica: The ledger does not hold: findings: 5.\n")
  })
})
