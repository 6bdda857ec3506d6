import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  cardSubjects,
  foundationOf,
  placeSubjects,
  type Subject,
} from "../../../../rules/coach/arguments/subjects.ts"
import type { BilanSituation } from "../../../../rules/coach/bilan-situation.ts"
import type { Cover } from "../../../../rules/coach/card/products.ts"
import { situationFor } from "../situations.ts"
import { request } from "../support.ts"

const subjectsOf = (situation: BilanSituation): ReadonlyArray<Subject> => [
  ...cardSubjects(situation),
  ...placeSubjects(situation),
]

const subjectsFor = (body: unknown) => subjectsOf(situationFor(body))

const tagged = (subjects: ReadonlyArray<Subject>, tag: Subject["of"]["_tag"]) =>
  subjects.filter(({ of }) => of._tag === tag)

const ofSlug = (subjects: ReadonlyArray<Subject>, tag: Subject["of"]["_tag"], slug: string) =>
  tagged(subjects, tag).filter(({ facts: question }) => question.slug === slug)

const ofTerm = (subjects: ReadonlyArray<Subject>, term: string) =>
  tagged(subjects, "Term").filter(({ facts: question }) => question.term === term)

const medical = "hospitalFeesAbroad"
const avionToUs = { residence: "CA", destinations: ["US"], card: { catalogueId: 125 } }
const everything = { friends: true, longTrip: true, riskyActivity: true }

describe("what arguments are about", () => {
  it("is each gap once, whatever breaks it", () => {
    const quiet = subjectsFor(avionToUs)
    expect(ofSlug(quiet, "Gap", medical)).toEqual([])
    expect(ofSlug(quiet, "Gap", "cancelTrip")).toHaveLength(1)
    const all = subjectsFor({ ...avionToUs, trip: everything })
    expect(ofSlug(all, "Gap", medical).map(({ facts }) => facts.badge)).toEqual(["conditional"])
    expect(ofSlug(all, "Gap", "cancelTrip").map(({ facts }) => facts.badge)).toEqual([
      "insufficient",
    ])
  })

  it("is each breach, each term and the trip", () => {
    const subjects = subjectsFor({ ...avionToUs, trip: everything })
    expect(tagged(subjects, "Breach").map(({ facts: question }) => question.broken)).toEqual([
      "long_trip",
      "friends",
      "risky_activity",
    ])
    expect(ofTerm(subjects, "day_limit").length).toBeGreaterThan(0)
    expect(tagged(subjects, "Trip")).toHaveLength(1)
  })

  it("is what destinations demand, by kind", () => {
    const demandsOf = (residence: string, destinations: ReadonlyArray<string>) =>
      tagged(subjectsFor({ residence, destinations }), "Demand").map((subject) => [
        subject.facts.demand,
        subject.values().demand !== undefined,
      ])
    expect(demandsOf("CA", ["CU"])).toEqual([["mandatory", false]])
    expect(demandsOf("CA", ["GE"])).toEqual([["mandatory", true]])
    expect(demandsOf("MY", ["SA"])).toEqual([["local_policy", true]])
    expect(demandsOf("CA", ["TZ"])).toEqual([["in_part", true]])
    expect(demandsOf("IN", ["ES"])).toEqual([["schengen_visa", true]])
    expect(demandsOf("US", ["IR"])).toEqual([["visa", false]])
    expect(demandsOf("MY", ["RU", "BY"])).toEqual([
      ["mandatory", true],
      ["visa", true],
    ])
    expect(demandsOf("SG", ["JP"])).toEqual([])
  })

  it("is counted by its parts, for every request", () => {
    fc.assert(
      fc.property(request, (body) => {
        const situation = situationFor(body)
        const { conditions, formalities, gaps, travelWarning } = situation
        const subjects = subjectsOf(situation)
        const counts = {
          Gap: gaps.length,
          Breach: conditions.breaches.length,
          Term: conditions.terms.length,
          Demand: Object.values(formalities ?? {}).filter(Boolean).length,
          Warning: travelWarning === null ? 0 : 1,
          Trip: 1,
        }
        for (const [tag, count] of Object.entries(counts)) {
          expect(tagged(subjects, tag as Subject["of"]["_tag"])).toHaveLength(count)
        }
        for (const { broken, gap } of gaps) {
          if (gap.badge === "conditional") expect(broken.length).toBeGreaterThan(0)
        }
        expect(
          subjects.every(({ facts: question, of }) => question.scope === of._tag.toLowerCase()),
        ).toBe(true)
      }),
    )
  })
})

describe("the values that texts may show", () => {
  const gapOf = (body: unknown, slug: string) => ofSlug(subjectsFor(body), "Gap", slug)[0]?.values()

  it("of a printed ceiling are what is held, recommended and lacking, printed and raw", () => {
    const values = gapOf(
      { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } },
      medical,
    )
    const raw = { value: 345000, currency: "EUR" }
    expect(values?.shortfall).toMatchObject({ raw })
    expect(values?.cardValue).toMatchObject({ raw: { value: 155000, currency: "EUR" } })
    expect(values?.recommended).toMatchObject({ raw: { value: 500000, currency: "EUR" } })
    expect(values?.converted).toEqual({ text: "false" })
  })

  it("of what is not held are no amount but the recommended", () => {
    const values = gapOf({ residence: "SG", destinations: ["JP"] }, "cancelTrip")
    expect(values?.recommended).toMatchObject({ raw: { value: 7000, currency: "SGD" } })
    expect([values?.cardValue, values?.shortfall]).toEqual([undefined, undefined])
  })

  it("of a card in another currency than the market's are about what it holds", () => {
    const values = gapOf(
      {
        residence: "FR",
        destinations: ["US"],
        market: "us",
        card: { network: "visa", tier: "mid" },
      },
      medical,
    )
    expect(values?.converted).toEqual({ text: "true" })
    expect(values?.cardValue?.raw).toMatchObject({ currency: "USD" })
    expect(values?.shortfall?.raw).toMatchObject({ currency: "USD" })
  })

  it("depend on the destination nowhere but for what waits for it", () => {
    fc.assert(
      fc.property(request, (body) => {
        for (const { of, values } of subjectsFor(body)) {
          if (of._tag !== "Warning") expect(values().destinationName).toBeUndefined()
          expect(values().inPlace).toBeUndefined()
        }
      }),
    )
  })
})

describe("how well a cover is known", () => {
  const { card } = situationFor(avionToUs)
  const known = (changes: Partial<Cover>, terms: BilanSituation["conditions"]["terms"] = []) => {
    const cover = card.product.covers.get(medical)
    if (cover === undefined) throw new Error("the card has no such row")
    const covers = new Map([[medical, { ...cover, ...changes }]])
    const own = { ...card, product: { ...card.product, covers } }
    return foundationOf(
      { card: own, conditions: { ...situationFor(avionToUs).conditions, terms } },
      medical,
    )
  }
  const derived = { kind: "derived", asOf: null, page: null } as const
  const official = { kind: "official", asOf: null, page: null } as const

  it("is told of an absence that is counted over other cards, and of no other absence", () => {
    expect(known({ state: "not_available", value: null, source: derived })).toBe("derived")
    expect(known({ state: "not_available", value: null, source: official })).toBeNull()
    expect(known({ state: "not_available", value: null, source: derived, weak: true })).toBe(
      "derived",
    )
  })

  it("is told of what nobody knows, and of a cover that one weak source has", () => {
    expect(known({ state: "unknown", value: null, source: derived })).toBe("none")
    expect(known({ source: official })).toBeNull()
    expect(known({ source: official, weak: true })).toBe("weak")
  })
})
