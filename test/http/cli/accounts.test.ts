import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createFreshDatabase } from "../../support/postgres.ts"
import { commandLine, expectLine, runHere } from "./run.ts"

let drop = async (): Promise<void> => {}
let databaseUrl = ""

beforeAll(async () => {
  const database = await createFreshDatabase()
  drop = database.drop
  databaseUrl = database.url
})
afterAll(() => drop())

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: "ab".repeat(32),
}))

/** Changes the database behind the command line's back. */
const execute = (statement: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(databaseUrl) }), (session) =>
        session.query(statement),
      ),
    ),
  )

describe("viatica partner and key", () => {
  it("lead from a new partner to a live key, a rotation and a revocation", async () => {
    const created = await json("partner", "create", "--code", "acme", "--name", "Acme")
    expect(created).toMatchObject({ code: "acme", status: "created", commissionBps: 1000 })

    const sandbox = await json("key", "create", "--partner", "acme", "--mode", "test")
    expect(Object.keys(sandbox)).toEqual(["keyId", "secret", "mode", "scopes", "quota"])
    expect(sandbox.keyId).toMatch(/^ak_test_/)
    expect(sandbox.secret).toMatch(/^vsk_test_/)
    expect(sandbox.quota).toEqual({ reads: 200, writes: 50, burst: 60 })

    const early = await viatica("key", "create", "--partner", "acme", "--mode", "live")
    expectLine(
      early,
      1,
      /needs 10 more sandbox prices \(0 of 10\), 1 more sandbox link \(0 of 1\), the approval/,
    )

    await json("partner", "approve", "acme", "--reads", "3000", "--writes", "70")
    await execute(`update quota set prices = 10, links = 1 where key_id = '${sandbox.keyId}'`)
    expect(await json("partner", "commission", "acme", "--bps", "1500")).toMatchObject({
      commissionBps: 1500,
      upliftBps: 500,
    })
    expect(await json("partner", "coach", "acme", "--shows", "facts")).toMatchObject({
      factsOnly: true,
    })
    const scopes = ["--scopes", "coach,quotes"]
    const live = await json("key", "create", "--partner", "acme", "--mode", "live", ...scopes)
    expect(live).toMatchObject({ mode: "live", scopes: ["quotes", "coach"] })
    expect(live.quota).toEqual({ reads: 3000, writes: 70, burst: 60 })

    const rotated = await json("key", "rotate", live.keyId)
    expect(Object.keys(rotated)).toEqual(["keyId", "secret", "previousValidUntil"])
    expect(rotated.secret).not.toBe(live.secret)
    const revoked = await json("key", "revoke", live.keyId)
    const listed = await json("key", "list", "--partner", "acme")
    expect(listed).toHaveLength(2)
    expect(listed[1]).toMatchObject({ keyId: live.keyId, revokedAt: revoked.revokedAt })
    expect(JSON.stringify(listed)).not.toContain("vsk_")
    expect(await json("partner", "list")).toMatchObject([{ code: "acme", status: "approved" }])
  }, 180_000)

  it("print tables for people and say that a secret is shown once", async () => {
    await viatica("partner", "create", "--code", "people", "--name", "Pêople")
    const key = await viatica("key", "create", "--partner", "people", "--mode", "test")
    expect(key.stdout).toMatch(/^keyId +ak_test_/)
    expect(key.stdout).toContain("The secret is shown only once: store it now.")
    const list = await viatica("partner", "list")
    expect(list.stdout).toMatch(/^code +name +status/)
    expect(list.stdout).toMatch(/^people +Pêople +created +1000 +0 +- +-$/m)
  })

  it.concurrent.each([
    ["a partner that does not exist", "partner approve nobody", /No partner has the code "nobody"/],
    ["a key that does not exist", "key revoke ak_test_0", /No key has the id "ak_test_0"/],
    ["a malformed code", "partner create --code A_B --name x", /lower-case letters, digits/],
    ["a negative limit", "partner approve acme --reads=-1", /from 0 to 1000000000: -1 is not/],
    ["a commission below the base rate", "partner commission acme --bps 999", /1000 to 5000 bps/],
  ])("end with status 1 and one line for %s", async (_, args, line) => {
    expectLine(await viatica(...args.split(" ")), 1, line)
  })

  it.concurrent.each([
    ["an unknown command", "partner invent", /Unknown subcommand "invent"/],
    ["an unknown flag", "partner list --colour red", /Unrecognized flag: --colour/],
    ["a missing flag", "partner create --code acme", /Missing required flag: --name/],
    ["a missing argument", "key rotate", /Missing required argument: keyId/],
    ["a value of the wrong type", "partner commission acme --bps many", /--bps: "many"/],
    ["a mode that does not exist", "key create --partner a --mode prod", /"test".*"live"/],
    ["a scope that does not exist", "key create --partner a --mode test --scopes x", /quotes.link/],
  ])("end with status 2 and one line for %s", async (_, args, line) => {
    expectLine(await viatica(...args.split(" ")), 2, line)
  })

  it("show help on standard output when asked, on standard error when a command is missing", async () => {
    const asked = await viatica("key", "create", "--help")
    expect(asked).toMatchObject({ status: 0, stderr: "" })
    expect(asked.stdout).toContain("--scopes")
    const missing = await viatica("key")
    expect(missing).toMatchObject({ status: 2, stdout: "" })
    expect(missing.stderr).toContain("rotate")
  })

  it("end with status 1 and one line when the database or the master key does not work", async () => {
    const nowhere = runHere({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
    expectLine(await nowhere(["partner", "list"]), 1, /127\.0\.0\.1:1\/none/)
    const keyless = runHere({ DATABASE_URL: databaseUrl, MASTER_KEY: "no" })
    const create = ["key", "create", "--partner", "acme", "--mode", "test"]
    expectLine(await keyless(create), 1, /MASTER_KEY must hold 32 bytes/)
  })

  it("make no key under another master key than the database's, and revoke under none", async () => {
    await json("partner", "create", "--code", "sealed", "--name", "Sealed")
    const create = ["key", "create", "--partner", "sealed", "--mode", "test"] as const
    const { keyId } = await json(...create)
    const other = runHere({ DATABASE_URL: databaseUrl, MASTER_KEY: "cd".repeat(32) })
    const nowhere = { DATABASE_URL: databaseUrl, DATA_DIR: "/nonexistent/viatica" }
    const without = runHere(nowhere)
    for (const args of [create, ["key", "rotate", keyId]]) {
      expectLine(await other(args), 1, /sealed under another master key .* in MASTER_KEY/)
      expectLine(await without(args), 1, /there is no \/nonexistent\/viatica\/master\.key: put/)
    }
    expect(await json("key", "list", "--partner", "sealed")).toHaveLength(1)
    expect((await without(["key", "revoke", keyId])).status).toBe(0)
    const empty = runHere({ ...nowhere, MASTER_KEY: "" })
    expectLine(await empty([...create]), 1, /MASTER_KEY is empty: it must hold 32 bytes/)
  })
})
