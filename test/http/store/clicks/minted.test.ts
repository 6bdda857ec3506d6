import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Subscriptions } from "../../../../http/store/links/subscriptions.ts"
import { outcomeOf, send } from "../../../support/http-call.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"
import { linkRows } from "./link-rows.ts"

const funnel = "https://funnel.example"
const service = useOwnService({ FUNNEL_URL: funnel })

interface Minted {
  readonly url: string
  readonly subscriptionId: string
}

const mint = async (key: TestKey, sessionId: string, top: Readonly<Record<string, unknown>>) => {
  const body = quoteBody({}, { sessionId, ...top })
  const answer = await service().call("POST", paths.links, body, { key })
  expect(outcomeOf(answer)).toMatch(/^20[01]$/)
  return answer.body as Minted
}

/** Where a link leads, without the funnel's own address. */
const follow = async (url: string): Promise<string | undefined> => {
  const path = url.slice(service().baseUrl.length)
  const { headers } = await send({ port: service().port, method: "GET", path })
  return headers["location"]?.slice(funnel.length)
}

it("a link of POST /links leads to its subscription, whatever was clicked before", async () => {
  const key = await service().createKey({ mode: "live" })
  const quoted = await service().call("POST", paths.quotes, quoteBody(), { key })
  const { offers, sessionId } = quoted.body as {
    readonly sessionId: string
    readonly offers: ReadonlyArray<{ readonly id: number }>
  }
  const [first, second] = offers
  const list = await mint(key, sessionId, { language: "fr" })
  const held = await service().run(
    Effect.flatMap(Subscriptions, (all) => all.get(list.subscriptionId)),
  )
  const { quoteRef, ref } = held
  expect(await follow(list.url)).toBe(`/offers?quote=${quoteRef}&lang=fr`)
  const one = await mint(key, sessionId, { language: "fr", offerId: first?.id })
  const other = await mint(key, sessionId, { language: "de", offerId: second?.id })
  const form = (offerId: number | undefined) =>
    `/presubscribe?quote=${quoteRef}&offer=${offerId}&lang=de`
  expect(await follow(one.url)).toBe(form(first?.id))
  expect(await follow(other.url)).toBe(form(second?.id))
  expect(await follow(list.url)).toBe(`/offers?quote=${quoteRef}&lang=de`)
  const code = ref.slice(key.partnerCode.length + 1)
  expect(await linkRows(service()).clicksOnce(code, 4)).toBe(4)
})
