import { userInfo } from "node:os"
import { beforeAll, describe, expect, it } from "vitest"
import { sampleTrip } from "../../support/sample-trips.ts"
import { type TestKey, testMasterKey, useService } from "../../support/service.ts"
import { makeLinking } from "../store/links/linking.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useService()

const { link, quoted } = makeLinking(service)
const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
  BASE_URL: "https://v.example/base/",
}))

let live: TestKey

beforeAll(async () => {
  live = await service().createKey({ mode: "live", partnerCode: "acme" })
})

/** A subscription of the account, opened as its partner does. */
const mint = async () => link(201, live, await quoted(live))

describe("viatica link", () => {
  const spring = {
    code: "SPRING27",
    ref: "acme-SPRING27",
    url: "https://v.example/base/r/SPRING27",
  }

  it("makes links of an account, with a code that is asked for or a random one", async () => {
    const made = await json("link", "create", "--partner", "acme", "--code", "SPRING27")
    expect(made).toEqual(spring)
    const random = await json("link", "create", "--partner", "acme")
    expect(random.code).toMatch(/^[A-Za-z0-9]{12}$/)
    expect(random).toEqual({
      code: random.code,
      ref: `acme-${random.code}`,
      url: `https://v.example/base/r/${random.code}`,
    })
  })

  it("archives a link, once, which the list shows", async () => {
    const archived = await json("link", "archive", "SPRING27", "--partner", "acme")
    expect(archived).toMatchObject({ ...spring, clicks: 0, archived: true })
    expect(await json("link", "archive", "SPRING27", "--partner", "acme")).toEqual(archived)
    const listed = await json("link", "list", "--partner", "acme")
    expect(Object.keys(listed[0])).toEqual([
      "code",
      "ref",
      "clicks",
      "archived",
      "createdAt",
      "url",
    ])
    expect(listed.map(({ archived }: { readonly archived: boolean }) => archived)).toEqual([
      false,
      true,
      false,
    ])
    expect(listed[1]).toEqual(archived)
  })

  it("prints tables for people", async () => {
    await json("link", "create", "--partner", "acme", "--code", "PEOPLE")
    const list = await viatica("link", "list", "--partner", "acme")
    expect(list.stdout).toMatch(/^code +ref +clicks +archived +created +url\n/)
    expect(list.stdout).toMatch(
      /^PEOPLE +acme-PEOPLE +0 +false +20\S+Z +https:\/\/v\.example\/base\/r\/PEOPLE$/m,
    )
    const made = await viatica("link", "create", "--partner", "acme", "--code", "PEOPLE2")
    expect(made.stdout).toBe(
      "code  PEOPLE2\nref   acme-PEOPLE2\nurl   https://v.example/base/r/PEOPLE2\n",
    )
  })

  it.concurrent.each([
    ["a code that is taken", "create --partner acme --code PEOPLE", /The code PEOPLE is taken\./],
    ["a malformed code", "create --partner acme --code a-b", /4 to 32 letters and digits/],
    ["an unknown partner", "create --partner nobody", /No partner has the code "nobody"/],
    ["a link of another account", "archive PEOPLE --partner usual", /No tracked link/],
    ["a link that is not there", "archive NOTHERE --partner acme", /has the code "NOTHERE"/],
    ["the links of nobody", "list --partner nobody", /No partner has the code "nobody"/],
  ])("ends with status 1 and one line for %s", async (_, args, line) => {
    expectLine(await viatica("link", ...args.split(" ")), 1, line)
  })

  it.concurrent.each([
    ["a missing partner", "create", /Missing required flag: --partner/],
    ["a link of no partner", "archive SPRING27", /Missing required flag: --partner/],
    ["a missing code", "archive --partner acme", /Missing required argument: code/],
    ["an unknown command", "invent", /Unknown subcommand "invent"/],
  ])("ends with status 2 and one line for %s", async (_, args, line) => {
    expectLine(await viatica("link", ...args.split(" ")), 2, line)
  })
})

describe("viatica subscription", () => {
  it("shows a subscription by its id and by its quote, and moves it on", async () => {
    const { subscriptionId, url } = await mint()
    const quote = new URL(url).searchParams.get("quote") ?? ""
    const [quoteRef = ""] = quote.split(".")
    const shown = await json("subscription", "show", subscriptionId)
    expect(shown).toMatchObject({
      subscriptionId,
      quoteRef,
      stage: "quoting",
      offerId: null,
      language: "en",
      trip: { ...sampleTrip, currency: "EUR" },
    })
    expect(shown.ref).toMatch(/^acme-/)
    expect(await json("subscription", "show", quoteRef)).toEqual(shown)
    expect(await json("subscription", "show", quote)).toEqual(shown)

    const paid = await json("subscription", "advance", subscriptionId, "paid")
    expect(paid).toEqual({ ...shown, stage: "paid", changedAt: paid.changedAt })
    expect(await json("subscription", "advance", subscriptionId, "paid")).toEqual(paid)
    expect(await json("subscription", "show", subscriptionId)).toEqual(paid)
    expect(await json("audit", "list", "--subject", subscriptionId)).toEqual([
      {
        at: paid.changedAt,
        actor: `command line: ${userInfo().username}`,
        actorName: `command line: ${userInfo().username}`,
        action: "subscription.advance",
        subject: subscriptionId,
        subjectName: subscriptionId,
        partner: "acme",
        details: { ref: shown.ref, from: "quoting", to: "paid" },
      },
    ])
    expectLine(
      await viatica("subscription", "advance", subscriptionId, "presubscribed"),
      1,
      /is paid and cannot go back to presubscribed\./,
    )
  })

  it("is a table of fields for people", async () => {
    const { subscriptionId } = await mint()
    const { stdout } = await viatica("subscription", "advance", subscriptionId, "presubscribed")
    expect(stdout).toMatch(new RegExp(`^subscription +${subscriptionId}\n`))
    expect(stdout).toMatch(/^stage +presubscribed$/m)
    expect(stdout).toMatch(/^trip +forTourism, FR to ES$/m)
    expect(stdout).toMatch(/^travellers +2$/m)
  })

  it.concurrent.each([
    ["an unknown subscription", "advance sub_none paid", 1, /has the id "sub_none"/],
    ["an unknown quote", "show nothing", 1, /has the id "nothing"/],
    ["a stage that does not exist", "advance sub_none bought", 2, /"presubscribed".*"subscribed"/],
    ["the stage that all begin in", "advance sub_none quoting", 2, /"presubscribed"/],
    ["a missing stage", "advance sub_none", 2, /Missing required argument: stage/],
  ])("ends in one line for %s", async (_, args, status, line) => {
    expectLine(await viatica("subscription", ...args.split(" ")), status, line)
  })
})
