import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Subject } from "../../../../rules/coach/arguments/subject.ts"
import { cardSubjects, demandSubjects } from "../../../../rules/coach/arguments/subjects.ts"
import type { BilanSituation } from "../../../../rules/coach/bilan-situation.ts"
import { termUnit } from "../../../../rules/coach/covers/terms.ts"
import { situationFor } from "../situations.ts"
import { plainSpaces, request } from "../support.ts"

const subjectsOf = (situation: BilanSituation): ReadonlyArray<Subject> => [
  ...cardSubjects(situation),
  ...demandSubjects(situation),
]

const subjectsFor = (body: unknown) => subjectsOf(situationFor(body))

const tagged = (subjects: ReadonlyArray<Subject>, tag: Subject["of"]["_tag"]) =>
  subjects.filter(({ of }) => of._tag === tag)

const only = (subjects: ReadonlyArray<Subject>): Subject => {
  const [subject] = subjects
  if (subject === undefined || subjects.length > 1) throw new Error(`${subjects.length} subjects`)
  return subject
}

const ofSlug = (subjects: ReadonlyArray<Subject>, tag: Subject["of"]["_tag"], slug: string) =>
  tagged(subjects, tag).filter(({ facts: question }) => question.slug === slug)

const ofTerm = (subjects: ReadonlyArray<Subject>, term: string) =>
  tagged(subjects, "Term").filter(({ facts: question }) => question.term === term)

const valuesOf = (subject: Subject) =>
  Object.fromEntries(
    Object.entries(subject.values()).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, plainSpaces(text)]],
    ),
  )

const medical = "hospitalFeesAbroad"
const premierToUs = { residence: "FR", destinations: ["US"], card: { catalogueId: 3 } }
const reserveToMexico = { residence: "US", destinations: ["MX"], card: { catalogueId: 82 } }
const avionToUs = { residence: "CA", destinations: ["US"], card: { catalogueId: 125 } }
const unreadToAustralia = { residence: "SG", destinations: ["AU"], card: { catalogueId: 176 } }
const cardlessToJapan = { residence: "SG", destinations: ["JP"] }
const everything = { friends: true, longTrip: true, riskyActivity: true }

describe("what arguments are about", () => {
  it("is each gap once, and a conditional one once for each thing that breaks it", () => {
    const quiet = subjectsFor(avionToUs)
    expect(ofSlug(quiet, "Gap", medical)).toEqual([])
    expect(ofSlug(quiet, "Gap", "cancelTrip")).toHaveLength(1)
    const all = subjectsFor({ ...avionToUs, trip: everything })
    expect(ofSlug(all, "Gap", medical).map(({ facts: question }) => question.broken)).toEqual([
      "long_trip",
      "friends",
      "risky_activity",
    ])
    const insufficient = only(ofSlug(all, "Gap", "cancelTrip")).facts
    expect([insufficient.badge, insufficient.broken]).toEqual(["insufficient", null])
  })

  it("is each breach, each term and the trip", () => {
    const subjects = subjectsFor({ ...avionToUs, trip: everything })
    expect(tagged(subjects, "Breach").map(({ facts: question }) => question.broken)).toEqual([
      "long_trip",
      "friends",
      "risky_activity",
    ])
    expect(ofTerm(subjects, "day_limit")).toHaveLength(1)
    expect(tagged(subjects, "Trip")).toHaveLength(1)
  })

  it("is what destinations demand, by kind", () => {
    const demandsOf = (residence: string, destinations: ReadonlyArray<string>) =>
      tagged(subjectsFor({ residence, destinations }), "Demand").map(({ facts: question }) => [
        question.demand,
        question.amountKnown,
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
        const { conditions, formalities, gaps } = situation
        const subjects = subjectsOf(situation)
        const counts = {
          Gap: gaps.reduce(
            (sum, { broken, gap }) => sum + (gap.badge === "conditional" ? broken.length : 1),
            0,
          ),
          Breach: conditions.breaches.length,
          Term: conditions.terms.length,
          Demand: [formalities?.mandatory, formalities?.visa].filter(Boolean).length,
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
  it("of a printed ceiling are what is held, recommended and lacking", () => {
    const gap = only(ofSlug(subjectsFor(premierToUs), "Gap", medical))
    expect(gap.facts).toMatchObject({ ceiling: "printed", shortfallPercent: 69, basis: "card" })
    expect(valuesOf(gap)).toEqual({
      target: "500 000 €",
      destination: "US",
      destinationName: "États-Unis",
      basis: "card",
      guarantee: medical,
      cardValue: "155 000 €",
      recommended: "500 000 €",
      shortfall: "345 000 €",
    })
  })

  it("of what is not held are nothing against the whole", () => {
    const gap = only(ofSlug(subjectsFor(cardlessToJapan), "Gap", "cancelTrip"))
    expect(gap.facts).toMatchObject({
      ceiling: "not_held",
      shortfallPercent: 100,
      basis: "none",
    })
    expect(valuesOf(gap)).toMatchObject({
      cardValue: "$0",
      recommended: "$7,000",
      shortfall: "$7,000",
    })
  })

  it("of a ceiling that nobody printed leave out what is held and lacking", () => {
    const gap = only(ofSlug(subjectsFor(unreadToAustralia), "Gap", medical))
    expect(gap.facts).toMatchObject({ ceiling: "unprinted", shortfallPercent: null })
    expect(valuesOf(gap)).toMatchObject({ recommended: "$440,000" })
    expect(valuesOf(gap)).not.toHaveProperty("cardValue")
    expect(valuesOf(gap)).not.toHaveProperty("shortfall")
  })

  it("of a cover that is enough to have leave out what is recommended", () => {
    const gap = only(ofSlug(subjectsFor(reserveToMexico), "Gap", "directBilling"))
    expect(gap.facts.shortfallPercent).toBeNull()
    expect(valuesOf(gap)).not.toHaveProperty("recommended")
    expect(valuesOf(gap)).not.toHaveProperty("shortfall")
  })

  it("of a cover at cost have no amount", () => {
    const trip = only(tagged(subjectsFor(avionToUs), "Trip"))
    expect(trip.facts.ceiling).toBe("unlimited")
    expect(valuesOf(trip)).toMatchObject({ target: "$810,000", recommended: "$810,000" })
    expect(valuesOf(trip)).not.toHaveProperty("cardValue")
  })

  it("of a term are its limit in words or in money, where it has one", () => {
    const american = subjectsFor(reserveToMexico)
    const limitOf = (subjects: ReadonlyArray<Subject>, term: string) =>
      valuesOf(only(ofTerm(subjects, term)))["limit"]
    expect(limitOf(american, "deductible")).toBe("$50")
    expect(limitOf(american, "delay_hours")).toBe("6 hours")
    expect(limitOf(american, "call_first")).toBeUndefined()
    const canadian = subjectsFor(avionToUs)
    expect(limitOf(canadian, "day_limit")).toBe("15 days")
    expect(limitOf(canadian, "senior_day_limit")).toBe("3 days")
    expect(limitOf(canadian, "paid_share")).toBe("75%")
    expect(limitOf(canadian, "age_limit")).toBeUndefined()
    expect(limitOf(subjectsFor(premierToUs), "day_limit")).toBe("90 jours")
  })

  it("of a breach are its limit where one is known", () => {
    const longTrip = { longTrip: true }
    const known = only(tagged(subjectsFor({ ...avionToUs, trip: longTrip }), "Breach"))
    expect([known.facts.amountKnown, known.facts.basis]).toEqual([true, "card"])
    expect(valuesOf(known)).toMatchObject({ limit: "15 days" })
    const friends = only(tagged(subjectsFor({ ...avionToUs, trip: { friends: true } }), "Breach"))
    expect(friends.facts.amountKnown).toBe(false)
    expect(valuesOf(friends)).not.toHaveProperty("limit")
  })

  it("of a demand are its country and its amount in its own currency, where one is named", () => {
    const demandOf = (body: unknown) => valuesOf(only(tagged(subjectsFor(body), "Demand")))
    expect(demandOf({ residence: "US", destinations: ["GE"] })).toMatchObject({
      demandCountry: "Georgia",
      demand: "GEL 30,000",
    })
    const cuba = demandOf({ residence: "FR", destinations: ["CU"] })
    expect(cuba).toMatchObject({ demandCountry: "Cuba" })
    expect(cuba).not.toHaveProperty("demand")
  })

  it("speak of the card, its range, its country or no card", () => {
    const generic = {
      residence: "CA",
      destinations: ["US"],
      card: { network: "visa", tier: "premium" },
    }
    const basis = (body: unknown, term: string) => only(ofTerm(subjectsFor(body), term)).facts.basis
    expect(basis(avionToUs, "day_limit")).toBe("card")
    expect(basis(generic, "day_limit")).toBe("range")
    expect(basis(avionToUs, "public_plan")).toBe("country")
    expect(basis(generic, "public_plan")).toBe("country")
    expect(only(tagged(subjectsFor(cardlessToJapan), "Trip")).facts.basis).toBe("none")
    expect(only(tagged(subjectsFor(generic), "Trip")).facts.basis).toBe("range")
  })

  it("are printed whenever they are there, and a limit always where a number was read", () => {
    fc.assert(
      fc.property(request, (body) => {
        for (const { of, facts: question, values } of subjectsFor(body)) {
          const shown = values()
          expect(Object.values(shown)).not.toContain("")
          expect(shown.basis).toBe(question.basis)
          if (of._tag === "Term") {
            expect(question.amountKnown).toBe(of.term.amount !== null)
            if (of.term.amount !== null) expect(termUnit(of.term.term)).not.toBeNull()
            expect(shown.limit === undefined).toBe(of.term.amount === null)
          }
          if (of._tag === "Demand") expect(shown.demand !== undefined).toBe(question.amountKnown)
        }
      }),
    )
  })
})
