import { userInfo } from "node:os"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { Keys } from "../../../http/ports/keys.ts"
import { Partners } from "../../../http/ports/partners.ts"
import { TrackedLinks } from "../../../http/ports/tracked-links.ts"
import { testMasterKey, useOwnService } from "../../support/service.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useOwnService()

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

interface Act {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly partner: string | null
  readonly details: unknown
}

const audit = (...args: ReadonlyArray<string>): Promise<ReadonlyArray<Act>> =>
  json("audit", "list", ...args)

describe("viatica audit list", () => {
  it("tells who did what to an account, its keys and its links, newest first", async () => {
    const keyId = await service().run(
      Effect.gen(function* () {
        const keys = yield* Keys
        const links = yield* TrackedLinks
        yield* (yield* Partners).create({ code: "acme", name: "Acme" })
        const key = yield* keys.create({ partnerCode: "acme", mode: "sandbox" })
        yield* links.create({ partnerCode: "acme", code: "SPRING27" })
        yield* keys.rotate(key.keyId)
        return key.keyId
      }),
    )
    await json("key", "revoke", keyId)
    await json("link", "archive", "SPRING27", "--partner", "acme")
    await json("partner", "approve", "acme", "--reads", "7", "--writes", "8")

    const acts = await audit("--partner", "acme")
    expect(acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "partner.approve acme",
      "link.archive acme-SPRING27",
      `key.revoke ${keyId}`,
      `key.rotate ${keyId}`,
      "link.create acme-SPRING27",
      `key.create ${keyId}`,
      "partner.create acme",
    ])
    const [newest] = acts
    expect(Object.keys(newest ?? {})).toEqual([
      "at",
      "actor",
      "actorName",
      "action",
      "subject",
      "subjectName",
      "partner",
      "details",
    ])
    expect(newest).toMatchObject({
      partner: "acme",
      details: {
        from: { status: "created", liveQuota: null },
        liveQuota: { reads: 7, writes: 8 },
      },
    })
    const operator = `command line: ${userInfo().username}`
    const byOperator = acts.map(({ actor }) => actor === operator)
    expect(byOperator).toEqual([true, true, true, false, false, false, false])
    expect(acts.at(-1)?.actor).toBe("system")
    expect(JSON.stringify(acts)).not.toContain("vsk_")

    expect(await audit("--subject", keyId, "--action", "key.rotate")).toEqual([acts[3]])
    expect(await audit("--partner", "acme", "--since", "9999-01-01")).toEqual([])
  }, 180_000)

  it("lists so many, and says on standard error when there are older ones", async () => {
    const all = await audit()
    expect(all.length).toBeGreaterThan(4)
    const some = await viatica("audit", "list", "--limit", "2", "--json")
    expect(JSON.parse(some.stdout)).toEqual(all.slice(0, 2))
    expect(some.stderr).toBe("viatica: there are older entries; --limit N lists more\n")
    expect(some.status).toBe(0)
    expect(await audit("--limit", String(all.length))).toEqual(all)
  })

  it("is a table for people", async () => {
    const { stdout } = await viatica("audit", "list", "--subject", "usual")
    expect(stdout).toMatch(/^at +actor +action +subject +partner +details\n/)
    expect(stdout).toMatch(/^20\S+Z +system +partner\.create +usual +usual +\{"name":"usual",/m)
  })

  it.concurrent.each([
    ["a partner that does not exist", "--partner nobody", 1, /No partner has the code "nobody"/],
    ["an action that does not exist", "--action key.steal", 2, /"key\.create"/],
    ["a day that does not exist", "--since 2027-02-30", 2, /day YYYY-MM-DD, got "2027-02-30"/],
    ["a limit below the least", "--limit 0", 2, /from 1 to 10000, got 0/],
    ["a limit above the most", "--limit 10001", 2, /from 1 to 10000, got 10001/],
  ])("ends in one line for %s", async (_, args, status, line) => {
    expectLine(await viatica("audit", "list", ...args.split(" ")), status, line)
  })
})
