import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { pieces } from "./situations.ts"
import { shippedTables } from "../../support/tables.ts"
import { bilanOf, coach, liveContext, request, sandboxContext } from "./support.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const body = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }

/** What both the headline and the line under it tell of this card: amounts as text and as numbers. */
const shortOfTarget = {
  vars: {
    basis: "range",
    converted: "false",
    cardValue: "155\u202f000\u00a0€",
    inPlace: "aux États-Unis",
    target: "500\u202f000\u00a0€",
  },
  values: {
    cardValue: { value: 155000, currency: "EUR" },
    inPlace: "US",
    target: { value: 500000, currency: "EUR" },
  },
}

describe("a bilan", () => {
  it("has every field of the contract", () => {
    expect(bilanOf(body)).toEqual({
      ok: true,
      card: { origin: "generic", currency: "EUR", guarantees: expect.any(Object) },
      bilan: {
        shouldSell: true,
        headline: {
          key: "coach.headline.medical_shortfall",
          vars: { ...shortOfTarget.vars, here: "sur place" },
          values: { ...shortOfTarget.values, here: "there" },
        },
        medical: {
          target: "500\u202f000\u00a0€",
          targetValue: 500000,
          ceilingOk: false,
          key: "not_met",
          vars: { ...shortOfTarget.vars, ranged: "false" },
          values: shortOfTarget.values,
        },
        argumentCount: expect.any(Number),
        social: {
          pct: expect.any(Number),
          subjectKey: "coach.social.medical_below_target",
          vars: { pct: expect.any(Number), counted: expect.any(Number), market: "France" },
          values: { market: "fr" },
        },
        focusCategories: ["sante", "biens"],
        arguments: expect.any(Array),
        reading: { key: "source.reading_undated", vars: {}, values: {} },
        disclosures: ["information", "notice", "benchmarks", "remuneration"].map((key) => ({
          key: `disclosure.${key}`,
          vars: {},
          values: {},
        })),
      },
      destinations: ["US"],
      offer: { quoteUrl: "https://example.test/FR/fr/null" },
      meta: {
        engineVersion: "2.3.2+test",
        market: "fr",
        lang: "fr",
        passport: "FR",
        warnings: [],
      },
    })
  })

  it("takes a ref of the caller's own and ignores any other with REF_IGNORED", () => {
    const own = bilanOf({ ...body, ref: "acme-web1" }, { ...liveContext, refIsOwn: true })
    expect(own.offer.quoteUrl).toBe("https://example.test/FR/fr/acme-web1")
    expect(own.meta.warnings).toEqual([])
    const foreign = bilanOf({ ...body, ref: "other-web1" })
    expect(foreign.offer.quoteUrl).toBe("https://example.test/FR/fr/null")
    expect(foreign.meta.warnings).toEqual(["REF_IGNORED"])
  })

  it("credits nobody in sandbox", () => {
    expect(bilanOf(body, sandboxContext).offer.quoteUrl).toBeNull()
  })

  it("runs without the facts of destinations, and says so", () => {
    const georgia = { residence: "FR", destinations: ["GE"], card: { bin: "1" }, ref: "x" }
    const answer = bilanOf(georgia, { ...liveContext, destinationRules: null })
    expect(answer.meta.passport).toBeNull()
    expect(answer.meta.warnings).toEqual([
      "BIN_LOOKUP_FAILED",
      "FORMALITIES_UNAVAILABLE",
      "REF_IGNORED",
    ])
    expect(answer.bilan.arguments.map((each) => each.id)).not.toContain("insurance_mandatory")
  })

  it("derives market and language from the residence when none, or an unknown one, is asked", () => {
    const meta = (residence: string, market?: unknown) =>
      bilanOf({ residence, destinations: ["US"], market }).meta
    expect(meta("MY")).toMatchObject({ market: "my", lang: "en" })
    expect(meta("BE")).toMatchObject({ market: "universal", lang: "en" })
    expect(meta("BE", "fr")).toMatchObject({ market: "fr", lang: "fr", passport: "BE" })
    expect(meta("FR", "FR")).toMatchObject({ market: "fr" })
  })
})

describe("laws of bilans", () => {
  it("the same request has the same answer, which survives JSON", () => {
    fc.assert(
      fc.property(request, (some) => {
        const answer = bilanOf(some)
        expect(bilanOf(some)).toEqual(answer)
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
      }),
    )
  })

  it("a card never has more gaps than none, in the currency of either", () => {
    fc.assert(
      fc.property(request, (some) => {
        const count = (each: unknown) => Object.keys(bilanOf(each).card.guarantees).length
        expect(count(some)).toBeLessThanOrEqual(count({ ...some, card: { none: true } }))
      }),
    )
  })

  it("the medical gap is listed exactly when the ceiling misses or a condition breaks", () => {
    fc.assert(
      fc.property(request, (some) => {
        const { bilan, card } = bilanOf(some)
        const gap = card.guarantees["hospitalFeesAbroad"]
        const reach = pieces.homePlaces.reachOf(some.residence, some.destinations)
        const met = gap === undefined || gap.badge === "conditional"
        if (reach.kind === "abroad") expect(bilan.medical.ceilingOk).toBe(met)
        else expect(gap).toBeUndefined()
      }),
    )
  })

  it("arbitrary JSON never throws, and a refusal has a code of the contract", () => {
    const codes = [
      "BAD_RESIDENCE",
      "NO_DESTINATIONS",
      "TOO_MANY_DESTINATIONS",
      "CARD_MODE_FORBIDDEN",
    ]
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({
        residence: fc.oneof(fc.constant("FR"), fc.jsonValue()),
        destinations: fc.oneof(fc.constant(["US"]), fc.array(fc.jsonValue())),
        card: fc.oneof(
          fc.jsonValue(),
          fc.dictionary(
            fc.constantFrom("bin", "bank", "network", "tier", "catalogueId", "none"),
            fc.jsonValue(),
          ),
        ),
        trip: fc.jsonValue(),
        market: fc.jsonValue(),
        ref: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(anything, (some) => {
        const result = coach.bilan(some, sandboxContext)
        if (Result.isFailure(result)) expect(codes).toContain(result.failure.code)
        else expect(result.success.ok).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe("the offline Coach", () => {
  const offline = makeOfflineCoach(shippedTables, "2.3.2+offline")

  it("takes every card mode, credits nobody, and names its version", () => {
    const answer = Result.getOrThrow(offline.bilan({ ...body, card: { catalogueId: 3 }, ref: "x" }))
    expect(answer.card.origin).toBe("exact")
    expect(answer.offer.quoteUrl).toBeNull()
    expect(answer.meta).toMatchObject({ engineVersion: "2.3.2+offline", warnings: ["REF_IGNORED"] })
  })
})
