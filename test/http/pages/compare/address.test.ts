import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import {
  type KeptComparison,
  prepareComparisonAddresses,
} from "../../../../http/pages/compare/comparison-address.ts"
import { housePartnerCode } from "../../../../http/ports/house.ts"
import { SealedAddresses } from "../../../../http/ports/sealed-addresses.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { layerSealedAddresses } from "../../../../http/store/secrets/sealed-addresses.ts"
import { shippedTables } from "../../../support/tables.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { dayMs } from "../../../../core/vocabulary/day.ts"
import type { TripSearch } from "../../../../rules/comparison/trip-search.ts"
import { type Answer, send } from "../../../support/http-call.ts"
import { testMasterKey, useOwnService } from "../../../support/service.ts"
import { comingTrip } from "../../../support/coming-trip.ts"

const service = useOwnService({ PROXIES_IN_FRONT: "1" })

/** The addresses of the service, made and opened beside it. */
const addresses = await Effect.runPromise(
  Effect.map(SealedAddresses, (sealed) =>
    prepareComparisonAddresses(sealed, { baseUrl: "https://viatica.example", daysMax: 30 }),
  ).pipe(
    Effect.provide(
      layerSealedAddresses.pipe(
        Layer.provide([MasterKey.layerFrom(Buffer.from(testMasterKey, "hex")), RandomBytes.layer]),
      ),
    ),
  ),
)

const search: TripSearch = {
  residence: "FR",
  state: "",
  destinations: ["US"],
  start: comingTrip.start,
  end: comingTrip.end,
  ages: ["34", "31"],
  intent: "forTourism",
  price: "3200",
  currency: "EUR",
  options: new Set(["cancellation"]),
  isCancellationDeclined: false,
  bank: "Bänk & Söhne",
  network: "visa",
  tier: "mid",
  bin: "",
  ref: "acme-SPRING27",
  session: "",
}

const keptOf = (more: Partial<KeptComparison> = {}): KeptComparison => ({
  search,
  seen: { amount: 280.28, currency: "EUR", mark: "abcdefgh" },
  sealedAtMs: Date.now() - (Date.now() % 1000),
  ...more,
})

const openedOf = (path: string, nowMs = Date.now()) =>
  addresses.open(path.slice("/compare/".length), nowMs)

let visitors = 0

const from = () => {
  visitors += 1
  return { "x-forwarded-for": `198.51.100.${visitors}` }
}

const get = (path: string, headers = from()): Promise<Answer> =>
  send({ port: service().port, method: "GET", path, headers })

const post = (path: string, body: string, headers = from()): Promise<Answer> =>
  send({
    port: service().port,
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  })

const trip = `residence=FR&destinations=US&start=${comingTrip.start}&end=${comingTrip.end}&ages=34&ages=31&price=3200&cancellation=yes`

/** The address that a form leads to. */
const addressOf = async (form = `${trip}&lang=en`): Promise<string> => {
  const { headers, status } = await post("/compare", form)
  assert.strictEqual(status, 303)
  assert.strictEqual(headers["referrer-policy"], "no-referrer")
  return headers["location"] ?? ""
}

describe("the address of a comparison", () => {
  it("holds what was typed, what was seen, and since when", () => {
    const kept = keptOf()
    const opened = openedOf(addresses.pathOf(kept))
    assert.deepStrictEqual(Result.getOrThrow(opened), kept)
  })

  it("stays short: some 200 letters, and far below what an address takes for the largest search", () => {
    const session = `qs_${"A".repeat(22)}.${"A".repeat(43)}`
    const usual = addresses.pathOf(keptOf({ search: { ...search, session } }))
    assert.isBelow(usual.length, 260)
    const codes = shippedTables.countries.rows.slice(0, limitOf(shippedTables, "destinations_max"))
    const largest = addresses.pathOf(
      keptOf({
        search: {
          ...search,
          session,
          destinations: codes.map(({ code }) => code),
          ages: Array.from({ length: 50 }, (_, index) => String((index * 37) % 100)),
          bank: "é".repeat(200),
          ref: "x".repeat(200),
        },
      }),
    )
    assert.isBelow(largest.length, 800)
  })

  it("is over after its days, and somebody else's is none", () => {
    const kept = keptOf()
    const path = addresses.pathOf(kept)
    const tagAt = (days: number) => {
      const opened = openedOf(path, kept.sealedAtMs + days * dayMs)
      return opened._tag === "Failure" ? opened.failure : "opened"
    }
    assert.deepStrictEqual([tagAt(29.9), tagAt(30), tagAt(400)], ["opened", "over", "over"])
    const other = openedOf(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)
    assert.deepInclude(other, { failure: "broken" })
  })

  it("is shared without the session, and lasts no longer for it", () => {
    const session = `qs_${"A".repeat(22)}.${"A".repeat(43)}`
    const kept = keptOf({
      search: { ...search, session },
      sealedAtMs: Date.UTC(2026, 10, 29),
    })
    const share = addresses.shareOf(kept, "fr")
    assert.strictEqual(share.until, "2026-12-29")
    assert.match(share.address, /^https:\/\/viatica\.example\/compare\/[\w-]+\?lang=fr$/)
    const opened = addresses.open(share.part, kept.sealedAtMs)
    assert.deepInclude(opened, { success: { ...kept, search: { ...search, session: "" } } })
  })
})

describe("a comparison by its address", () => {
  it("is opened by GET, again and again, in any language, from anywhere, and leaks to nobody", async () => {
    const path = await addressOf()
    const first = await get(path)
    assert.strictEqual(first.status, 200)
    // Two digits stand in any long text of random letters; the sealed bytes hold no age as it is written.
    const sealed = Buffer.from(path.split("/").at(-1) ?? "", "base64url").toString("latin1")
    for (const typed of [comingTrip.year, "3200"]) assert.notInclude(path, typed)
    for (const written of ['"34"', "34,31", "3200"]) assert.notInclude(sealed, written)
    assert.strictEqual(first.headers["referrer-policy"], "no-referrer")
    assert.strictEqual(first.headers["cache-control"], "no-store")
    assert.include(first.headers["x-robots-tag"] ?? "", "noindex")
    assert.isUndefined(first.headers["set-cookie"])
    assert.match(first.text, /id="price"[^>]*value="3200"/)
    const again = await get(path)
    const strip = ({ text }: Answer) => text.replaceAll(/\/compare\/[\w-]{100,}/g, "")
    assert.strictEqual(strip(again), strip(first))
    const german = await get(path.replace("lang=en", "lang=de"))
    assert.include(german.text, '<html lang="de">')
    assert.match(german.text, /<form class="languages" method="get" action="\/compare\/[\w-]+"/)
  })

  it("costs the house one price for its form, and none for what follows", async () => {
    const charged = async () => {
      const [row] = await service().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ readonly reads: number }>`
            select coalesce(sum(reads_used), 0)::int as reads from quota
              join api_key using (key_id) join partner on partner.id = partner_id
            where code = ${housePartnerCode}`,
        ),
      )
      return row?.reads
    }
    const network = from()
    const path = await addressOf()
    const before = await charged()
    for (let turn = 0; turn < 40; turn += 1) {
      assert.strictEqual((await get(path, network)).status, 200)
    }
    assert.strictEqual(await charged(), before)
    await addressOf()
    assert.notStrictEqual(await charged(), before)
  })

  it("is priced again where nobody remembers it, at the pace of a network", async () => {
    const network = from()
    let refused: Answer | undefined
    for (let turn = 0; turn <= 70 && refused === undefined; turn += 1) {
      const unseen = keptOf({ search: { ...search, price: String(1_000 + turn), ref: "" } })
      const answer = await get(addresses.pathOf(unseen), network)
      if (answer.status !== 303) refused = answer
    }
    assert.strictEqual(refused?.status, 429)
    assert.match(refused?.text ?? "", /id="age-1"[^>]*value="34"/)
  })

  it("gives each who comes by a shared one a session of their own", async () => {
    const shared = `${addresses.pathOf(keptOf({ search: { ...search, ref: "" } }))}?lang=en`
    const sessions = await Promise.all(
      [1, 2].map(async () => {
        const led = await get(shared)
        assert.strictEqual(led.status, 303)
        const { text } = await get(led.headers["location"] ?? "")
        return /name="session" value="(qs_[^"]+)"/.exec(text)?.[1]
      }),
    )
    assert.isDefined(sessions[0])
    assert.notStrictEqual(sessions[0], sessions[1])
  })

  it("tells that prices have changed since, and nothing where they have not", async () => {
    const path = await addressOf()
    assert.notInclude((await get(path)).text, "Prices have changed")
    const before = addresses.pathOf(
      keptOf({
        search: { ...search, ref: "" },
        sealedAtMs: Date.now() - 3 * dayMs,
        seen: { amount: 12.34, currency: "EUR", mark: "otherone" },
      }),
    )
    const led = await get(`${before}?lang=en`)
    const { text } = await get(led.headers["location"] ?? "")
    assert.match(text, /Prices have changed\. Cheapest offer on [^:]+: €12\.34\. Now: €[\d.]+\./)
  })

  it("that is over or damaged is told in words, with the empty form", async () => {
    const over = await get(
      `${addresses.pathOf(keptOf({ sealedAtMs: Date.now() - 31 * dayMs }))}?lang=en`,
    )
    assert.strictEqual(over.status, 410)
    assert.include(over.text, "This comparison is over")
    const damaged = await get("/compare/abc?lang=en")
    assert.strictEqual(damaged.status, 404)
    assert.include(damaged.text, "This address opens no comparison")
    for (const { headers, text } of [over, damaged]) {
      assert.include(text, 'action="/compare"')
      assert.notInclude(text, 'value="34"')
      assert.strictEqual(headers["referrer-policy"], "no-referrer")
    }
  })

  it("shows what its words say: order, filters together, and offers side by side", async () => {
    const path = await addressOf()
    const shown = async (words: string) =>
      (await get(`${path}&shown=${words.replaceAll(" ", "+")}`)).text
    const both = await shown("care sports")
    assert.match(both, /data-filter="care" aria-pressed="true"/)
    assert.match(both, /data-filter="sports" aria-pressed="true"/)
    assert.match(both, /Offers shown: (\d) of \d/)
    const ids = (text: string) =>
      [...text.matchAll(/name="offer" value="(\d+)"/g)].map(([, id]) => id)
    const cheapest = ids(await shown(""))
    assert.notDeepEqual(ids(await shown("by-care")), cheapest)
    const [first, second] = cheapest
    const pinned = await shown(`pin${first} pin${second} pinned`)
    assert.deepStrictEqual(ids(pinned), [first, second])
    assert.include(pinned, "Difference in price: €")
    assert.include(pinned, "per person and day")
  })

  it("has buttons that change the trip where something else is on offer", async () => {
    const without = await get(
      await addressOf(`${trip.replace("cancellation=yes", "cancellation=no")}&lang=en`),
    )
    assert.match(without.text, /formaction="\/compare"[^>]*name="change" value="annual"/)
    const changed = await post("/compare", `${trip}&lang=en&change=no-cancellation`)
    const { text } = await get(changed.headers["location"] ?? "")
    assert.notMatch(text, /name="cancellation" value="yes" checked/)
    assert.match(text, /name="sports" value="yes"/)
  })
})
