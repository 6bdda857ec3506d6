import { readFileSync } from "node:fs"
import { assert, describe, expect, it } from "@effect/vitest"
import * as OpenApi from "effect/http-api/OpenApi"
import { endpoints, type EndpointName, makeApi } from "../../../http/api/api.ts"
import { refusals } from "../../../http/api/api-refusal.ts"
import { triggers } from "../../../http/emulator/triggers/triggers.ts"
import { answerProblems } from "../../support/answer-problems.ts"
import { useEmulator } from "../../support/emulator.ts"
import { listenInVain } from "../../support/listen-in-vain.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { endpointNames, endpointsOf } from "../../../http/emulator/triggers/refusal-rehearsals.ts"

const emulator = useEmulator()
const inVain = listenInVain(emulator)

/** Of HTTP itself: what any path answers, and the document does not repeat for each. */
const ofHttp = ["NOT_FOUND", "METHOD_NOT_ALLOWED", "REQUEST_TIMEOUT", "HEADERS_TOO_LARGE"]

const endpointMethod = (endpoint: EndpointName): string => endpoints[endpoint].method

const trigger = async (wish: Readonly<Record<string, unknown>>) => {
  const answer = await emulator().control("POST", "/trigger", wish)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body
}

const bodyOf = async (endpoint: EndpointName): Promise<unknown> => {
  switch (endpoint) {
    case "quotes":
      return quoteBody()
    case "bilan":
      return bilanBody()
    case "links": {
      const quoted = await emulator().call("POST", paths.quotes, quoteBody())
      return quoteBody({}, { sessionId: (quoted.body as { sessionId: string }).sessionId })
    }
    case "conversion":
      return {
        ref: (await emulator().account()).ref,
        externalOrderId: "order-1",
        amount: 100,
        status: "pending",
      }
    case "eventPing":
      return { endpointId: (await inVain()).endpointId }
    case "eventResend":
      return { eventId: (await inVain()).eventId }
    case "eventEndpointCreate":
      return { url: "http://127.0.0.1:65535/created" }
    case "eventEndpointUpdate":
      return { endpointId: (await inVain()).endpointId, types: [] }
    case "eventEndpointRotate":
      return { endpointId: (await inVain()).endpointId }
    case "eventEndpointRemove": {
      const wish = { url: "http://127.0.0.1:65535/removed" }
      const made = await emulator().call("POST", paths.eventEndpointCreate, wish)
      return { endpointId: (made.body as { endpointId: string }).endpointId }
    }
    default:
      return undefined
  }
}

/** Codes that any answer of the document may carry. */
const documentedCodes = (): ReadonlySet<string> => {
  const text = JSON.stringify(OpenApi.fromApi(makeApi(() => 50)).paths)
  const known = new Set<string>(Object.values(refusals).map(({ code }) => code))
  return new Set(
    [...text.matchAll(/"([A-Z][A-Z0-9_]{3,})"/g)]
      .map(([, code]) => code ?? "")
      .filter((code) => known.has(code)),
  )
}

describe("the emulator's refusals", () => {
  it("has a trigger for every refusal of the service", () => {
    expect(triggers.filter(({ refusal }) => refusal !== undefined).map(({ name }) => name)).toEqual(
      Object.keys(refusals),
    )
  })

  it("provokes every code of the document, on every endpoint that answers it", async () => {
    const key = (await emulator().account()).keys.find(({ mode }) => mode === "sandbox")
    const bodies = new Map<EndpointName, unknown>()
    for (const endpoint of endpointNames) bodies.set(endpoint, await bodyOf(endpoint))
    const provoked = new Set<string>()

    const provoke = async (name: string, endpoint: EndpointName, isState: boolean) => {
      // A link that is made already is given again and charges nothing: quotas need a new one.
      const body = isState ? await bodyOf(endpoint) : bodies.get(endpoint)
      const query = endpoint === "statementBooks" ? "?number=ACME-2027-05-EUR" : ""
      const path = `${paths[endpoint]}${query}`
      const call = () => emulator().call(endpointMethod(endpoint), path, body, key)
      await trigger(isState ? { trigger: name } : { trigger: name, endpoint })
      const answer = await call()
      if (isState) await trigger({ trigger: "fresh-quota" })
      const after = await call()
      assert.isBelow(after.status, 300, `after ${name} ${endpoint} answers ${after.text}`)
      return answer
    }

    for (const { kind, name, refusal } of triggers) {
      if (refusal === undefined) continue
      await trigger({ trigger: "fresh-quota" })
      for (const endpoint of endpointsOf(name as keyof typeof refusals)) {
        const answer = await provoke(name, endpoint, kind === "state")
        const what = `${name} on ${endpoint}: ${answer.text}`
        assert.strictEqual(answer.status, refusal.status, what)
        assert.propertyVal(answer.body as object, "error", refusal.code, what)
        if (ofHttp.includes(name)) continue
        const problems = answerProblems(endpointMethod(endpoint), paths[endpoint], answer)
        assert.deepStrictEqual(problems, [], what)
      }
      provoked.add(refusal.code)
    }
    for (const code of documentedCodes()) assert.include([...provoked], code)
  }, 120_000)

  it("comes of the service's own words wherever the call itself is changed", async () => {
    await trigger({ trigger: "fresh-quota" })
    const details: Array<string> = []
    for (const { does, endpoints, name } of triggers) {
      if (does._tag !== "Refuse") continue
      const endpoint = endpoints[0] ?? "quotes"
      const body = await bodyOf(endpoint)
      await trigger({ trigger: name, endpoint })
      const { body: told } = await emulator().call(endpointMethod(endpoint), paths[endpoint], body)
      details.push((told as { detail: string }).detail)
      await trigger({ trigger: "fresh-quota" })
    }
    expect(details.filter((detail) => detail.startsWith("Rehearsed"))).toEqual([])
  }, 120_000)

  it("befalls so many calls as are asked for, and stops when it is told to", async () => {
    await trigger({ trigger: "fresh-quota" })
    const statuses = async (count: number) => {
      const found: Array<number> = []
      for (let made = 0; made < count; made += 1) {
        found.push((await emulator().call("GET", paths.meta)).status)
      }
      return found
    }
    await trigger({ trigger: "internal-error", times: 2 })
    expect(await statuses(3)).toEqual([500, 500, 200])
    await trigger({ trigger: "INTERNAL_ERROR", times: 9 })
    await trigger({ trigger: "calm" })
    expect(await statuses(1)).toEqual([200])
  })

  it("tells what may have been meant", async () => {
    const detailOf = async (wish: unknown) => {
      const { body, status } = await emulator().control("POST", "/trigger", wish)
      return [status, (body as { detail: string }).detail]
    }
    expect(await detailOf({ trigger: "bad-date" })).toEqual([
      400,
      "There is no trigger bad-date. Did you mean BAD_DATES?",
    ])
    expect(await detailOf({ trigger: "PRICING_UNAVAILABLE" })).toEqual([
      400,
      "There is no trigger PRICING_UNAVAILABLE. Did you mean PRICING_REFUSED or PRICING_TIMED_OUT?",
    ])
    expect(await detailOf({ trigger: "BAD_DATES", endpoint: "meta" })).toEqual([
      400,
      "meta never answers BAD_DATES; quotes, links do.",
    ])
    expect(await detailOf({ trigger: "BAD_DATES", endpoint: "quote" })).toEqual([
      400,
      "There is no endpoint quote; there are quotes, links, meta, bilan, cards, conversion, sales, statements, statementBooks, calls, events, eventEndpoints, eventPing, eventResend, eventEndpointCreate, eventEndpointUpdate, eventEndpointRotate, eventEndpointRemove. Did you mean quotes?",
    ])
    const [status, detail] = await detailOf({ triger: "BAD_DATES" })
    assert.strictEqual(status, 400)
    assert.match(String(detail), /triger.*may hold trigger, endpoint, key, subscription, times\.$/)
  })

  it("is told whole in docs/emulator.md", () => {
    const page = readFileSync(new URL("../../../docs/emulator.md", import.meta.url), "utf8")
    for (const { name } of triggers) assert.include(page, `| \`${name}\` |`, name)
    for (const { what } of triggers) assert.include(page, what)
  })
})
