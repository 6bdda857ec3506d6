import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { LinkStoreUnavailable } from "../../../http/ports/link-errors.ts"
import { type FoundLink, TrackedLinks } from "../../../http/ports/tracked-links.ts"
import { outcomeOf, send } from "../../support/http-call.ts"
import { bilanBody, paths } from "../../support/sample-trips.ts"
import {
  startService,
  type TestKey,
  type TestService,
  useOwnService,
} from "../../support/service.ts"
import { makeLinking } from "../store/links/linking.ts"

type Json = Readonly<Record<string, unknown>>

const service = useOwnService({ FUNNEL_URL: "https://funnel.example" })
const { archiveLink, createLink, listLinks } = makeLinking(service)

const bilan = async (key: TestKey, changes: Json = {}, asked: TestService = service()) => {
  const answer = await asked.call("POST", paths.bilan, bilanBody(changes), { key })
  expect(outcomeOf(answer)).toBe("200")
  const { meta, offer } = answer.body as BilanResponse
  return { quoteUrl: offer.quoteUrl, warnings: meta.warnings }
}

/** The codes of an account's links in use, oldest first. */
const codesOf = async ({ partnerCode }: TestKey): Promise<ReadonlyArray<string>> =>
  (await listLinks(partnerCode)).filter(({ archived }) => !archived).map(({ code }) => code)

const address = (code: string, residence: string, lang: string) =>
  `${service().baseUrl}/r/${code}?res=${residence}&lang=${lang}`

const noLink = { quoteUrl: null, warnings: [] }
const noLinkAndIgnored = { quoteUrl: null, warnings: ["REF_IGNORED"] }

describe("the link of a bilan for a live key", () => {
  it("is the one that credits the account, with residence and language", async () => {
    const key = await service().createKey({ mode: "live" })
    const [code = ""] = await codesOf(key)
    expect(await bilan(key)).toEqual({ quoteUrl: address(code, "FR", "fr"), warnings: [] })
    expect(await bilan(key, { residence: "CA" })).toMatchObject({
      quoteUrl: address(code, "CA", "en"),
    })
  })

  it("opens the funnel with them", async () => {
    const key = await service().createKey({ mode: "live" })
    const [code = ""] = await codesOf(key)
    const { quoteUrl } = await bilan(key)
    const path = (quoteUrl ?? "").slice(service().baseUrl.length)
    const { headers, status } = await send({ port: service().port, method: "GET", path })
    expect([status, headers["location"]]).toEqual([
      302,
      `https://funnel.example/quote?ref=${key.partnerCode}-${code}&residence=FR&lang=fr`,
    ])
  })

  it("is the one that its ref names, where that is the account's own and in use", async () => {
    const key = await service().createKey({ mode: "live" })
    const { partnerCode } = key
    const link = await createLink(partnerCode, "Banner01")
    const [first = ""] = await codesOf(key)
    const named = { quoteUrl: address("Banner01", "FR", "fr"), warnings: [] }
    expect(await bilan(key, { ref: link.ref })).toEqual(named)
    await archiveLink(partnerCode, "Banner01")
    const ignored = { quoteUrl: address(first, "FR", "fr"), warnings: ["REF_IGNORED"] }
    expect(await bilan(key, { ref: link.ref })).toEqual(ignored)
  })

  it("stays the account's own whatever else is named", async () => {
    const key = await service().createKey({ mode: "live" })
    const other = await service().createKey({ mode: "live" })
    const [code = ""] = await codesOf(key)
    const [foreign = ""] = await codesOf(other)
    for (const ref of [
      `${other.partnerCode}-${foreign}`,
      `${key.partnerCode}-${foreign}`,
      `${key.partnerCode}-Unknown1`,
      `${key.partnerCode}-${code}-`,
      `${key.partnerCode}-no`,
      `${key.partnerCode.toUpperCase()}-${code}`,
      ` ${key.partnerCode}-${code}`,
      code,
      key.partnerCode,
      "x".repeat(5_000),
      "\u0000",
    ]) {
      const ignored = { quoteUrl: address(code, "FR", "fr"), warnings: ["REF_IGNORED"] }
      expect(await bilan(key, { ref }), ref).toEqual(ignored)
    }
  })

  it("is none where nobody can be credited", async () => {
    const key = await service().createKey({ mode: "live" })
    const { partnerCode } = key
    for (const code of await codesOf(key)) await archiveLink(partnerCode, code)
    expect(await bilan(key)).toEqual(noLink)
    await createLink(partnerCode, "Revived1")
    expect(await bilan(key)).toEqual({ ...noLink, quoteUrl: address("Revived1", "FR", "fr") })
  })
})

describe("the link of a bilan for a sandbox key", () => {
  it("is none, and only refs of others are ignored with a warning", async () => {
    const { key } = service()
    const [code = ""] = await codesOf(key)
    expect(await bilan(key)).toEqual(noLink)
    expect(await bilan(key, { ref: `${key.partnerCode}-${code}` })).toEqual(noLink)
    expect(await bilan(key, { ref: `${key.partnerCode}-Unknown1` })).toEqual(noLinkAndIgnored)
    expect(await bilan(key, { ref: `other-${code}` })).toEqual(noLinkAndIgnored)
  })
})

describe("a store of links", () => {
  /** A service whose links are found as `find` says, and what it was asked. */
  const withFind = async (find: TrackedLinks["Service"]["find"]) => {
    const asked: Array<string> = []
    const observed: TrackedLinks["Service"]["find"] = (code) =>
      Effect.suspend(() => {
        asked.push(code)
        return find(code)
      })
    const instead = Layer.effect(
      TrackedLinks,
      Effect.map(TrackedLinks, (all) => ({ ...all, find: observed })),
    )
    return { asked, other: await startService({}, instead) }
  }

  it.each([
    ["fails", Effect.fail(new LinkStoreUnavailable({ cause: "away" }))],
    ["breaks", Effect.die("broken")],
    ["does not answer", Effect.never],
    ["knows no such link", Effect.undefined],
  ])("that %s makes no call fail: the ref is ignored", async (_, found) => {
    const { asked, other } = await withFind(
      (): Effect.Effect<FoundLink | undefined, LinkStoreUnavailable> => found,
    )
    try {
      expect(await bilan(other.key, { ref: "usual-Banner01" }, other)).toEqual(noLinkAndIgnored)
      expect(asked).toEqual(["Banner01"])
    } finally {
      await other.stop()
    }
  })

  it("is not asked without a ref, nor for one that cannot be the account's own", async () => {
    const { asked, other } = await withFind(() => Effect.undefined)
    try {
      const live = await other.createKey({ mode: "live" })
      for (const key of [other.key, live]) {
        expect((await bilan(key, {}, other)).warnings).toEqual([])
        const { warnings } = await bilan(key, { ref: "another-Banner01" }, other)
        expect(warnings).toEqual(["REF_IGNORED"])
      }
      expect(asked).toEqual([])
    } finally {
      await other.stop()
    }
  })
})
