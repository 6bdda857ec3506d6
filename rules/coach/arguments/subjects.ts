import { type CardProduct, coverOf, heldAmount, medicalSlug } from "../card/products.ts"
import type { Breach } from "../covers/conditions.ts"
import type { NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Demand } from "../formalities/demand.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { DemandKind } from "../coach-vocabulary.ts"
import type { SubjectFacts, Subject, ArgumentValues } from "./subject.ts"
import {
  basisOf,
  ceilingOf,
  shortfallPercent,
  subjectValues,
  termBasisOf,
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
  amountKnown: known.amountKnown ?? null,
  basis,
})

/** Adds what arguments about a gap may be about: each thing that breaks it, where it is conditional. */
const addGap = (subjects: Array<Subject>, situation: BilanSituation, named: NamedGap): void => {
  const { broken, gap, limit, slug } = named
  const { badge, recommendedValue } = gap
  const held = heldAmount(gap)
  const ceiling = ceilingOf(gap)
  const basis = basisOf(situation)
  const lacking =
    held === null || recommendedValue === null ? null : shortfallPercent(held, recommendedValue)
  const of = { _tag: "Gap", gap: named } as const
  const values = (): ArgumentValues =>
    subjectValues(situation, { basis, slug, cover: gap, recommendedValue })
  const known = { slug, badge, ceiling, shortfallPercent: lacking, broken: null, amountKnown: null }
  if (badge !== "conditional") {
    subjects.push({ facts: subjectFacts("gap", basis, known), values, of })
    return
  }
  for (const flag of broken) {
    if (flag !== "long_trip") {
      subjects.push({ facts: subjectFacts("gap", basis, { ...known, broken: flag }), values, of })
      continue
    }
    const limitBasis = limit === null ? basis : termBasisOf(situation, limit)
    const spokenOf = { basis: limitBasis, slug, cover: gap, recommendedValue, term: limit }
    subjects.push({
      facts: subjectFacts("gap", limitBasis, {
        ...known,
        broken: flag,
        amountKnown: limit !== null,
      }),
      values: () => subjectValues(situation, spokenOf),
      of,
    })
  }
}

const breachSubject = (situation: BilanSituation, breach: Breach): Subject => {
  const { flag, limit, voids } = breach
  const basis = limit === null ? basisOf(situation) : termBasisOf(situation, limit)
  const term = flag !== "long_trip" ? null : voids ? "void_if_longer" : "day_limit"
  return {
    facts: subjectFacts("breach", basis, { broken: flag, term, amountKnown: limit !== null }),
    values: () => subjectValues(situation, { basis, term: limit }),
    of: { _tag: "Breach", breach },
  }
}

const termSubject = (situation: BilanSituation, product: CardProduct, term: CoverTerm): Subject => {
  const { amount, slug, term: word } = term
  const basis = termBasisOf(situation, term)
  const cover = coverOf(product, slug)
  const known = { slug, ceiling: ceilingOf(cover), term: word, amountKnown: amount !== null }
  return {
    facts: subjectFacts("term", basis, known),
    values: () => subjectValues(situation, { basis, slug, cover, term }),
    of: { _tag: "Term", term },
  }
}

const demandKind = (demand: Demand, forVisa: boolean): DemandKind => {
  if (forVisa) return demand.schengen ? "schengen_visa" : "visa"
  if (demand.partly) return "in_part"
  return demand.localPolicy ? "local_policy" : "mandatory"
}

const demandSubject = (situation: BilanSituation, demand: Demand, forVisa: boolean): Subject => {
  const { amount, currency } = demand
  const basis = basisOf(situation)
  return {
    facts: subjectFacts("demand", basis, {
      demand: demandKind(demand, forVisa),
      amountKnown: amount !== null && currency !== null,
    }),
    values: () => subjectValues(situation, { basis, demand }),
    of: { _tag: "Demand", demand },
  }
}

const tripSubject = (situation: BilanSituation): Subject => {
  const { card, targetValue: recommendedValue } = situation
  const basis = basisOf(situation)
  const slug = medicalSlug
  const cover = coverOf(card.product, slug)
  return {
    facts: subjectFacts("trip", basis, { ceiling: ceilingOf(cover) }),
    values: () => subjectValues(situation, { basis, slug, cover, recommendedValue }),
    of: { _tag: "Trip" },
  }
}

/**
 * What arguments about a card may be about: each gap (each thing that breaks it, where it is
 * conditional), each breach, each term of the covers held, and the trip.
 */
export const cardSubjects = (situation: BilanSituation): ReadonlyArray<Subject> => {
  const { card, conditions, gaps } = situation
  const subjects: Array<Subject> = []
  for (const gap of gaps) addGap(subjects, situation, gap)
  for (const breach of conditions.breaches) subjects.push(breachSubject(situation, breach))
  for (const term of conditions.terms) subjects.push(termSubject(situation, card.product, term))
  subjects.push(tripSubject(situation))
  return subjects
}

const noSubjects: ReadonlyArray<Subject> = []

/** What arguments about the destinations may be about: each of their demands. */
export const demandSubjects = (situation: BilanSituation): ReadonlyArray<Subject> => {
  const mandatory = situation.formalities?.mandatory ?? null
  const visa = situation.formalities?.visa ?? null
  if (mandatory === null && visa === null) return noSubjects
  return [
    ...(mandatory === null ? [] : [demandSubject(situation, mandatory, false)]),
    ...(visa === null ? [] : [demandSubject(situation, visa, true)]),
  ]
}
