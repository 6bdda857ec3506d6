import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { testMasterKey, useOwnService } from "../../support/service.ts"
import { asCarefulAdministrator } from "../store/sales/changed-books.ts"
import { makeSeller, report } from "../store/sales/sellers.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useOwnService()

const environment = () => ({ DATABASE_URL: service().databaseUrl, MASTER_KEY: testMasterKey })

const { json, viatica } = commandLine(environment)

/** Statements of somebody who owns the database, and knows the totals that pages show. */
const asOwner = (...statements: ReadonlyArray<string>) =>
  service().run(asCarefulAdministrator(statements))

/** Takes away the last sale and all that tells of it: each sale has one record of its own. */
const erasedTail = [
  `create temp table gone on commit drop as select partner_id, strand, number, sale_id
    from sale_record order by sale_id desc limit 1`,
  `delete from ledger_entry where journal_id in
    (select journal.id from ledger_journal journal join gone using (sale_id))`,
  ...["ledger_journal", "sale_record"].map(
    (table) => `delete from ${table} where sale_id = (select sale_id from gone)`,
  ),
  "delete from sale where id = (select sale_id from gone)",
  `update ledger_strand head set records = record.number, hash = record.hash
    from gone join sale_record record
      on record.partner_id = gone.partner_id and record.strand = gone.strand
    where head.partner_id = gone.partner_id and head.strand = gone.strand
      and record.number = gone.number - 1`,
]

/** The service seals by itself, at any moment: until it has, books may have half of their seals. */
const sealedAnew = (): Promise<void> =>
  vi.waitFor(
    async () => {
      const found = await json("ledger", "check")
      expect(found).toMatchObject({ holds: true, seals: { accounts: 1, faults: [] } })
    },
    { timeout: 30_000, interval: 250 },
  )

const fileOf = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), "viatica-seals-")), "seals.txt")
  writeFileSync(file, text)
  return file
}

describe("viatica ledger seal", () => {
  it("prints a seal that the books are held to from then on", async () => {
    expectLine(await viatica("ledger", "seal", "--partner", "nobody"), 1, /nobody/)
    const seller = await makeSeller(service())
    const sell = (order: number) => report(service(), seller, { externalOrderId: `S-${order}` })
    for (let order = 1; order <= 17; order += 1) await sell(order)
    const first = await viatica("ledger", "seal")
    expect(first).toMatchObject({ status: 0, stderr: "" })
    expect(first.stdout).toMatch(/^viatica-seal 1 \S+ counter=\d+ of=\* accounts=1 records=17 /)
    for (let order = 18; order <= 34; order += 1) await sell(order)
    const own = await json("ledger", "seal", "--partner", seller.partnerCode)
    expect(own).toMatchObject({ partnerCode: seller.partnerCode, accounts: 1, sales: "34" })
    const file = fileOf(`# kept elsewhere\n${first.stdout}\n${own.seal}\n`)

    const held = await viatica("ledger", "check", "--against", file)
    expect(held).toMatchObject({ status: 0, stderr: "" })
    expect(held.stdout).toMatch(/^Sealed accounts: 1, last at \S+ \(seal \d+\)\.$/m)
    expect(
      held.stdout.match(/^Since seal \d+ of \S+ the books only grew \(accounts: 1\)\.$/gm),
    ).toHaveLength(2)
    expect(await json("ledger", "check", "--against", first.stdout)).toMatchObject({
      holds: true,
      seals: { faults: [], against: [{ accounts: 1, isNewer: false, faults: [] }] },
    })

    await asOwner(...erasedTail)
    expect((await viatica("ledger", "check", "--without-seals")).status).toBe(0)
    const found = await viatica("ledger", "check", "--against", file)
    expect(found.status).toBe(1)
    expect(found.stdout.replaceAll(/seal \d+ of \S+:/g, "seal:").split("\n")).toEqual([
      expect.stringMatching(
        `^records of ${seller.partnerCode}, strand \\d+: 3 were sealed, and 2 are there$`,
      ),
      `seal: ${seller.partnerCode} had 34 records, and of these 33 are there`,
      "seal: there were 34 sales, and of these 33 are there",
      "",
    ])
    expectLine(
      await viatica("ledger", "seal"),
      1,
      new RegExp(`no seal is made of them: .* Accounts: ${seller.partnerCode}\\.`),
    )
    await asOwner("delete from ledger_seal", "delete from ledger_general_seal")
    await sealedAnew()
    expect((await viatica("ledger", "check", "--against", first.stdout)).status).toBe(0)
    expect((await viatica("ledger", "check", "--against", own.seal)).status).toBe(1)
  })

  it("is refused by a check in words where it is none, was changed, or cannot be read", async () => {
    const { stdout: seal } = await viatica("ledger", "seal")
    const check = (against: string) => viatica("ledger", "check", "--against", against)
    expectLine(
      await check("viatica-seal 1 x"),
      1,
      /^viatica: The seal cannot be used: it is no seal /,
    )
    const changed = seal.replace(/sales=\d+/, "sales=1")
    expectLine(
      await check(fileOf(`${seal}\n${changed}`)),
      1,
      /^viatica: The seal in line 3 cannot be used: the seal itself has been changed/,
    )
    expectLine(await check("/nowhere/seals.txt"), 1, /\/nowhere\/seals\.txt: no such file\.$/m)
  })
})
