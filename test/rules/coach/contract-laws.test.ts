import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { coverOf } from "../../../rules/coach/card/products.ts"
import type { BilanResponse, Gap } from "../../../rules/coach/response.ts"
import { tripNumbers, tripOf } from "../../../rules/coach/covers/terms.ts"
import { categories, strengths } from "../../../rules/coach/coach-vocabulary.ts"
import { textTable } from "../../support/edited-tables.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { pieces, situationFor } from "./situations.ts"
import { anyCountryCode, anyRequest as asked, bilanOf } from "./support.ts"

const runs = { numRuns: times(500, 5_000), seed: testSeed("laws of the Coach's contract") }

type Body = typeof asked extends fc.Arbitrary<infer Some> ? Some : never

/** Destinations of every step, and with demands, for most residents. */
const destinationsOfSteps = [["FR"], ["TH"], ["BR", "CU"], ["JP"], ["GE", "US"], ["AQ"]]

/** Every card of the catalogue to destinations of every step on every kind of trip. */
const wholeCatalogue = shippedTables.coachCards.rows.flatMap((row) =>
  destinationsOfSteps.flatMap((destinations) =>
    tripNumbers.map((number) => {
      const card = { catalogueId: row.catalogueId }
      const body: Body = { residence: row.country, destinations, card, trip: tripOf(number) }
      return { row, body, answer: bilanOf(body) }
    }),
  ),
)

/** What of an answer breaks a law, in words; nothing where it holds. */
type Law = (answer: BilanResponse, body: Body) => ReadonlyArray<string>

/** Holds a law against random requests and against the whole catalogue. */
const expectLaw = (law: Law): void => {
  const holds = fc.property(asked, (body) => {
    expect(law(bilanOf(body), body)).toEqual([])
  })
  fc.assert(holds, runs)
  const broken = wholeCatalogue.flatMap(({ answer, body }) =>
    law(answer, body).map((words) => `${words}: ${JSON.stringify(body)}`),
  )
  expect(broken.slice(0, 5)).toEqual([])
}

const isQuiet = ({ trip }: Body): boolean =>
  trip === undefined || !(trip.friends || trip.longTrip || trip.riskyActivity)

const gapsOf = (answer: BilanResponse): ReadonlyArray<readonly [string, Gap]> =>
  Object.entries(answer.card.guarantees)

const idsOf = (answer: BilanResponse): ReadonlyArray<string> =>
  answer.bilan.arguments.map(({ id }) => id)

/** The rows of the argument table of one scope, as their cells by id. */
const rowsOfScope = (scope: string) =>
  Map.groupBy(
    textTable("coach/arguments.csv").rows.flatMap(({ cells }) =>
      cells["scope"] === scope ? [cells] : [],
    ),
    ({ id }) => id ?? "",
  )

const gapRows = rowsOfScope("gap")
const breachRows = rowsOfScope("breach")
const demandRows = rowsOfScope("demand")

/** Whether a condition cell on a guarantee is true of one. */
const speaksOf = (cell: string | undefined, slug: string): boolean => {
  const negated = /^not\((.*)\)$/.exec(cell ?? "")
  const words = (negated?.[1] ?? cell ?? "").split("|")
  return words.includes(slug) === (negated === null)
}

/** Whether what is held is shown to be as much as is recommended. */
const suffices = ({ recommendedValue, state, value }: Gap): boolean => {
  if (state === "not_available") return false
  if (recommendedValue === null || state === "actual_costs") return true
  return value !== null && value >= recommendedValue
}

/** Whether a ceiling below what is recommended may reach it: it is the least of its kind, or some cards that were read do. */
const mayReach = (body: unknown, slug: string, { recommendedValue }: Gap): boolean => {
  const { least, range } = coverOf(situationFor(body).card.product, slug)
  return least === true || (range?.highest ?? 0) >= (recommendedValue ?? Infinity)
}

describe("a bilan returns shortcomings only:", () => {
  it("a guarantee that suffices is listed only when the trip breaks a condition that is named", () => {
    expectLaw((answer, body) => {
      // Where seven others are weightier, or all of it is advised against, nothing has to be named.
      const isFull = idsOf(answer).length === 7 || idsOf(answer)[0] === "travel_warning_level4"
      const named = isFull || idsOf(answer).some((id) => breachRows.has(id))
      return gapsOf(answer).flatMap(([slug, gap]) => {
        const enough = suffices(gap)
        const unread = gap.covered && gap.state !== "actual_costs" && gap.value === null
        const doubted = gap.covered && !enough && mayReach(body, slug, gap)
        const right =
          gap.covered === (gap.state !== "not_available") &&
          (gap.badge === "missing") === (!gap.covered && gap.badge !== "unverified") &&
          (gap.badge !== "unverified" || !gap.covered || unread || doubted) &&
          !(doubted && gap.badge !== "unverified") &&
          !(unread && gap.recommendedValue !== null && gap.badge !== "unverified") &&
          (gap.badge === "conditional") === enough &&
          !(enough && (isQuiet(body) || !named))
        return right ? [] : [`${slug} is ${gap.badge}`]
      })
    })
  })

  it("on a quiet trip a card of the catalogue lists what it holds too little of, and nothing else", () => {
    const covers = new Map(
      shippedTables.coachBenefits.rows.map((row) => [
        `${row.country} ${row.product} ${row.slug}`,
        row,
      ]),
    )
    const broken = wholeCatalogue.flatMap(({ answer, body, row }) => {
      if (!isQuiet(body)) return []
      const { bilan, card } = answer
      const reach = pieces.homePlaces.reachOf(body.residence, body.destinations).kind
      const asks = { currency: card.currency, ...tripOf(0), reach }
      const short = shippedTables.recommendedCover
        .evaluate(asks)
        .flatMap(({ amount, basis, slug }) => {
          const cover = covers.get(`${row.country} ${row.benefitProduct} ${slug}`)
          if (cover === undefined || ["not_available", "unknown"].includes(cover.state)) return slug
          if (basis === "target") return bilan.medical.ceilingOk ? [] : slug
          if (amount === null || cover.state === "actual_costs") return []
          return cover.value === null || cover.value < amount ? slug : []
        })
      const listed = gapsOf(answer).map(([slug]) => slug)
      return `${short.sort()}` === `${listed.sort()}` ? [] : [`${row.catalogueId}: ${listed}`]
    })
    expect(broken.slice(0, 5)).toEqual([])
  })

  it("an argument about a gap is about one that is listed, with its badge", () => {
    expectLaw((answer) =>
      idsOf(answer).filter((id) => {
        const rows = gapRows.get(id)
        // A cover that one weak source tells of is argued with, and no gap.
        if (rows === undefined || id === "medical_unverified") return false
        return !rows.some(({ badge, slug }) =>
          gapsOf(answer).some(([listed, gap]) => gap.badge === badge && speaksOf(slug, listed)),
        )
      }),
    )
  })

  it("there is no place for praise but the medical reading and the headline", () => {
    const bilanFields =
      "argumentCount,arguments,disclosures,focusCategories,headline,medical,reading,shouldSell,social"
    expectLaw(({ bilan, card, ...rest }) => {
      const right =
        `${Object.keys(rest).sort()}` === "destinations,meta,offer,ok" &&
        `${Object.keys(card)
          .filter((field) => field !== "detected")
          .sort()}` === "currency,guarantees,origin" &&
        `${Object.keys(bilan).sort()}` === bilanFields &&
        `${Object.keys(bilan.medical).sort()}` === "ceilingOk,key,target,targetValue,values,vars"
      return right ? [] : ["another field"]
    })
  })

  it("the headline says that the target is met only when it is", () => {
    const says = /^coach\.headline\.(enough|target_met(_unverified|_on_condition|_to_confirm)?)$/
    expectLaw(({ bilan }) =>
      says.test(bilan.headline.key) && !bilan.medical.ceilingOk ? [bilan.headline.key] : [],
    )
  })
})

describe("more of a trip never means fewer gaps:", () => {
  const withFlag = fc.tuple(asked, fc.constantFrom("friends", "longTrip", "riskyActivity"))

  it("a trip flag removes no gap and lowers no recommendation", () => {
    const holds = fc.property(withFlag, ([body, flag]) => {
      const after = bilanOf({ ...body, trip: { ...body.trip, [flag]: true } }).card.guarantees
      for (const [slug, gap] of gapsOf(bilanOf(body))) {
        expect(Object.keys(after)).toContain(slug)
        expect(after[slug]?.recommendedValue ?? 0).toBeGreaterThanOrEqual(gap.recommendedValue ?? 0)
      }
    })
    fc.assert(holds, runs)
  })

  it("another destination lowers no target, removes no gap and silences no demand", () => {
    // What binds visitors and what goes with a visa are told side by side, the foremost of each.
    const isOfVisa = (id: string) =>
      (demandRows.get(id) ?? []).some(({ demand }) => demand?.endsWith("visa"))
    const demandsTold = ({ bilan }: BilanResponse) =>
      bilan.arguments.filter(({ id }) => demandRows.has(id))
    const holds = fc.property(asked, anyCountryCode, fc.boolean(), (body, code, first) => {
      const { destinations } = body
      const more = first ? [code, ...destinations] : [...destinations, code]
      const before = bilanOf(body)
      const after = bilanOf({ ...body, destinations: more })
      expect(after.bilan.medical.targetValue).toBeGreaterThanOrEqual(
        before.bilan.medical.targetValue,
      )
      const listed = Object.keys(after.card.guarantees)
      expect(listed).toEqual(expect.arrayContaining(Object.keys(before.card.guarantees)))
      // A level 4 warning weighs more than any demand, and there is room for seven.
      const isFull = after.bilan.argumentCount === 7 || idsOf(after)[0] === "travel_warning_level4"
      for (const told of isFull ? [] : demandsTold(before)) {
        const ofKind = demandsTold(after).find(({ id }) => isOfVisa(id) === isOfVisa(told.id))
        expect(ofKind, told.id).toBeDefined()
        if (ofKind === undefined) continue
        expect(strengths.indexOf(ofKind.strength)).toBeLessThanOrEqual(
          strengths.indexOf(told.strength),
        )
      }
    })
    fc.assert(holds, { ...runs, numRuns: times(2_000, 5_000) })
  })

  it("no card has a gap that no card at all would not have, in the same currency", () => {
    expectLaw((answer, body) => {
      const none = bilanOf({ ...body, card: { none: true } })
      if (none.card.currency !== answer.card.currency) return []
      return gapsOf(answer).flatMap(([slug]) => (slug in none.card.guarantees ? [] : [slug]))
    })
  })
})

describe("the parts of a bilan agree:", () => {
  it("arguments are counted, come by strength and category, and each once", () => {
    expectLaw(({ bilan }) => {
      const { argumentCount, arguments: made } = bilan
      const order = made.map(
        ({ category, strength }) =>
          strengths.indexOf(strength) * categories.length + categories.indexOf(category),
      )
      const right =
        argumentCount === made.length &&
        order.every((place, index) => index === 0 || place >= (order[index - 1] ?? 0)) &&
        new Set(made.map(({ id }) => id)).size === made.length
      return right ? [] : ["arguments out of order"]
    })
  })

  it("the focus is on at most three different subjects of arguments, and on some if there are any", () => {
    expectLaw(({ bilan }) => {
      const { arguments: made, focusCategories: focus } = bilan
      const subjects = new Set(made.map(({ category }) => category))
      const right =
        focus.every((category) => subjects.has(category)) &&
        focus.length <= 3 &&
        focus.length > 0 === made.length > 0 &&
        new Set(focus).size === focus.length
      return right ? [] : [`${focus}`]
    })
  })

  it("every figure and message key is a text, and no var is empty", () => {
    const isText = (value: unknown) => typeof value === "string" && value.trim() !== ""
    const isSaid = (value: unknown) =>
      Array.isArray(value) ? value.length > 0 : typeof value === "number" || isText(value)
    expectLaw(({ bilan }) =>
      bilan.arguments.flatMap(({ figure, id, messageKeys, vars }) =>
        [figure, ...Object.values(messageKeys)].every(isText) && Object.values(vars).every(isSaid)
          ? []
          : [id],
      ),
    )
  })

  it("a warning about the card goes with a baseline or a bank that lists no such card, and a baseline with one such warning", () => {
    const modes = { BIN_LOOKUP_FAILED: "bin", CARD_NOT_FOUND: "catalogueId" } as const
    expectLaw(({ card, meta }, body) => {
      const ofCard = ["BIN_LOOKUP_FAILED", "CARD_NOT_FOUND", "CARD_PROFILE_UNMATCHED"]
      const [warning, ...others] = meta.warnings.filter((code) => ofCard.includes(code))
      const sent = Object.keys(body.card ?? {})
      const right =
        others.length === 0 &&
        (card.origin !== "baseline" || warning !== undefined) &&
        (warning === undefined || card.origin === "baseline" || sent.includes("bank")) &&
        !(warning !== undefined && card.origin === "exact") &&
        (card.origin !== "none" || warning === undefined) &&
        (warning === undefined || warning === "CARD_PROFILE_UNMATCHED" || warning in modes) &&
        (warning === "BIN_LOOKUP_FAILED" || warning === "CARD_NOT_FOUND"
          ? sent.includes(modes[warning])
          : true) &&
        !(card.detected !== undefined && warning === "BIN_LOOKUP_FAILED")
      return right ? [] : [`${card.origin} with ${meta.warnings}`]
    })
  })
})
