import { type CardProduct, coverOf, heldAmount, medicalSlug } from "../card/products.ts"
import type { Breach } from "../covers/conditions.ts"
import type { NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Demand } from "../formalities/demand.ts"
import type { Situation } from "../situation.ts"
import type { DemandKind } from "../vocabulary.ts"
import type { Question, Subject, Values } from "./subject.ts"
import {
  basisOf,
  ceilingOf,
  commonValues,
  coverValues,
  limitValues,
  shortfallPercent,
  termBasisOf,
} from "./subject-values.ts"

/** A question about what is known. All are made by this literal: engines read facts of one shape sooner. */
const ask = (
  scope: Question["scope"],
  basis: Question["basis"],
  known: Partial<Omit<Question, "scope" | "basis">>,
): Question => ({
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

const gapSubjects = (situation: Situation, named: NamedGap): ReadonlyArray<Subject> => {
  const { gap, slug } = named
  const { recommendedValue } = gap
  const held = heldAmount(gap)
  const basis = basisOf(situation)
  const known = {
    slug,
    badge: gap.badge,
    ceiling: ceilingOf(gap),
    shortfallPercent:
      held === null || recommendedValue === null ? null : shortfallPercent(held, recommendedValue),
  }
  const of = { _tag: "Gap", gap: named } as const
  const values = (): Values => ({
    ...commonValues(situation, basis),
    ...coverValues(situation, slug, gap, recommendedValue),
  })
  if (gap.badge !== "conditional") return [{ question: ask("gap", basis, known), values, of }]
  return named.broken.map((broken) => {
    if (broken !== "long_trip") {
      return { question: ask("gap", basis, { ...known, broken }), values, of }
    }
    const { limit } = named
    const limitBasis = limit === null ? basis : termBasisOf(situation, limit)
    return {
      question: ask("gap", limitBasis, { ...known, broken, amountKnown: limit !== null }),
      values: () => ({ ...values(), ...limitValues(situation, limit), basis: limitBasis }),
      of,
    }
  })
}

const breachSubject = (situation: Situation, breach: Breach): Subject => {
  const { flag, limit, voids } = breach
  const basis = limit === null ? basisOf(situation) : termBasisOf(situation, limit)
  return {
    question: ask("breach", basis, {
      broken: flag,
      term: flag !== "long_trip" ? null : voids ? "void_if_longer" : "day_limit",
      amountKnown: limit !== null,
    }),
    values: () => ({ ...commonValues(situation, basis), ...limitValues(situation, limit) }),
    of: { _tag: "Breach", breach },
  }
}

const termSubject = (situation: Situation, product: CardProduct, term: CoverTerm): Subject => {
  const { amount, slug, term: word } = term
  const basis = termBasisOf(situation, term)
  const cover = coverOf(product, slug)
  return {
    question: ask("term", basis, {
      slug,
      ceiling: ceilingOf(cover),
      term: word,
      amountKnown: amount !== null,
    }),
    values: () => ({
      ...commonValues(situation, basis),
      ...coverValues(situation, slug, cover, null),
      ...limitValues(situation, term),
    }),
    of: { _tag: "Term", term },
  }
}

const demandKind = (demand: Demand, forVisa: boolean): DemandKind => {
  if (forVisa) return demand.schengen ? "schengen_visa" : "visa"
  if (demand.partly) return "in_part"
  return demand.localPolicy ? "local_policy" : "mandatory"
}

const demandSubject = (situation: Situation, demand: Demand, forVisa: boolean): Subject => {
  const { amount, currency, destination } = demand
  const basis = basisOf(situation)
  return {
    question: ask("demand", basis, {
      demand: demandKind(demand, forVisa),
      amountKnown: amount !== null && currency !== null,
    }),
    values: () => ({
      ...commonValues(situation, basis),
      demandCountry: situation.countryName(destination),
      ...(amount === null || currency === null
        ? {}
        : { demand: situation.moneyText(amount, currency) }),
    }),
    of: { _tag: "Demand", demand },
  }
}

const tripSubject = (situation: Situation): Subject => {
  const basis = basisOf(situation)
  const cover = coverOf(situation.card.product, medicalSlug)
  return {
    question: ask("trip", basis, { ceiling: ceilingOf(cover) }),
    values: () => ({
      ...commonValues(situation, basis),
      ...coverValues(situation, medicalSlug, cover, situation.targetValue),
    }),
    of: { _tag: "Trip" },
  }
}

/**
 * What arguments about a card may be about: each gap (each thing that breaks it, where it is
 * conditional), each breach, each term of the covers held, and the trip.
 */
export const cardSubjects = (situation: Situation): ReadonlyArray<Subject> => {
  const { card, conditions, gaps } = situation
  return [
    ...gaps.flatMap((gap) => gapSubjects(situation, gap)),
    ...conditions.breaches.map((breach) => breachSubject(situation, breach)),
    ...conditions.terms.map((term) => termSubject(situation, card.product, term)),
    tripSubject(situation),
  ]
}

const noSubjects: ReadonlyArray<Subject> = []

/** What arguments about the destinations may be about: each of their demands. */
export const demandSubjects = (situation: Situation): ReadonlyArray<Subject> => {
  const mandatory = situation.formalities?.mandatory ?? null
  const visa = situation.formalities?.visa ?? null
  if (mandatory === null && visa === null) return noSubjects
  return [
    ...(mandatory === null ? [] : [demandSubject(situation, mandatory, false)]),
    ...(visa === null ? [] : [demandSubject(situation, visa, true)]),
  ]
}
