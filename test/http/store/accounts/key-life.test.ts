import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Keys } from "../../../../http/ports/keys.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { useServerProcesses } from "../../../support/server-process.ts"
import { type TestKey, testMasterKey, useOwnService } from "../../../support/service.ts"
import { commandLine } from "../../cli/run.ts"
import { makeLinking } from "../links/linking.ts"

const service = useOwnService()
const { processes } = useServerProcesses(service, 2)
const { link } = makeLinking(service)

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

/** What every server process answers to a quote of the key. */
const quotes = (key: TestKey) =>
  Promise.all(
    processes().map(({ port }) => service().call("POST", paths.quotes, quoteBody(), { key, port })),
  )

const outcomes = async (key: TestKey) => (await quotes(key)).map(outcomeOf)

const limits = async (key: TestKey) =>
  (await quotes(key)).map(({ headers }) => headers["x-ratelimit-limit"])

describe("a key, as two server processes and an operator's command see it", () => {
  it("goes from the sandbox to live, with a secret that nothing shows again", async () => {
    await json("partner", "create", "--code", "acme", "--name", "Acme")
    const test = await json("key", "create", "--partner", "acme", "--mode", "test")
    const sandbox: TestKey = { ...test, partnerCode: "acme" }
    let sessionId = ""
    for (let round = 0; round < 5; round += 1) {
      for (const answer of await quotes(sandbox)) {
        sessionId = (answer.body as { readonly sessionId: string }).sessionId
      }
    }
    await link(201, sandbox, sessionId)
    await json("partner", "approve", "acme", "--reads", "300")
    const created = await json("key", "create", "--partner", "acme", "--mode", "live")
    const live: TestKey = { ...created, partnerCode: "acme" }
    expect(await outcomes(live)).toEqual(["200", "200"])
    expect(await outcomes(sandbox)).toEqual(["200", "200"])
    const shown = JSON.stringify([
      await json("key", "list", "--partner", "acme"),
      await json("audit", "list", "--partner", "acme"),
    ])
    expect(shown).toContain(live.keyId)
    for (const { secret } of [sandbox, live]) expect(shown).not.toContain(secret.slice(9, 40))
  }, 180_000)

  it("has the limits of the newest approval from the next call on, when it is live", async () => {
    const live = await service().createKey({ mode: "live", limits: "usual" })
    const { partnerCode } = live
    const sandbox = await service().createKey({ partnerCode, limits: "usual" })
    expect([await limits(live), await limits(sandbox)]).toEqual([
      ["2000", "2000"],
      ["200", "200"],
    ])
    await json("partner", "approve", partnerCode, "--reads", "9000")
    expect([await limits(live), await limits(sandbox)]).toEqual([
      ["9000", "9000"],
      ["200", "200"],
    ])
  })

  it("is held everywhere to what the command that made it says", async () => {
    await json("partner", "create", "--code", "held", "--name", "Held")
    const make = ["key", "create", "--partner", "held", "--mode", "test"]
    const terms = ["--name", "Engine", "--days", "90", "--networks", "192.0.2.7, 2001:db8::/32"]
    const made = await json(...make, ...terms)
    expect(await outcomes({ ...made, partnerCode: "held" })).toEqual([
      "403 ADDRESS_FORBIDDEN",
      "403 ADDRESS_FORBIDDEN",
    ])
    const [listed] = await json("key", "list", "--partner", "held")
    expect(listed).toMatchObject({
      name: "Engine",
      networks: ["192.0.2.7/32", "2001:db8::/32"],
      lastUsed: null,
    })
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    for (const wrong of [
      ["--days", "0"],
      ["--networks", "example.com"],
    ]) {
      const { status, stderr } = await viatica(...make, ...wrong)
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/Expected/) })
    }
  })

  it("is refused everywhere from the first call after a command has revoked it", async () => {
    const key = await service().createKey({ mode: "live" })
    const rotated = await json("key", "rotate", key.keyId)
    const newest: TestKey = { ...key, secret: rotated.secret }
    expect([await outcomes(key), await outcomes(newest)]).toEqual([
      ["200", "200"],
      ["200", "200"],
    ])
    await json("key", "revoke", key.keyId)
    expect([await outcomes(key), await outcomes(newest)]).toEqual([
      ["401 UNAUTHORIZED", "401 UNAUTHORIZED"],
      ["401 UNAUTHORIZED", "401 UNAUTHORIZED"],
    ])
  })

  it("loses its oldest secret everywhere when it is rotated twice", async () => {
    const first = await service().createKey()
    const rotate = () => service().run(Effect.flatMap(Keys, (keys) => keys.rotate(first.keyId)))
    expect(await outcomes(first)).toEqual(["200", "200"])
    await rotate()
    expect(await outcomes(first)).toEqual(["200", "200"])
    await rotate()
    expect(await outcomes(first)).toEqual(["401 INVALID_SIGNATURE", "401 INVALID_SIGNATURE"])
  })
})
