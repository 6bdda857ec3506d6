import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { coverOf, medicalSlug } from "../../../../rules/coach/card/products.ts"
import { doubtOf } from "../../../../rules/coach/covers/gaps.ts"
import { strengths } from "../../../../rules/coach/coach-vocabulary.ts"
import type { BilanResponse, RawMoney, RawValue } from "../../../../rules/coach/response.ts"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { textTable, withEditedFile } from "../../../support/edited-tables.ts"
import { times } from "../../../support/long.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedTables } from "../../../support/tables.ts"
import { situationFor } from "../situations.ts"
import { anyRequest, bilanOf, heldOf, liveContext, markets } from "../support.ts"

const runs = { numRuns: times(800, 5_000), seed: testSeed("laws of what arguments tell") }

type Argument = BilanResponse["bilan"]["arguments"][number]

const idsOf = ({ bilan }: BilanResponse): ReadonlyArray<string> =>
  bilan.arguments.map(({ id }) => id)

const termsOf = ({ values }: Argument) =>
  Array.isArray(values["terms"]) ? values["terms"].filter((each) => typeof each !== "string") : []

/** What an argument says of covers: that one is missing, too low or unknown, or has a term. */
const factsOf = (argument: Argument): ReadonlyArray<string> => {
  const { id, values } = argument
  const cover = typeof values["cover"] === "string" ? values["cover"] : "cancelTrip"
  return termsOf(argument).length > 0
    ? termsOf(argument).map((told) => `${told.cover ?? cover} ${told.term}`)
    : Array.isArray(values["covers"])
      ? values["covers"].map((slug) => `${String(slug)} ${id}`)
      : [id]
}

const abroad = (body: Parameters<typeof situationFor>[0]): boolean =>
  situationFor(body).reach.kind === "abroad"

const isMoney = (value: RawValue | undefined): value is RawMoney =>
  typeof value === "object" && "currency" in value

const relations = shippedTables.argumentRelations.rows

describe("what arguments tell", () => {
  it("are seven at most, as many as are counted", () => {
    const holds = fc.property(anyRequest, (body) => {
      const { argumentCount, arguments: made } = bilanOf(body).bilan
      expect(made.length).toBeLessThanOrEqual(7)
      expect(argumentCount).toBe(made.length)
    })
    fc.assert(holds, runs)
  })

  it("are fewer than seven only where there is no more to tell", () => {
    const roomy = prepareCoach(
      withEditedFile(offlineDefinitions, shippedTables, "reference/limits.csv", ({ cells }) =>
        cells["name"] === "coach_arguments_max" ? { ...cells, value: "40" } : cells,
      ),
    )
    let full = 0
    const holds = fc.property(anyRequest, (body) => {
      const all = Result.getOrThrow(roomy.bilan(body, liveContext)).bilan.argumentCount
      expect(bilanOf(body).bilan.argumentCount).toBe(Math.min(7, all))
      if (all > 7) full += 1
    })
    fc.assert(holds, runs)
    expect(full).toBeGreaterThan(0)
  })

  it("is no fact twice", () => {
    const holds = fc.property(anyRequest, (body) => {
      const facts = bilanOf(body).bilan.arguments.flatMap(factsOf)
      expect([...new Set(facts)]).toEqual(facts)
    })
    fc.assert(holds, runs)
  })

  it("leaves out what another argument excludes, and the terms that it tells itself", () => {
    const holds = fc.property(anyRequest, (body) => {
      const answer = bilanOf(body)
      const ids = new Set(idsOf(answer))
      for (const { argument, effect, term, told } of relations) {
        if (told === null || !ids.has(told) || argument === null) continue
        if (effect === "excludes") expect(ids.has(argument), `${told} and ${argument}`).toBe(false)
        const made = answer.bilan.arguments.find(({ id }) => id === argument)
        if (made === undefined) continue
        if (effect === "weakens") expect(made.strength).toBe("useful")
        if (effect !== "drops_term") continue
        expect(termsOf(made).map((each) => each.term)).not.toContain(term)
      }
    })
    fc.assert(holds, runs)
  })

  it("calls no cover missing that nobody has looked up, and is not decisive about it", () => {
    const missing = Map.groupBy(
      textTable("coach/arguments.csv").rows.flatMap(({ cells }) =>
        cells["badge"] === "missing" ? [cells] : [],
      ),
      ({ id }) => id ?? "",
    )
    expect(missing.size).toBeGreaterThan(10)
    const holds = fc.property(anyRequest, (body) => {
      const answer = bilanOf(body)
      const { bilan } = answer
      const { guarantees } = answer.card
      const { card } = situationFor(body)
      for (const { id, strength } of bilan.arguments) {
        if (/unverified/.test(id)) expect(strength, id).not.toBe("decisive")
        const slugs = (missing.get(id) ?? []).flatMap(({ slug }) => slug?.split("|") ?? [])
        const states = slugs.map((slug) => coverOf(card.product, slug).state)
        if (slugs.length > 0) expect(states, id).toContain("not_available")
      }
      for (const [slug, { badge, recommendedValue }] of Object.entries(guarantees)) {
        // A cover that is measured by an amount is unverified, too, where its ceiling was not read.
        const cover = coverOf(card.product, slug)
        const { state, value } = cover
        const isUnread = state === "included" && value === null && recommendedValue !== null
        // So is one whose ceiling is the least of its kind, or may reach the amount on this card.
        const isDoubted = doubtOf(cover, recommendedValue) !== undefined
        expect(badge === "unverified", slug).toBe(state === "unknown" || isUnread || isDoubted)
      }
      if (coverOf(card.product, medicalSlug).state === "unknown") {
        expect(bilan.headline.key).not.toMatch(/no_medical_cover|target_met|enough|shortfall/)
        expect(bilan.medical.key).not.toMatch(/^(met|missing|not_met)/)
      }
    })
    fc.assert(holds, runs)
  })

  it("shows no amount of nothing, and a dash where an argument is about none", () => {
    const zero = /^\D*0\D*$/
    const holds = fc.property(anyRequest, (body) => {
      for (const { figure, id, vars } of bilanOf(body).bilan.arguments) {
        expect(figure, id).not.toMatch(zero)
        if (/^(friends|exclusion|covers_unverified|condition_call)/.test(id)) {
          expect(figure, id).toBe("—")
        }
        expect(String(vars["shortfall"] ?? "1")).not.toMatch(zero)
      }
    })
    fc.assert(holds, runs)
  })

  it("is in one currency, but for what a country asks for", () => {
    const currencyIn = (value: unknown): ReadonlyArray<string> =>
      typeof value === "object" && value !== null && "currency" in value
        ? [String(value.currency)]
        : []
    const holds = fc.property(anyRequest, (body) => {
      const answer = bilanOf(body)
      const { bilan, meta } = answer
      const { currency } = shippedTables.coachMarkets.get(meta.market) ?? { currency: "" }
      const told = [
        ...Object.values(bilan.headline.values),
        ...Object.values(bilan.medical.values),
        ...bilan.arguments
          .filter(({ id }) => !id.startsWith("insurance_"))
          .flatMap((argument) => [
            ...Object.values(argument.values),
            ...termsOf(argument).map(({ limit }) => limit),
          ]),
      ].flatMap(currencyIn)
      expect(new Set([currency, ...told])).toEqual(new Set([currency]))
    })
    fc.assert(holds, runs)
  })

  it("tells a gap by one pair of figures, of which the card's is the lower, in any market", () => {
    const amountOf = (value: unknown): number =>
      typeof value === "object" && value !== null && "value" in value ? Number(value.value) : NaN
    const slugOf = new Map(
      textTable("coach/arguments.csv").rows.flatMap(({ cells }) =>
        cells["scope"] === "gap" && cells["badge"] === "insufficient"
          ? [[cells["id"] ?? "", cells["slug"] ?? ""] as const]
          : [],
      ),
    )
    expect(slugOf.size).toBeGreaterThan(8)
    let compared = 0
    const holds = fc.property(anyRequest, fc.constantFrom(...markets), (body, market) => {
      const { bilan, card } = bilanOf({ ...body, market })
      for (const [slug, { badge, values }] of Object.entries(card.guarantees)) {
        if (badge !== "insufficient" || values["cardValue"] === undefined) continue
        expect(amountOf(values["cardValue"]), slug).toBeLessThan(amountOf(values["recommended"]))
      }
      for (const { id, values } of bilan.arguments) {
        const gap = card.guarantees[slugOf.get(id) ?? ""]
        if (gap === undefined) continue
        compared += 1
        const { cardValue, recommended } = gap.values
        expect([values["cardValue"], values["recommended"]], id).toEqual([cardValue, recommended])
        const lacking = amountOf(recommended) - amountOf(cardValue)
        expect(amountOf(values["shortfall"]), id).toBe(lacking)
      }
    })
    fc.assert(holds, { ...runs, numRuns: 4 * runs.numRuns })
    expect(compared).toBeGreaterThan(100)
  })

  it("is of the same card whatever market is asked for, measured by that market's benchmarks", () => {
    const rateOf = (code: string): number => {
      const { currencies, otherRates } = shippedTables
      const { denominator, numerator } = (currencies.get(code) ?? otherRates.get(code))
        ?.eurRate ?? {
        numerator: 0n,
        denominator: 1n,
      }
      return Number(numerator) / Number(denominator)
    }
    let converted = 0
    const holds = fc.property(anyRequest, fc.constantFrom(...markets), (body, market) => {
      const { market: _, ...asked } = body
      const [told, own] = [bilanOf({ ...asked, market }).card, bilanOf(asked).card]
      const ofBoth = Object.keys(told.guarantees).filter((slug) => slug in own.guarantees)
      const pick = ({ guarantees }: typeof told) =>
        heldOf(
          Object.fromEntries(Object.entries(guarantees).filter(([slug]) => ofBoth.includes(slug))),
        )
      expect({ ...told, guarantees: pick(told) }).toEqual({ ...own, guarantees: pick(own) })
      for (const [slug, gap] of Object.entries(told.guarantees)) {
        const { badge, recommendedValue, value, values } = gap
        const { recommended } = values
        if (recommendedValue === null || !isMoney(recommended)) continue
        converted += 1
        // One benchmark: the market's, and what it comes to in the card's currency, up to a whole unit.
        const exact = (recommended.value * rateOf(told.currency)) / rateOf(recommended.currency)
        expect(recommendedValue - exact, slug).toBeLessThan(1)
        expect(recommendedValue - exact, slug).toBeGreaterThan(-1e-6)
        if (badge === "insufficient") expect(value, slug).toBeLessThan(recommendedValue)
        if (badge === "conditional")
          expect(value ?? Infinity, slug).toBeGreaterThanOrEqual(recommendedValue)
      }
    })
    fc.assert(holds, { ...runs, numRuns: 2 * runs.numRuns })
    expect(converted).toBeGreaterThan(1_000)
  })

  it("tells no ceiling as below a benchmark that it reaches, nor as above one that it does not", () => {
    let reached = 0
    const holds = fc.property(anyRequest, fc.constantFrom(...markets), (body, market) => {
      const { bilan } = bilanOf({ ...body, market })
      const { cardValue } = bilan.medical.values
      if (!isMoney(cardValue) || cardValue.highest !== undefined) return
      reached += bilan.medical.ceilingOk ? 1 : 0
      expect(cardValue.value >= bilan.medical.targetValue).toBe(bilan.medical.ceilingOk)
    })
    fc.assert(holds, { ...runs, numRuns: 4 * runs.numRuns })
    expect(reached).toBeGreaterThan(50)
  })

  it("sells where an argument is decisive or strong or too little is known, never against a level 4 warning", () => {
    const holds = fc.property(anyRequest, (body) => {
      const { bilan } = bilanOf(body)
      const weighs = bilan.arguments.some(({ strength }) => strength !== "useful")
      const [first] = bilan.arguments
      const isWarned = first?.id === "travel_warning_level4"
      const unknown = abroad(body) && bilan.headline.key !== "coach.headline.enough"
      expect(bilan.shouldSell).toBe((weighs || unknown) && !isWarned)
      if (isWarned) {
        const others = bilan.arguments.slice(1).map(({ strength }) => strength)
        expect(new Set(["useful", ...others])).toEqual(new Set(["useful"]))
      } else expect(idsOf(bilanOf(body))).not.toContain("travel_warning_level4")
    })
    fc.assert(holds, runs)
  })

  it("ends with the exclusions, where they are told", () => {
    const last = "exclusion_sports_war_alcohol"
    const holds = fc.property(anyRequest, (body) => {
      const ids = idsOf(bilanOf(body))
      if (ids.includes(last)) expect(ids.at(-1)).toBe(last)
    })
    fc.assert(holds, runs)
  })
})

describe("a card that is known better", () => {
  it("never rests on less than its range does", () => {
    const ranked = shippedTables.coachCards.rows.filter(
      ({ level, network, tier }) => network !== null && level !== null && tier !== "business",
    )
    let unverifiedCards = 0
    for (const { catalogueId, country, level, network } of ranked) {
      const trip = { residence: country, destinations: ["JP"] }
      const exact = bilanOf({ ...trip, card: { catalogueId } })
      const range = bilanOf({ ...trip, card: { network, tier: level } })
      const unverified = (answer: BilanResponse) =>
        answer.bilan.headline.key === "coach.headline.medical_unverified"
      if (!unverified(exact)) continue
      unverifiedCards += 1
      // What nobody knows of the card itself is not told as missing either.
      const worst = exact.bilan.arguments.find(({ id }) => id.startsWith("medical_"))
      expect(worst?.id, String(catalogueId)).toBe("medical_unverified")
      expect(strengths.indexOf(worst?.strength ?? "useful")).toBeGreaterThan(0)
      expect(range.meta.warnings).toEqual([])
    }
    expect(unverifiedCards).toBeGreaterThan(20)
  })
})
