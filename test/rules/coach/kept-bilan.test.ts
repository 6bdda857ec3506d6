import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { networks, profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import type { KeptBilan } from "../../../rules/coach/kept-bilan.ts"
import { prepareRequestKind } from "../../../rules/impact/request-kind.ts"
import { unknownCountry } from "../../../rules/reference/kept-countries.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyRequest, bilanOf, coach, liveContext, markets } from "./support.ts"

const readAsked = prepareRequestKind(shippedTables)

const keptOf = (request: unknown): KeptBilan =>
  coach.kept(Result.getOrThrow(coach.read(request, liveContext.allowedCardModes)))

const keptCard = (card: unknown, residence = "FR") =>
  keptOf({ residence, destinations: ["US"], card }).card

/** Requests with texts of callers wherever a text may stand. */
const withTexts = fc
  .tuple(
    anyRequest,
    fc.record(
      {
        ref: fc.string(),
        name: fc.string(),
        card: fc.record({ bank: fc.string(), network: fc.string(), tier: fc.string() }),
        destinations: fc.array(fc.stringMatching(/^[A-Za-z]{2}$/u), { minLength: 1, maxLength: 9 }),
      },
      { requiredKeys: ["ref", "name"] },
    ),
  )
  .map(([request, texts]) => ({ ...request, ...texts }))

const anyAsked = fc.oneof(anyRequest, withTexts)

const words = new Set<unknown>([
  ...shippedTables.countries.rows.map(({ code }) => code),
  unknownCountry,
  ...networks,
  ...profileTiers,
  ...markets,
  "",
  true,
  false,
])

const catalogueIds = new Set<unknown>(
  shippedTables.coachCards.rows.map(({ catalogueId }) => catalogueId),
)

describe("a request for a bilan that is kept", () => {
  it("says nothing but words of the tables and numbers of the catalogue", () => {
    const fields = new Set<string>()
    fc.assert(
      fc.property(anyAsked, (request) => {
        const { card = {}, destinations, trip, ...rest } = keptOf(request)
        const { catalogueId, ...named } = card
        for (const [name, part] of Object.entries({ ...rest, ...named, ...trip })) {
          fields.add(name)
          assert.isTrue(words.has(part), String(part))
        }
        for (const code of destinations) assert.isTrue(words.has(code), code)
        if (catalogueId !== undefined) assert.isTrue(catalogueIds.has(catalogueId))
      }),
      { numRuns: 1_000 },
    )
    assert.deepStrictEqual([...fields].sort(), [
      "bank",
      "friends",
      "longTrip",
      "market",
      "network",
      "residence",
      "riskyActivity",
      "tier",
    ])
  })

  it("is a request that can be read again, and is kept as the same line", () => {
    fc.assert(
      fc.property(anyAsked, (request) => {
        const line: unknown = JSON.parse(JSON.stringify(keptOf(request)))
        assert.deepStrictEqual(Result.getOrThrow(readAsked(line)), { bilan: line })
        assert.deepStrictEqual(JSON.parse(JSON.stringify(keptOf(line))), line)
      }),
      { numRuns: 1_000 },
    )
  })

  it("finds the same card again where it was not named by its number", () => {
    fc.assert(
      fc.property(
        anyRequest.filter((request) => !("bin" in (request.card ?? {}))),
        fc.constantFrom("FR", "US", "SG", "MY"),
        (request, residence) => {
          const asked = { ...request, residence }
          const [before, after] = [asked, keptOf(asked)].map((one) => bilanOf(one))
          assert.strictEqual(after?.card.origin, before?.card.origin)
          assert.deepStrictEqual(after?.card.guarantees, before?.card.guarantees)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("keeps the card that was found, never what was sent for it", () => {
    assert.deepStrictEqual(keptCard({ catalogueId: 7 }), { catalogueId: 7 })
    assert.deepStrictEqual(keptCard({ catalogueId: 999_999 }), {})
    assert.deepStrictEqual(keptCard({ bank: "BNP Paribas", network: "Visa", tier: "Premier" }), {
      catalogueId: 3,
    })
    assert.deepStrictEqual(keptCard({ bank: "Jane Doe", network: "Visa", tier: "Premier" }), {
      bank: "",
      network: "visa",
      tier: "mid",
    })
    assert.deepStrictEqual(keptCard({ network: "VISA", tier: "Premier" }), {
      network: "visa",
      tier: "mid",
    })
    assert.deepStrictEqual(keptCard({ network: "visa", tier: "Jane Doe" }), {
      network: "visa",
      tier: "",
    })
    assert.deepStrictEqual(keptCard({ network: "Jane Doe", tier: "gold" }), {})
    assert.deepStrictEqual(keptCard({ network: 4, tier: [] }), {})
    assert.isUndefined(keptCard({ none: true }))
    assert.isUndefined(keptCard(undefined))
  })

  it("has no digit of a BIN in it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("FR", "US", "SG"),
        fc.stringMatching(/^[2-6]\d{7}$/u),
        (residence, bin) => {
          const { catalogueId, ...named } = keptCard({ bin }, residence) ?? {}
          assert.notMatch(JSON.stringify(named), /\d/u)
          assert.isTrue(catalogueId === undefined || catalogueIds.has(catalogueId))
        },
      ),
      { numRuns: 500 },
    )
    assert.deepStrictEqual(keptCard({ bin: "40000000" }), { network: "visa", tier: "" })
  })

  it("tells no ref, and no country that no table knows", () => {
    const kept = keptOf({ residence: "qx", destinations: ["us", "JD", "FR"], ref: "acme-SPRING27" })
    assert.deepStrictEqual(kept, {
      residence: unknownCountry,
      destinations: ["FR", "US", unknownCountry],
      trip: { friends: false, longTrip: false, riskyActivity: false },
    })
  })
})
