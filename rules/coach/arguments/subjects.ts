import type { Breach } from "../covers/conditions.ts"
import type { Demand } from "../formalities/demand.ts"
import type { NamedGap } from "../covers/gaps.ts"
import { type CardProduct, type Cover, coverOf, medicalSlug } from "../card/products.ts"
import type { Situation } from "../situation.ts"
import { type CoverTerm, termUnit } from "../covers/terms.ts"
import type {
  ArgumentScope,
  ArgumentVar,
  Badge,
  Basis,
  Ceiling,
  CoverTermWord,
  DemandKind,
  TripFlag,
} from "../vocabulary.ts"

/** What the argument table is asked about, beside the facts of the trip. */
export interface Question {
  readonly scope: ArgumentScope
  readonly slug: string | null
  readonly badge: Badge | null
  readonly broken: TripFlag | null
  readonly ceiling: Ceiling | null
  readonly shortfallPercent: number | null
  readonly term: CoverTermWord | null
  readonly demand: DemandKind | null
  readonly amountKnown: boolean | null
  readonly basis: Basis
}

/** The values that texts may show, as printed; what is not known is left out. */
export type Values = Readonly<Partial<Record<ArgumentVar, string>>>

/** Something that arguments may be about: what the table is asked, and what texts may show. */
export interface Subject {
  readonly question: Question
  readonly values: () => Values
  /** The gap, term, breach or demand that it is; none for the trip. */
  readonly of:
    | { readonly _tag: "Gap"; readonly gap: NamedGap }
    | { readonly _tag: "Term"; readonly term: CoverTerm }
    | { readonly _tag: "Breach"; readonly breach: Breach }
    | { readonly _tag: "Demand"; readonly demand: Demand }
    | { readonly _tag: "Trip" }
}

const unasked = {
  slug: null,
  badge: null,
  broken: null,
  ceiling: null,
  shortfallPercent: null,
  term: null,
  demand: null,
  amountKnown: null,
} as const

/** How the ceiling of a cover stands. */
export const ceilingOf = ({ state, value }: Cover): Ceiling => {
  if (state === "not_available") return "not_held"
  if (state === "actual_costs") return "unlimited"
  return value === null ? "unprinted" : "printed"
}

/**
 * How much of a recommended amount is lacking, in whole percent rounded down: below 100 whatever is
 * held, so that only what is not held at all lacks the whole.
 *
 * ```ts
 * import { shortfallPercent } from "../rules/coach/arguments/subjects.ts"
 *
 * shortfallPercent(150000, 300000) // => 50
 * shortfallPercent(1, 300000) // => 99
 * shortfallPercent(0, 300000) // => 100
 * shortfallPercent(400000, 300000) // => 0
 * ```
 */
export const shortfallPercent = (held: number, recommended: number): number => {
  if (recommended <= 0 || held >= recommended) return 0
  return Math.floor(((recommended - held) * 100) / recommended)
}

/** What a statement about the card itself rests on. */
const basisOf = ({ card }: Situation): Basis => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" ? "card" : "range"
}

/** What a statement about a term rests on: a term that is not the product's own is its country's. */
const termBasisOf = (situation: Situation, { own }: CoverTerm): Basis =>
  own ? basisOf(situation) : "country"

const common = ({ destination, destinationName, target }: Situation, basis: Basis): Values => ({
  target,
  destination,
  destinationName,
  basis,
})

/** The amounts of a cover: none is held as 0, and what has no printed ceiling has no amount. */
const coverValues = (
  { amountText }: Situation,
  slug: string,
  cover: Cover,
  recommended: number | null,
): Values => {
  const held = cover.state === "not_available" ? 0 : cover.value
  return {
    guarantee: slug,
    ...(held === null ? {} : { cardValue: amountText(held) }),
    ...(recommended === null ? {} : { recommended: amountText(recommended) }),
    ...(held === null || recommended === null
      ? {}
      : { shortfall: amountText(Math.max(0, recommended - held)) }),
  }
}

const termText = ({ amountText, measureText }: Situation, term: CoverTerm): string | undefined => {
  const unit = termUnit(term.term)
  if (term.amount === null || unit === null) return undefined
  return unit === "currency" ? amountText(term.amount) : measureText(term.amount, unit)
}

const limitValues = (situation: Situation, term: CoverTerm | null): Values => {
  const limit = term === null ? undefined : termText(situation, term)
  return limit === undefined ? {} : { limit }
}

const gapSubjects = (situation: Situation, named: NamedGap): ReadonlyArray<Subject> => {
  const { gap, slug } = named
  const { recommendedValue, value } = gap
  const held = gap.covered ? value : 0
  const basis = basisOf(situation)
  const question: Question = {
    ...unasked,
    scope: "gap",
    slug,
    badge: gap.badge,
    ceiling: ceilingOf(gap),
    shortfallPercent:
      held === null || recommendedValue === null ? null : shortfallPercent(held, recommendedValue),
    basis,
  }
  const of = { _tag: "Gap", gap: named } as const
  const values = (): Values => ({
    ...common(situation, basis),
    ...coverValues(situation, slug, gap, recommendedValue),
  })
  if (gap.badge !== "conditional") return [{ question, values, of }]
  return named.broken.map((broken) => {
    if (broken !== "long_trip") return { question: { ...question, broken }, values, of }
    const { limit } = named
    const limitBasis = limit === null ? basis : termBasisOf(situation, limit)
    return {
      question: { ...question, broken, amountKnown: limit !== null, basis: limitBasis },
      values: () => ({ ...values(), ...limitValues(situation, limit), basis: limitBasis }),
      of,
    }
  })
}

const breachSubject = (situation: Situation, breach: Breach): Subject => {
  const { flag, limit, voids } = breach
  const basis = limit === null ? basisOf(situation) : termBasisOf(situation, limit)
  return {
    question: {
      ...unasked,
      scope: "breach",
      broken: flag,
      term: flag !== "long_trip" ? null : voids ? "void_if_longer" : "day_limit",
      amountKnown: limit !== null,
      basis,
    },
    values: () => ({ ...common(situation, basis), ...limitValues(situation, limit) }),
    of: { _tag: "Breach", breach },
  }
}

const termSubject = (situation: Situation, product: CardProduct, term: CoverTerm): Subject => {
  const { amount, slug, term: word } = term
  const basis = termBasisOf(situation, term)
  const cover = coverOf(product, slug)
  return {
    question: {
      ...unasked,
      scope: "term",
      slug,
      ceiling: ceilingOf(cover),
      term: word,
      amountKnown: amount !== null,
      basis,
    },
    values: () => ({
      ...common(situation, basis),
      ...coverValues(situation, slug, cover, null),
      ...limitValues(situation, term),
    }),
    of: { _tag: "Term", term },
  }
}

const demandKind = ({ isSchengen }: Situation, demand: Demand, forVisa: boolean): DemandKind => {
  if (forVisa) return isSchengen(demand.destination) ? "schengen_visa" : "visa"
  if (demand.partly) return "in_part"
  return demand.localPolicy ? "local_policy" : "mandatory"
}

const demandSubject = (situation: Situation, demand: Demand, forVisa: boolean): Subject => {
  const { amount, currency, destination } = demand
  const basis = basisOf(situation)
  return {
    question: {
      ...unasked,
      scope: "demand",
      demand: demandKind(situation, demand, forVisa),
      amountKnown: amount !== null && currency !== null,
      basis,
    },
    values: () => ({
      ...common(situation, basis),
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
    question: { ...unasked, scope: "trip", ceiling: ceilingOf(cover), basis },
    values: () => ({
      ...common(situation, basis),
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
