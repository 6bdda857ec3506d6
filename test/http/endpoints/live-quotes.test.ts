import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Partners } from "../../../http/ports/partners.ts"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import { shippedTables } from "../../support/tables.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { startServerProcess } from "../../support/server-process.ts"
import { startService, type TestKey, type StartedService } from "../../support/service.ts"
import {
  type SimulatorProcess,
  startSimulatorProcess,
} from "../emulator/simulator/simulator-process.ts"
import { copyTables } from "../tables/copied-tables.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

interface LiveQuote extends PricedQuote {
  readonly mode: string
  readonly meta: { readonly partnerFee?: unknown }
}

let fast: SimulatorProcess
let slow: SimulatorProcess
let service: StartedService
let key: TestKey

const timeoutMs = 1_500

const trip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 34 }, { age: 8 }],
  tripPrice: 2400,
}

const insurerOf = (id: number): string => shippedTables.catalogueOffers.get(id)?.insurer ?? "nobody"

const quote = async (changes: object = {}, at = service, by = key): Promise<LiveQuote> => {
  const answer = await at.call("POST", paths.quotes, { trip: { ...trip, ...changes } }, { key: by })
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as LiveQuote
}

const insurersIn = ({ offers }: LiveQuote): ReadonlySet<string> =>
  new Set(offers.map(({ id }) => insurerOf(id)))

const environment = (urls: Readonly<Record<string, URL>>) => ({
  INSURER_URLS: Object.entries(urls)
    .map(([insurer, { href }]) => `${insurer}=${href}`)
    .join(","),
  INSURER_ALLOW_PRIVATE: "true",
  INSURER_TIMEOUT_MS: String(timeoutMs),
})

beforeAll(async () => {
  fast = await startSimulatorProcess("--language", "fr")
  slow = await startSimulatorProcess("--language", "de")
  service = await startService(environment({ feuillacier: fast.url, tannhorst: slow.url }))
  key = await service.createKey({ mode: "live" })
})

afterAll(async () => {
  await service.stop()
  await fast.end()
  await slow.end()
})

beforeEach(async () => {
  await fast.behave()
  await slow.behave()
})

describe("a live quote", () => {
  it("has the offers of insurers rated here and asked over HTTP, cheapest first", async () => {
    const priced = await quote()
    expect(priced.mode).toBe("live")
    const insurers = insurersIn(priced)
    expect(insurers).toContain("brindelune")
    expect(insurers).toContain("feuillacier")
    expect(insurers).toContain("tannhorst")
    const amounts = priced.offers.map(({ price }) => price.amountInCents)
    expect(amounts).toEqual(amounts.toSorted((left, right) => left - right))
    expect(priced.offers.map(({ position }) => position)).toEqual(
      amounts.map((_, index) => index + 1),
    )
  })

  it("asks each insurer once, with the normal trip and the codes of its offers", async () => {
    const before = [await fast.calls(), await slow.calls()]
    await quote()
    const after = [await fast.calls(), await slow.calls()]
    expect(after.map(({ posts }, index) => posts - (before[index]?.posts ?? 0))).toEqual([1, 1])
    const sent = JSON.parse(String(after[0]?.lastBody)) as {
      readonly trip: object
      readonly days: number
      readonly offers: ReadonlyArray<string>
    }
    expect(sent.days).toBe(14)
    expect(sent.trip).toMatchObject({ ...trip, currency: "EUR", isAnnual: false })
    expect(sent.offers.length).toBeGreaterThan(0)
    const codes = shippedTables.catalogueOffers.rows.flatMap((row) =>
      row.insurer === "feuillacier" ? row.code : [],
    )
    for (const code of sent.offers) expect(codes).toContain(code)
  })

  it.each([
    [{ kind: "hang" }],
    [{ kind: "trickle" }],
    [{ kind: "status", status: 500 }],
    [{ kind: "malformed" }],
    [{ kind: "wrong_shape" }],
    [{ kind: "wrong_currency" }],
    [{ kind: "negative_premium" }],
    [{ kind: "huge_body", mebibytes: 8 }],
    [{ kind: "reset_body" }],
    [{ kind: "redirect" }],
    [{ kind: "empty" }],
  ] as const)("counts the offers of an insurer with the fault %o as unpriced", async (fault) => {
    const healthy = await quote()
    const lost = healthy.offers.filter(({ id }) => insurerOf(id) === "tannhorst").length
    expect(lost).toBeGreaterThan(0)
    await slow.behave({ ...fault, times: 1 })
    const lacking = await quote()
    expect(insurersIn(lacking)).not.toContain("tannhorst")
    expect(insurersIn(lacking)).toContain("feuillacier")
    expect(lacking.offers.length).toBe(healthy.offers.length - lost)
    expect(lacking.unpricedCount).toBe(healthy.unpricedCount + lost)
    expect(await quote()).toMatchObject({ unpricedCount: healthy.unpricedCount })
  })

  it("catches what an insurer says it sells on its own site, and counts it", async () => {
    const healthy = await quote()
    const own = healthy.offers.filter(({ id }) => insurerOf(id) === "tannhorst").length
    await slow.behave({ kind: "sold_by_redirect", times: 1 })
    const caught = await quote()
    expect(caught.redirectOnlyCount).toBe(healthy.redirectOnlyCount + own)
    expect(caught.unpricedCount).toBe(healthy.unpricedCount)
    expect(insurersIn(caught)).not.toContain("tannhorst")
  })

  it("reads unmapped guarantees as not available", async () => {
    await slow.behave({ kind: "unmapped_text", times: 1 })
    const { offers } = await quote()
    const own = offers.filter(({ id }) => insurerOf(id) === "tannhorst")
    expect(own.length).toBeGreaterThan(0)
    const states = own.flatMap(({ guarantees }) =>
      Object.values(guarantees).map(({ state }) => state),
    )
    expect(states.length).toBeGreaterThan(0)
    expect(new Set(states)).toEqual(new Set(["not_available"]))
  })

  it("includes the uplift of an account, and says it", async () => {
    const plain = await quote()
    const uplifted = await service.createKey({ mode: "live", partnerCode: "uplifted" })
    await service.run(
      Effect.flatMap(Partners, (partners) => partners.setCommission("uplifted", 3_000)),
    )
    const priced = await quote({}, service, uplifted)
    expect(plain.meta.partnerFee).toBeUndefined()
    expect(priced.meta.partnerFee).toEqual({
      feeBps: 3_000,
      upliftBps: 2_000,
      commissionBps: 3_000,
    })
    for (const { id, price } of priced.offers) {
      const before = plain.offers.find((offer) => offer.id === id)?.price
      expect(before).toBeDefined()
      // 1.30 / 1.10 of the price, each rounded to a cent once.
      const exact = ((before?.insurerAmount ?? 0) * 13) / 11
      expect(Math.abs(price.insurerAmount - exact)).toBeLessThanOrEqual(0.012)
    }
  })

  it("serves its own pictograms and documents", async () => {
    const { offers } = await quote()
    const [offer] = offers.filter(({ documents }) => documents.cgvUrl !== null)
    const icon = await fetch(String(offer?.insurer.logoUrl))
    expect(icon.headers.get("content-type")).toContain("image/svg+xml")
    expect(String(offer?.insurer.logoUrl).startsWith(service.baseUrl)).toBe(true)
    const terms = await fetch(String(offer?.documents.cgvUrl))
    expect(terms.status).toBe(200)
    expect(await terms.text()).toContain(String(offer?.name))
  })
})

describe("a live quote without any answer", () => {
  it("is 502 when every insurer refuses and 504 when none answers in time", async () => {
    using tables = copyTables()
    tables.edit("catalogue/insurers.csv", (text) => text.replaceAll(",tariff,", ",http,"))
    const keys = shippedTables.catalogueInsurers.rows.map(({ insurer }) => insurer)
    const urls = Object.fromEntries(keys.map((insurer) => [insurer, slow.url]))
    const alone = await startService({ ...environment(urls), TABLES_DIR: tables.folder })
    try {
      const own = await alone.createKey({ mode: "live" })
      const outcome = async () =>
        outcomeOf(await alone.call("POST", paths.quotes, { trip }, { key: own }))
      await slow.behave({ kind: "status", status: 503, times: 100 })
      expect(await outcome()).toBe("502 PRICING_UNAVAILABLE")
      await slow.behave({ kind: "hang", times: 100 })
      expect(await outcome()).toBe("504 PRICING_UNAVAILABLE")
      await slow.behave()
      expect(await outcome()).toBe("200")
      expect((await alone.quotaOf(own))["reads_used"]).toBe(1)
    } finally {
      await alone.stop()
    }
  })
})

describe("a server with an address of no use", () => {
  it("warns of it at the start, and when tables change so that it becomes so", async () => {
    using tables = copyTables()
    let byTariff = ""
    tables.edit("catalogue/insurers.csv", (text) => {
      byTariff = text
      return text.replaceAll(",tariff,", ",http,")
    })
    const server = await startServerProcess(service.databaseUrl, {
      TABLES_DIR: tables.folder,
      LOG_LEVEL: "Warn",
      INSURER_URLS: "tanhorst=https://rates.example,brindelune=https://rates.example",
    })
    try {
      expect(server.said()).toMatch(/an address is of no use.*tanhorst.*did you mean .*tannhorst/)
      expect(server.said()).not.toContain("by tariffs")
      tables.edit("catalogue/insurers.csv", () => byTariff)
      server.hangUp()
      while (!server.said().includes("the tables rate this insurer by tariffs")) await delay(50)
      expect(server.said().split("an address is of no use")).toHaveLength(3)
    } finally {
      await server.end("SIGTERM")
    }
  })
})
