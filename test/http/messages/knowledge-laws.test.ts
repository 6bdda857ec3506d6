import * as fc from "fast-check"
import { assert, describe, it } from "@effect/vitest"
import { compileText } from "../../../http/messages/icu.ts"
import { allBinRanges } from "../../../rules/coach/card/bin-card.ts"
import {
  coverOf,
  isHeld,
  medicalSlug,
  repatriationSlug,
} from "../../../rules/coach/card/products.ts"
import { tripNumbers, tripOf } from "../../../rules/coach/covers/terms.ts"
import type { Argument, BilanResponse } from "../../../rules/coach/response.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { pieces, situationFor } from "../../rules/coach/situations.ts"
import { anyRequest, bilanOf, liveContext } from "../../rules/coach/support.ts"

const runs = { numRuns: times(1_500, 5_000), seed: testSeed("what the Coach does not know") }

const today = { ...liveContext, today: "2026-11-29" }

type Body = typeof anyRequest extends fc.Arbitrary<infer Some> ? Some : never

type Law = (answer: BilanResponse, body: Body) => ReadonlyArray<string>

/** Every card of the catalogue on trips near and far, quiet and not. */
const wholeCatalogue: ReadonlyArray<Body> = shippedTables.coachCards.rows.flatMap(
  ({ catalogueId, country }, index) =>
    [["ES"], ["US"], ["TH", "KE"], [country]].map((destinations, place) => ({
      residence: country,
      destinations,
      card: { catalogueId },
      trip: tripOf(tripNumbers[(index + place) % tripNumbers.length] ?? 0),
    })),
)

/** Holds a law against drawn requests and all cards of the catalogue. */
const expectLaw = (law: Law): void => {
  fc.assert(
    fc.property(anyRequest, (body) => {
      assert.deepStrictEqual(law(bilanOf(body, today), body), [])
    }),
    runs,
  )
  const broken = wholeCatalogue.flatMap((body) =>
    law(bilanOf(body, today), body).map((words) => `${words}: ${JSON.stringify(body)}`),
  )
  assert.deepStrictEqual(broken.slice(0, 3), [])
}

const render = makeBilanRenderer({ texts: shippedTables, format: compileText })

const slugs = new Set(shippedTables.coachBenefits.rows.map(({ slug }) => slug))

/** The gap that an argument is about, by the row that makes it. */
const gapSlugs = new Map(pieces.tables.coachArguments.rows.map(({ id }) => [id, id] as const))

describe("what the Coach does not know it does not say:", () => {
  it("a card is called enough only where that is known", () => {
    expectLaw(({ bilan, card }, body) => {
      if (bilan.headline.key !== "coach.headline.enough") return []
      const { card: resolved } = situationFor(body)
      const unverified = Object.values(card.guarantees).filter(
        ({ badge }) => badge === "unverified",
      )
      const right =
        bilan.medical.ceilingOk &&
        isHeld(coverOf(resolved.product, medicalSlug)) &&
        isHeld(coverOf(resolved.product, repatriationSlug)) &&
        unverified.length <= 2 &&
        !bilan.shouldSell
      return right ? [] : ["enough"]
    })
  })

  it("no ceiling that nobody read is too low", () => {
    expectLaw(({ card }) =>
      Object.entries(card.guarantees).flatMap(([slug, { badge, state, value }]) =>
        badge === "insufficient" && (value === null || state === "included") ? [slug] : [],
      ),
    )
  })

  it("an absence that other cards tell of is not decisive", () => {
    expectLaw(({ bilan }) =>
      bilan.arguments.flatMap(({ id, strength, vars }) =>
        vars["sourceKind"] === "derived" && id.endsWith("_missing") && strength === "decisive"
          ? [id]
          : [],
      ),
    )
  })

  it("nothing is absent on the ground of what stands for a card that is not known", () => {
    expectLaw(({ card }) =>
      card.origin !== "baseline"
        ? []
        : Object.entries(card.guarantees).flatMap(([slug, { badge }]) =>
            badge === "missing" ? [slug] : [],
          ),
    )
  })

  it("a number whose level nobody knows is told like one that nobody lists", () => {
    const unknown = allBinRanges(shippedTables).filter(
      ({ kind, level, networkRow }) =>
        level === null && kind.type === null && networkRow !== undefined,
    )
    assert.isAbove(unknown.length, 1_000)
    const [bin = "", ...others] = unknown.map(({ binFrom }) => binFrom)
    fc.assert(
      fc.property(fc.constantFrom(bin, ...others), (first) => {
        const { bilan, card, meta } = bilanOf(
          { residence: "FR", destinations: ["US"], card: { bin: first } },
          today,
        )
        assert.strictEqual(card.origin, "baseline")
        assert.include(meta.warnings, "CARD_PROFILE_UNMATCHED")
        assert.strictEqual(bilan.headline.key, "coach.headline.unknown_card")
        assert.include(
          bilan.arguments.map(({ id }) => id),
          "unknown_card",
        )
      }),
      runs,
    )
  })

  it("a gap and an argument about it rest on the same", () => {
    const ofArgument = (argument: Argument, { card }: BilanResponse): ReadonlyArray<string> => {
      const slug = aboutGap.get(argument.id)
      const gap = slug === undefined ? undefined : card.guarantees[slug]
      return gap === undefined || gap.vars["basis"] === argument.vars["basis"] ? [] : [argument.id]
    }
    const aboutGap = new Map([
      ["medical_missing", medicalSlug],
      ["medical_shortfall_top", medicalSlug],
      ["repatriation_missing", repatriationSlug],
      ["cancellation_missing", "cancelTrip"],
      ["cancellation_shortfall", "cancelTrip"],
      ["baggage_missing", "suitcaseInsurance"],
      ["baggage_shortfall", "suitcaseInsurance"],
      ["delay_missing", "transportDelay"],
      ["liability_missing", "privateRc"],
    ])
    assert.deepStrictEqual(
      [...aboutGap.keys()].filter((id) => !gapSlugs.has(id)),
      [],
    )
    expectLaw((answer) => answer.bilan.arguments.flatMap((each) => ofArgument(each, answer)))
  })

  it("every gap and every argument says where its figures come from, and of when", () => {
    expectLaw(({ bilan, card }) =>
      [...bilan.arguments, ...Object.values(card.guarantees)].flatMap(({ vars }) =>
        typeof vars["sourceKind"] === "string" &&
        typeof vars["old"] === "string" &&
        (vars["asOf"] === undefined || vars["asOf"] !== "")
          ? []
          : [JSON.stringify(vars)],
      ),
    )
  })

  it("another flag of the trip loses no warning, no entry rule and no argument of a flag", () => {
    const flags = ["friends", "longTrip", "riskyActivity"] as const
    const kept = ({ bilan }: BilanResponse): ReadonlyArray<string> =>
      bilan.arguments.flatMap(({ id }) =>
        /^(travel_warning|insurance_)|^(friends_not_insured|trip_|risky_activity|sports_)/.test(id)
          ? [
              id
                .replace(/^trip_(outlasts|voids)_card$/, "long_trip")
                .replace(/^(sports_missing|risky_activity_excluded)$/, "risky"),
            ]
          : [],
      )
    expectLaw((answer, body) =>
      flags.flatMap((flag) => {
        const after = bilanOf({ ...body, trip: { ...body.trip, [flag]: true } }, today)
        return kept(answer).filter((id) => !kept(after).includes(id))
      }),
    )
  })

  it("no sentence has a brace, an object or a slug, nor stands twice", () => {
    expectLaw((answer) => {
      const {
        arguments: made,
        disclosures,
        gaps,
        headline,
        medical,
        reading,
        social,
        unknown,
      } = render(answer)
      const told = [
        headline,
        medical,
        social,
        reading,
        ...disclosures,
        ...made.flatMap(({ fact, hook, pitch }) => [hook, fact, pitch]),
      ].filter((each) => each !== null && each !== undefined)
      const all = [...told, ...gaps.map(({ sentence }) => sentence)]
      const facts = made.flatMap(({ fact, hook }) => [hook, fact])
      return [
        ...unknown,
        ...all.filter((each) => /[{}]|\[object|undefined/.test(each)),
        ...all.filter((each) =>
          each.split(/[^A-Za-z]+/).some((word) => /[a-z][A-Z]/.test(word) && slugs.has(word)),
        ),
        ...facts.filter((each, index) => facts.indexOf(each) !== index),
      ]
    })
  })
})
