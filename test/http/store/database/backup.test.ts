import { spawnSync } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import type { TestContext } from "vitest"
import * as Effect from "effect/Effect"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { machinePrograms, startMachinePostgres } from "../../../support/machine-postgres.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { startService, type TestEnvironment, type TestService } from "../../../support/service.ts"
import { linkBody, offers } from "../links/linking.ts"
import { ledgerOf, makeSeller, report, type Seller } from "../sales/sellers.ts"

/** A service on a database of the test's own; it can be stopped before the test ends. */
const serve = async ({ onTestFinished }: TestContext, environment: TestEnvironment) => {
  const service = await startService(environment)
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await service.stop()
  }
  onTestFinished(stop)
  return { service, stop }
}

/** What an account had when a backup was made, and calls that it will repeat afterwards. */
interface Remembered {
  readonly seller: Seller
  readonly sessionId: string
  readonly subscriptionId: string
  readonly ledger: ReadonlyArray<string>
  readonly balances: unknown
  readonly reads: number | undefined
  readonly sales: ReadonlyArray<object>
}

const balancesOf = (service: TestService, { partnerCode }: Seller) =>
  service.run(Effect.flatMap(Sales, (sales) => sales.balances(partnerCode)))

const mint = (service: TestService, { key }: Seller, sessionId: string) =>
  service.call("POST", paths.links, linkBody(sessionId, {}, { offerId: offers.live }), { key })

const sell = async (service: TestService, seller: Seller): Promise<ReadonlyArray<object>> => {
  const pending = await report(service, seller, { externalOrderId: "kept" })
  const validated = await report(service, seller, { externalOrderId: "paid", status: "validated" })
  expect([pending, validated].map(outcomeOf)).toEqual(["200", "200"])
  return [pending.body, validated.body] as ReadonlyArray<object>
}

const trade = async (service: TestService): Promise<Remembered> => {
  const seller = await makeSeller(service)
  const quoted = await service.call("POST", paths.quotes, quoteBody(), { key: seller.key })
  const { sessionId } = quoted.body as { readonly sessionId: string }
  const minted = await mint(service, seller, sessionId)
  expect(outcomeOf(minted)).toBe("201")
  const sales = await sell(service, seller)
  return {
    seller,
    sessionId,
    subscriptionId: (minted.body as { readonly subscriptionId: string }).subscriptionId,
    ledger: await ledgerOf(service, seller),
    balances: await balancesOf(service, seller),
    reads: (await service.quotaOf(seller.key))["reads_used"],
    sales,
  }
}

/** Keys sign, sealed trips open, what was reported is known, and the ledger holds. */
const expectRestored = async (service: TestService, was: Remembered): Promise<void> => {
  const { seller } = was
  expect((await service.quotaOf(seller.key))["reads_used"]).toBe(was.reads)
  const meta = await service.call("GET", paths.meta, undefined, { key: seller.key })
  expect(outcomeOf(meta)).toBe("200")
  const again = await mint(service, seller, was.sessionId)
  expect(outcomeOf(again)).toBe("200")
  expect(again.body).toMatchObject({ subscriptionId: was.subscriptionId, replayed: true })
  expect(await ledgerOf(service, seller)).toEqual(was.ledger)
  const repeated = was.sales.map((sale) => ({ ...sale, created: false }))
  expect(await sell(service, seller)).toEqual(repeated)
  expect(await balancesOf(service, seller)).toEqual(was.balances)
  const cancelled = await report(service, seller, { externalOrderId: "kept", status: "cancelled" })
  expect(outcomeOf(cancelled)).toBe("200")
  const findings = await service.run(checkLedger)
  expect(findings).toMatchObject({ found: 0, unbalanced: [], misbooked: [], broken: [] })
  expect(Number(findings.sales)).toBe(2)
}

const temporaryFolder = async ({ onTestFinished }: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-backup-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

// Most of the time they wait for starts and ends of what is their own.
it.concurrent("a copy of the data folder of a stopped service is a backup", async (test) => {
  const folder = await temporaryFolder(test)
  const embedded = (name: string) => ({
    DATABASE_URL: "",
    MASTER_KEY: undefined,
    DATA_DIR: join(folder, name),
  })
  const first = await serve(test, embedded("first"))
  const was = await trade(first.service)
  await first.stop()
  // With its owners: Postgres takes no folder that is not its own.
  expect(spawnSync("cp", ["-a", join(folder, "first"), join(folder, "copy")]).status).toBe(0)
  const later = await serve(test, embedded("first"))
  await report(later.service, was.seller, { externalOrderId: "after" })
  await later.stop()
  const second = await serve(test, embedded("copy"))
  await expectRestored(second.service, was)
})

it.skipIf(machinePrograms() === undefined)(
  "what pg_dump writes of a running service is a backup, under the same master key",
  { concurrent: true },
  async (test) => {
    const postgres = await startMachinePostgres(machinePrograms() ?? "")
    test.onTestFinished(postgres.stop)
    const database = (name: string): string => {
      postgres.run("createdb", "--maintenance-db", postgres.url("postgres"), name)
      return postgres.url(name)
    }
    const file = join(await temporaryFolder(test), "viatica.dump")
    const url = database("first")
    const first = await serve(test, { DATABASE_URL: url })
    const was = await trade(first.service)
    postgres.run("pg_dump", "--format=custom", "--no-owner", "--file", file, url)
    await report(first.service, was.seller, { externalOrderId: "after" })
    await first.stop()
    const dumped = await readFile(file)
    expect(dumped.includes(was.seller.key.secret)).toBe(false)

    const restored = database("second")
    const flags = ["--no-owner", "--exit-on-error", "--single-transaction"]
    postgres.run("pg_restore", ...flags, "--dbname", restored, file)
    const second = await serve(test, { DATABASE_URL: restored })
    await expectRestored(second.service, was)

    const other = serve(test, { DATABASE_URL: restored, MASTER_KEY: "6b".repeat(32) })
    await expect(other).rejects.toThrow("sealed under another master key")
  },
)
