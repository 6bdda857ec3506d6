import { type CardProduct, coverOf, heldAmount, medicalSlug } from "../card/products.ts"
import { unmatchedOf } from "../card/unmatched.ts"
import type { Breach } from "../covers/conditions.ts"
import type { NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Demand } from "../formalities/demand.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { TravelWarning } from "../warnings/travel-warning.ts"
import type { DemandKind } from "../coach-vocabulary.ts"
import { measure, money, plain, truth } from "./printed-value.ts"
import type { SubjectFacts, Subject } from "./subject.ts"
import {
  basisOf,
  ceilingOf,
  coverValues,
  foundationOf,
  shortfallPercent,
  termBasisOf,
  tripValues,
} from "./subject-values.ts"

/** The facts of a subject. One literal makes them all: engines read facts of one shape faster. */
const subjectFacts = (
  scope: SubjectFacts["scope"],
  basis: SubjectFacts["basis"],
  known: Partial<Omit<SubjectFacts, "scope" | "basis">>,
): SubjectFacts => ({
  scope,
  slug: known.slug ?? null,
  badge: known.badge ?? null,
  broken: known.broken ?? null,
  ceiling: known.ceiling ?? null,
  shortfallPercent: known.shortfallPercent ?? null,
  term: known.term ?? null,
  demand: known.demand ?? null,
  basis,
  found: known.found ?? null,
  warning: known.warning ?? null,
})

const gapSubject = (situation: BilanSituation, named: NamedGap): Subject => {
  const { gap, slug } = named
  const { badge, recommendedValue } = gap
  const cover = coverOf(situation.card.product, slug)
  const held = heldAmount(cover)
  const basis = basisOf(situation)
  const found = foundationOf(situation, slug)
  const lacking =
    held === null || recommendedValue === null ? null : shortfallPercent(held, recommendedValue)
  return {
    facts: subjectFacts("gap", basis, {
      slug,
      badge,
      ceiling: ceilingOf(cover),
      shortfallPercent: lacking,
      found,
    }),
    covers: [slug],
    values: () => ({
      ...tripValues(situation, basis),
      ...coverValues(situation, slug, cover, recommendedValue),
      found: found === null ? undefined : plain(found),
    }),
    of: { _tag: "Gap", gap: named },
  }
}

/** The covers that something about the trip makes conditional; those that it breaks where none is. */
const brokenCovers = ({ gaps }: BilanSituation, flag: Breach["flag"]): ReadonlyArray<string> => {
  const broken = gaps.filter((each) => each.gap.covered && each.broken.includes(flag))
  const conditional = broken.filter(({ gap }) => gap.badge === "conditional")
  return (conditional.length === 0 ? broken : conditional).map(({ slug }) => slug)
}

const breachSubject = (situation: BilanSituation, breach: Breach): Subject => {
  const { flag, limit, term, voids } = breach
  const voiding = situation.conditions.terms.find(
    (each) => each.own && each.term === "void_if_longer",
  )
  const said = voids ? (voiding ?? term) : term
  const basis = said === null ? "country" : termBasisOf(situation, said)
  const word = voids ? "void_if_longer" : (term?.term ?? null)
  const days = limit?.amount ?? null
  return {
    facts: subjectFacts("breach", basis, {
      broken: flag,
      term: word,
    }),
    covers: brokenCovers(situation, flag),
    values: () => ({
      ...tripValues(situation, basis),
      limitKnown: truth(days !== null),
      limit: days === null ? undefined : measure(situation, days, "day"),
    }),
    of: { _tag: "Breach", breach },
  }
}

const termSubject = (situation: BilanSituation, product: CardProduct, term: CoverTerm): Subject => {
  const { slug, term: word } = term
  const basis = termBasisOf(situation, term)
  const ceiling = ceilingOf(coverOf(product, slug))
  return {
    facts: subjectFacts("term", basis, { slug, ceiling, term: word }),
    covers: [slug],
    values: () => tripValues(situation, basis),
    of: { _tag: "Term", term },
  }
}

const demandKind = (demand: Demand, forVisa: boolean): DemandKind => {
  if (forVisa) return demand.schengen ? "schengen_visa" : "visa"
  if (demand.partly) return "in_part"
  return demand.localPolicy ? "local_policy" : "mandatory"
}

const demandSubject = (situation: BilanSituation, demand: Demand, forVisa: boolean): Subject => {
  const { amount, currency, destination } = demand
  const basis = basisOf(situation)
  // A country asks for an amount in a currency of its choice: converted, it would be another one.
  const asked =
    amount === null || currency === null ? undefined : money(situation, amount, currency)
  return {
    facts: subjectFacts("demand", basis, {
      demand: demandKind(demand, forVisa),
    }),
    covers: [],
    values: () => ({
      ...tripValues(situation, basis),
      extent: plain(demand.partly ? "part" : "whole"),
      demandKnown: truth(asked !== undefined),
      demand: asked,
      demandCountry: { text: situation.countryName(destination), raw: destination },
    }),
    of: { _tag: "Demand", demand },
  }
}

const warningSubject = (situation: BilanSituation, warning: TravelWarning): Subject => {
  const { asOf, country, issuer, level, stale } = warning
  const basis = basisOf(situation)
  return {
    facts: subjectFacts("warning", basis, { warning: level }),
    covers: [],
    values: () => ({
      ...tripValues(situation, basis),
      destinationName: { text: situation.countryName(country), raw: country },
      issuer: plain(issuer),
      asOf: { text: situation.dayText(asOf), raw: asOf },
      stale: truth(stale),
    }),
    of: { _tag: "Warning", warning },
  }
}

const tripSubject = (situation: BilanSituation): Subject => {
  const { card } = situation
  const basis = basisOf(situation)
  const cover = coverOf(card.product, medicalSlug)
  const found = foundationOf(situation, medicalSlug)
  const what = unmatchedOf(card)
  return {
    facts: subjectFacts("trip", basis, { ceiling: ceilingOf(cover), found }),
    covers: [],
    values: () => ({
      ...tripValues(situation, basis),
      found: found === null ? undefined : plain(found),
      what: what === null ? undefined : plain(what),
    }),
    of: { _tag: "Trip" },
  }
}

/**
 * What arguments about a card may be about: each gap, each breach, each term of the covers held, and
 * the trip.
 */
export const cardSubjects = (situation: BilanSituation): ReadonlyArray<Subject> => {
  const { card, conditions, gaps } = situation
  return [
    ...gaps.map((gap) => gapSubject(situation, gap)),
    ...conditions.breaches.map((breach) => breachSubject(situation, breach)),
    ...conditions.terms.map((term) => termSubject(situation, card.product, term)),
    tripSubject(situation),
  ]
}

/** What would be asked of a scope about which there is nothing to say, and of a guarantee without a gap. */
export const silentFacts = (
  situation: BilanSituation,
  scope: SubjectFacts["scope"],
  slug: string | null,
): SubjectFacts =>
  subjectFacts(scope, basisOf(situation), {
    slug,
    ceiling: slug === null ? null : ceilingOf(coverOf(situation.card.product, slug)),
    found: slug === null ? null : foundationOf(situation, slug),
  })

const noSubjects: ReadonlyArray<Subject> = []

/** What arguments about the destinations may be about: what they demand, and the gravest warning. */
export const placeSubjects = (situation: BilanSituation): ReadonlyArray<Subject> => {
  const { formalities, travelWarning } = situation
  const mandatory = formalities?.mandatory ?? null
  const visa = formalities?.visa ?? null
  if (mandatory === null && visa === null && travelWarning === null) return noSubjects
  return [
    ...(mandatory === null ? [] : [demandSubject(situation, mandatory, false)]),
    ...(visa === null ? [] : [demandSubject(situation, visa, true)]),
    ...(travelWarning === null ? [] : [warningSubject(situation, travelWarning)]),
  ]
}
