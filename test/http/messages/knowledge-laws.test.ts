import * as fc from "fast-check"
import { assert, describe, it } from "@effect/vitest"
import { compileText } from "../../../http/messages/icu.ts"
import { allBinRanges } from "../../../rules/coach/card/bin-card.ts"
import {
  anyCountry,
  coverOf,
  isHeld,
  medicalSlug,
  repatriationSlug,
} from "../../../rules/coach/card/products.ts"
import { tripNumbers, tripOf } from "../../../rules/coach/covers/terms.ts"
import { strengths, type TripFlag } from "../../../rules/coach/coach-vocabulary.ts"
import {
  writtenLanguages,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"
import type { Argument, BilanResponse } from "../../../rules/coach/response.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { isLong, times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { pieces, situationFor } from "../../rules/coach/situations.ts"
import { anyRequest, bilanOf, liveContext } from "../../rules/coach/support.ts"

const runs = { numRuns: times(600, 5_000), seed: testSeed("what the Coach does not know") }

const today = { ...liveContext, today: "2026-11-29" }

type Body = typeof anyRequest extends fc.Arbitrary<infer Some> ? Some : never

type Law = (answer: BilanResponse, body: Body) => ReadonlyArray<string>

/**
 * Every card of the catalogue on trips near and far, quiet and not: each trip in the long form, and one
 * of their kinds in turn in the short one.
 */
const wholeCatalogue: ReadonlyArray<Body> = shippedTables.coachCards.rows.flatMap(
  ({ catalogueId, country }, index) =>
    [["ES"], ["US"], ["TH", "KE"], [country]].flatMap((destinations, place) =>
      tripNumbers
        .filter((_, kind) => isLong || kind === (index + place) % tripNumbers.length)
        .map((number) => ({
          residence: country,
          destinations,
          card: { catalogueId },
          trip: tripOf(number),
        })),
    ),
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

/** What of a trip arguments are about, by the ids of these. */
const brokenBy = new Map([
  ["trip_outlasts_card", "long_trip"],
  ["trip_voids_card", "long_trip"],
  ["friends_not_insured", "friends"],
  ["risky_activity_excluded", "risky_activity"],
] as const)

const brokenFlagOf = (id: string): TripFlag | undefined =>
  [...brokenBy].find(([named]) => named === id)?.[1]

/** The gap that an argument is about, by the row that makes it. */
const gapSlugs = new Map(pieces.tables.coachArguments.rows.map(({ id }) => [id, id] as const))

const anyMarket = fc.constantFrom(...shippedTables.coachMarkets.rows.map(({ market }) => market))

/** A request whose card nobody knows, in a language of a market. */
interface Spoken {
  readonly body: object
  readonly lang: WrittenLanguage
  readonly market: string
}

/** Requests of residents of every market whose card cannot be resolved. */
const unknownCard = fc.record({
  residence: fc.constantFrom("FR", "FR", "FR", "RE", "US", "CA", "SG", "MY"),
  destinations: fc.constantFrom(["US"], ["JP", "TH"], ["ES"], ["MA"], ["CH"], ["UA"]),
  card: fc.constantFrom<unknown>(
    { bin: "999999" },
    { bin: "4974" },
    { bin: "535800" },
    { catalogueId: 999_999 },
    { network: "visa", tier: "nothing known" },
    { network: "mastercard", tier: "nothing known" },
    { network: "jcb", tier: "gold" },
  ),
  trip: fc.constantFrom(...tripNumbers.map(tripOf)),
})

describe(
  "what the Coach does not know it does not say:",
  { timeout: times(180_000, 3 * 3_600_000) },
  () => {
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

    it("a ceiling is not too low that reaches the benchmark on some of the cards that were read", () => {
      let seen = 0
      const law: Law = ({ bilan, card }, body) => {
        const { product } = situationFor(body).card
        return Object.entries(card.guarantees).flatMap(
          ([slug, { badge, key, recommendedValue }]) => {
            const { range, value } = coverOf(product, slug)
            if (range === undefined || recommendedValue === null) return []
            const { highest } = range
            if (highest < recommendedValue || (value ?? 0) >= recommendedValue) return []
            seen += 1
            const isDecisive = bilan.arguments.some(
              ({ id, strength }) => id === "medical_ceiling_range" && strength === "decisive",
            )
            const isTold = key === "unverified_range" && badge === "unverified"
            return isTold && !isDecisive ? [] : [`${slug}: ${badge}`]
          },
        )
      }
      expectLaw(law)
      for (const { country, network, tier } of shippedTables.coachGenericProfiles.rows) {
        for (const destinations of [["US"], ["JP"], ["TH", "KE"]]) {
          for (const number of tripNumbers) {
            const card = { network, tier }
            const body = { residence: country, destinations, card, trip: tripOf(number) }
            assert.deepStrictEqual(law(bilanOf(body, today), body), [])
          }
        }
      }
      assert.isAbove(seen, 20)
    })

    it("what is least is told as the least: neither as usual, nor as too low, nor decisive", () => {
      let seen = 0
      const least = { fr: /au moins/i, en: /at least/i }
      const usual = { fr: /en général|d’ordinaire/i, en: /usually|as a rule/i }
      const lawOf = ({ body, lang, market }: Spoken): ReadonlyArray<string> => {
        const answer = bilanOf({ ...body, lang, market }, today)
        const { bilan, card } = answer
        const { medical, ...told } = render(answer)
        const figures = [bilan.medical, ...bilan.arguments, ...Object.values(card.guarantees)]
          .map(({ vars }) => vars["cardValue"])
          .filter((each) => typeof each === "string")
        const sentences = [
          medical,
          told.headline,
          ...told.arguments.flatMap(({ fact, hook }) => [hook, fact]),
          ...told.gaps.map(({ sentence }) => sentence),
        ].filter((each) => each !== null)
        const ofCard = sentences.filter((each) => figures.some((figure) => each.includes(figure)))
        seen += ofCard.length
        return [
          ...ofCard.filter((each) => !least[lang].test(each) || usual[lang].test(each)),
          ...Object.entries(card.guarantees).flatMap(([slug, { badge }]) =>
            badge === "insufficient" ? [slug] : [],
          ),
          ...bilan.arguments.flatMap(({ id, strength, vars }) =>
            strength === "decisive" && vars["cardValue"] !== undefined ? [id] : [],
          ),
        ]
      }
      fc.assert(
        fc.property(
          unknownCard,
          fc.constantFrom(...writtenLanguages),
          anyMarket,
          (body, lang, market) => {
            assert.deepStrictEqual(lawOf({ body, lang, market }), [])
          },
        ),
        { ...runs, numRuns: 2 * runs.numRuns },
      )
      assert.isAbove(seen, 500)
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

    it("a residence of whose cards none was read has no cover and no amount of other countries", () => {
      let seen = 0
      expectLaw(({ bilan, card }, body) => {
        const { product } = situationFor(body).card
        if (product.country !== anyCountry) return []
        seen += 1
        const ofCards = bilan.arguments.filter(
          ({ vars }) => vars["cardValue"] !== undefined || vars["sourceKind"] === "derived",
        )
        return [
          ...ofCards.map(({ id }) => id),
          ...Object.entries(card.guarantees).flatMap(([slug, { badge, value }]) =>
            badge === "unverified" && value === null ? [] : [slug],
          ),
        ]
      })
      assert.isAbove(seen, 100)
    })

    it("where the target is met, nothing else is decisive of the card, and its conditions come first", () => {
      const isCondition = (id: string): boolean =>
        /^(condition|exclusion|trip_(outlasts|voids))/.test(id)
      let seen = 0
      expectLaw(({ bilan }) => {
        if (!bilan.medical.ceilingOk) return []
        seen += 1
        const decisive = bilan.arguments.filter(
          ({ id, strength }) => strength === "decisive" && /_(missing|shortfall)/.test(id),
        )
        const late = strengths.flatMap((strength) => {
          const ofCare = bilan.arguments.filter(
            (each) => each.strength === strength && each.category === "sante",
          )
          const first = ofCare.findIndex(({ id }) => !isCondition(id))
          return first === -1 ? [] : ofCare.slice(first).filter(({ id }) => isCondition(id))
        })
        return [...decisive, ...late].map(({ id }) => id)
      })
      assert.isAbove(seen, 200)
    })

    it("a trip breaks the covers that are listed as broken, and no others", () => {
      let seen = 0
      expectLaw(({ bilan }, body) => {
        const { gaps } = situationFor(body)
        return bilan.arguments.flatMap(({ id, values }) => {
          const flag = brokenFlagOf(id)
          const { covers } = values
          if (flag === undefined || !Array.isArray(covers)) return []
          seen += 1
          return covers.flatMap((slug) =>
            gaps.some((each) => each.slug === slug && each.broken.includes(flag))
              ? []
              : [`${id}: ${String(slug)}`],
          )
        })
      })
      assert.isAbove(seen, 200)
    })

    it("terms that are told as the card's were read for that product", () => {
      const read = new Set(
        shippedTables.coverTerms.rows.map(({ country, product, term }) =>
          [country, product, term].join(),
        ),
      )
      let seen = 0
      expectLaw(({ bilan }, body) => {
        const { product } = situationFor(body).card
        return bilan.arguments.flatMap(({ id, values, vars }) => {
          const { terms } = values
          if (vars["basis"] !== "card" || !Array.isArray(terms)) return []
          return terms.flatMap((told) => {
            if (typeof told === "string") return []
            seen += 1
            return read.has([product.country, product.name, told.term].join())
              ? []
              : [`${id}: ${told.term}`]
          })
        })
      })
      assert.isAbove(seen, 200)
    })

    it("a gap and an argument about it rest on the same", () => {
      const ofArgument = (argument: Argument, { card }: BilanResponse): ReadonlyArray<string> => {
        const slug = aboutGap.get(argument.id)
        const gap = slug === undefined ? undefined : card.guarantees[slug]
        return gap === undefined || gap.vars["basis"] === argument.vars["basis"]
          ? []
          : [argument.id]
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

    it("the line on medical costs rests on what the gap in them rests on", () => {
      let seen = 0
      expectLaw(({ bilan, card }) => {
        const gap = card.guarantees[medicalSlug]
        const { basis } = bilan.medical.vars
        if (gap === undefined || basis === undefined) return []
        seen += 1
        return basis === gap.vars["basis"]
          ? []
          : [`${String(basis)} for ${String(gap.vars["basis"])}`]
      })
      assert.isAbove(seen, 200)
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
          /^(travel_warning|insurance_)|^(friends_not_insured|trip_|risky_activity|sports_)/.test(
            id,
          )
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
      const sentencesOf = (answer: BilanResponse): ReadonlyArray<string> => {
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
      }
      expectLaw((_, body) =>
        writtenLanguages.flatMap((lang) => sentencesOf(bilanOf({ ...body, lang }, today))),
      )
    })
  },
)
