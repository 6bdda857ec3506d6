import { cardMoney, measure, money, plain, type PrintedValue, truth } from "./term-variables.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import {
  anyCountry,
  type CardProduct,
  type Cover,
  coverOf,
  heldAmount,
  isGeneric,
  isHeld,
  isKnown,
  medicalSlug,
} from "../card/products.ts"
import { unmatchedOf } from "../card/resolve-card.ts"
import type {
  ArgumentScope,
  ArgumentVar,
  Badge,
  Basis,
  Ceiling,
  CoverTermWord,
  DemandKind,
  Foundation,
  TripFlag,
} from "../coach-vocabulary.ts"
import { type Breach, doubtOf, type NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import { type Demand, isDemanding } from "../formalities.ts"
import { ageOf, type FigureSource, noSource } from "../figure-source.ts"
import type { TravelWarning } from "../travel-warning.ts"

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
  subjectFacts(scope, basisIn(situation, slug), {
    slug,
    ceiling: slug === null ? null : ceilingOf(coverOf(situation.card.product, slug)),
    found: slug === null ? null : foundationOf(situation, slug),
  })

const basisIn = (situation: BilanSituation, slug: string | null): Basis =>
  basisOf(situation, slug === null ? undefined : coverOf(situation.card.product, slug))

/** What arguments about the destinations may be about: what they demand, and the gravest warning. */
export const placeSubjects = (situation: BilanSituation): ReadonlyArray<Subject> => {
  const { formalities, travelWarning } = situation
  const { local = null, mandatory = null, visa = null } = formalities ?? {}
  if (!isDemanding(formalities) && travelWarning === null) return noSubjects
  return [
    ...(mandatory === null ? [] : [demandSubject(situation, mandatory, false)]),
    ...(local === null ? [] : [demandSubject(situation, local, false)]),
    ...(visa === null ? [] : [demandSubject(situation, visa, true)]),
    ...(travelWarning === null ? [] : [warningSubject(situation, travelWarning)]),
  ]
}

/** What the argument table reads of a subject, beside the facts of the trip. */
export interface SubjectFacts {
  readonly scope: ArgumentScope
  readonly slug: string | null
  readonly badge: Badge | null
  readonly broken: TripFlag | null
  readonly ceiling: Ceiling | null
  readonly shortfallPercent: number | null
  readonly term: CoverTermWord | null
  readonly demand: DemandKind | null
  readonly basis: Basis
  readonly found: Foundation | null
  readonly warning: number | null
}

/** The values that texts may show; what is not known, or depends on the destination, is not there. */
export type ArgumentValues = Readonly<Partial<Record<ArgumentVar, PrintedValue | undefined>>>

/** Something that arguments may be about: its facts for the table, and the values for texts. */
export interface Subject {
  readonly facts: SubjectFacts
  readonly values: () => ArgumentValues
  /** The covers that it concerns. */
  readonly covers: ReadonlyArray<string>
  /** The gap, term, breach, demand or warning that it is; none for the trip. */
  readonly of:
    | { readonly _tag: "Gap"; readonly gap: NamedGap }
    | { readonly _tag: "Term"; readonly term: CoverTerm }
    | { readonly _tag: "Breach"; readonly breach: Breach }
    | { readonly _tag: "Demand"; readonly demand: Demand }
    | { readonly _tag: "Warning"; readonly warning: TravelWarning }
    | { readonly _tag: "Trip" }
}

/** How the ceiling of a cover stands. */
export const ceilingOf = (cover: Cover): Ceiling => {
  if (!isHeld(cover)) return "not_held"
  if (cover.state === "actual_costs") return "unlimited"
  return cover.value === null ? "unprinted" : "printed"
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

/**
 * What a statement about the card rests on: about one cover of it, on the row of that cover, which may
 * be derived from other cards.
 */
export const basisOf = ({ card }: Pick<BilanSituation, "card">, cover?: Cover): Basis => {
  if (card.origin === "none") return "none"
  if (card.origin !== "exact" || isGeneric(card.product)) return "range"
  return cover?.source?.kind === "derived" ? "range" : "card"
}

/** What an argument or a gap says about its source. */
export const sourceValues = (
  { today, wording }: Pick<BilanSituation, "today" | "wording">,
  source: FigureSource | undefined,
): ArgumentValues => {
  const { asOf, kind, page } = source ?? noSource
  const old = ageOf(asOf, today)
  const printed = asOf === null ? undefined : wording.print.date(asOf)
  return {
    sourceKind: plain(kind),
    old: plain(old),
    asOf: asOf === null || printed === undefined ? undefined : { text: printed, raw: asOf },
    page: page === null ? undefined : plain(page),
    according: plain(wording.according(kind, printed, old)),
  }
}

/** How well it is known what the card holds of a guarantee, where that is not well. */
export const foundationOf = (
  { card, conditions }: Pick<BilanSituation, "card" | "conditions">,
  slug: string,
): Foundation | null => {
  const cover = coverOf(card.product, slug)
  if (!isKnown(cover)) return "none"
  if (!isHeld(cover)) return cover.source?.kind === "derived" ? "derived" : null
  const isWeak =
    cover.weak === true ||
    conditions.terms.some((each) => each.slug === slug && each.term === "unverified")
  return isWeak ? "weak" : null
}

/**
 * How a cover is told that is not well known: by a ceiling that may reach the benchmark all the same, by
 * one weak source, by some of the cards that were read of its kind, for a country none of whose cards
 * were read, or by nothing at all.
 */
export const foundValues = (
  situation: Pick<BilanSituation, "card" | "conditions">,
  slug: string,
  recommendedOfCard: number | null,
): ArgumentValues => {
  const { product } = situation.card
  const cover = coverOf(product, slug)
  const doubt = doubtOf(cover, recommendedOfCard)
  if (doubt !== undefined) return { found: plain(doubt) }
  const found = foundationOf(situation, slug)
  const { counts } = cover
  if (found === null || found === "derived") return {}
  if (found === "weak") return { found: plain(found) }
  if (product.country === anyCountry) return { found: plain("country") }
  if (counts === undefined || counts.read === 0) return { found: plain(found) }
  return {
    found: plain("counted"),
    cardsHolding: plain(counts.holding),
    cardsRead: plain(counts.read),
  }
}

/** The values that any text may show of a trip and its card. */
export const tripValues = (situation: BilanSituation, basis: Basis): ArgumentValues => {
  const { card, costKnown, marketCurrency, marketNeed, reach, scheme, sports, step } = situation
  return {
    basis: plain(basis),
    costs: plain(costKnown ? "known" : "unknown"),
    sports: plain(sports),
    zone: truth(step === "zone"),
    scheme: plain(scheme),
    extent: plain(reach.extent),
    target: money(situation, marketNeed(medicalSlug) ?? 0, marketCurrency),
    cardName: card.card === undefined ? undefined : plain(card.card.name),
  }
}

/**
 * The values that texts may show of a cover compared with what is recommended: its ceiling where one is
 * printed, and what is lacking to the recommended amount. Gaps and arguments tell this one pair, in the
 * market's currency: the benchmark as it is, and what the card holds as converted.
 */
export const coverValues = (
  situation: BilanSituation,
  slug: string,
  cover: Cover,
  recommendedOfCard: number | null,
): ArgumentValues => {
  const { marketCurrency, marketNeed } = situation
  const held = isHeld(cover) ? heldAmount(cover) : null
  const told = held === null ? undefined : cardMoney(situation, held, cover.range)
  const recommended = recommendedOfCard === null ? null : marketNeed(slug)
  const lacking = told === undefined || recommended === null ? 0 : recommended - told.value
  return {
    converted: told === undefined ? undefined : truth(told.converted),
    ranged: told === undefined ? undefined : truth(cover.range !== undefined),
    ...(cover.range === undefined ? {} : { cardsRead: plain(cover.range.cards) }),
    cardValue: told?.said,
    recommended: recommended === null ? undefined : money(situation, recommended, marketCurrency),
    shortfall: lacking > 0 ? money(situation, lacking, marketCurrency) : undefined,
  }
}

const gapSubject = (situation: BilanSituation, named: NamedGap): Subject => {
  const { gap, slug } = named
  const { badge, recommendedValue } = gap
  const cover = coverOf(situation.card.product, slug)
  const held = heldAmount(cover)
  const basis = basisOf(situation, cover)
  const doubt = doubtOf(cover, recommendedValue)
  const found = doubt ?? foundationOf(situation, slug)
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
      ...sourceValues(situation, cover.source),
      ...foundValues(situation, slug, recommendedValue),
    }),
    of: { _tag: "Gap", gap: named },
  }
}

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
    covers: brokenCovers(situation, flag, said),
    values: () => ({
      ...tripValues(situation, basis),
      ...sourceValues(situation, said === null ? undefined : said.source),
      limitKnown: truth(days !== null),
      limit: days === null ? undefined : measure(situation, days, "day"),
    }),
    of: { _tag: "Breach", breach },
  }
}

/** What a statement about a term rests on: a term that is not the product's own is its country's. */
const termBasisOf = (
  situation: Pick<BilanSituation, "card">,
  { own }: Pick<CoverTerm, "own">,
): Basis => (own ? basisOf(situation) : "country")

/**
 * The covers that something about the trip makes conditional; those that it breaks where none is. Of a
 * term that was read for the card itself, those for which it was read.
 */
const brokenCovers = (
  { conditions, gaps }: BilanSituation,
  flag: Breach["flag"],
  said: CoverTerm | null,
): ReadonlyArray<string> => {
  const all = gaps.filter((each) => each.gap.covered && each.broken.includes(flag))
  const read = new Set(
    conditions.terms.flatMap(({ own, slug, term }) => (own && term === said?.term ? [slug] : [])),
  )
  const broken = said?.own === true ? all.filter(({ slug }) => read.has(slug)) : all
  const conditional = broken.filter(({ gap }) => gap.badge === "conditional")
  const told = (conditional.length === 0 ? broken : conditional).map(({ slug }) => slug)
  return told.length === 0 && said?.own === true ? [said.slug] : told
}

const termSubject = (situation: BilanSituation, product: CardProduct, term: CoverTerm): Subject => {
  const { slug, term: word } = term
  const basis = termBasisOf(situation, term)
  const ceiling = ceilingOf(coverOf(product, slug))
  return {
    facts: subjectFacts("term", basis, { slug, ceiling, term: word }),
    covers: [slug],
    values: () => ({ ...tripValues(situation, basis), ...sourceValues(situation, term.source) }),
    of: { _tag: "Term", term },
  }
}

const tripSubject = (situation: BilanSituation): Subject => {
  const { card } = situation
  const cover = coverOf(card.product, medicalSlug)
  const basis = basisOf(situation, cover)
  const found = foundationOf(situation, medicalSlug)
  const what = unmatchedOf(card)
  return {
    facts: subjectFacts("trip", basis, { ceiling: ceilingOf(cover), found }),
    covers: [],
    values: () => ({
      ...tripValues(situation, basis),
      ...sourceValues(situation, found === "weak" ? cover.source : undefined),
      ...foundValues(situation, medicalSlug, situation.targetValue),
      what: what === null ? undefined : plain(what),
    }),
    of: { _tag: "Trip" },
  }
}

const noSubjects: ReadonlyArray<Subject> = []

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
      ...sourceValues(situation, { kind: "official", asOf: null, page: null }),
      extent: plain(demand.partly ? "part" : "whole"),
      demandKnown: truth(asked !== undefined),
      demand: asked,
      demandCountry: { text: situation.countryName(destination), raw: destination },
    }),
    of: { _tag: "Demand", demand },
  }
}

const demandKind = (demand: Demand, forVisa: boolean): DemandKind => {
  if (forVisa) return demand.schengen ? "schengen_visa" : "visa"
  if (demand.partly) return "in_part"
  return demand.localPolicy ? "local_policy" : "mandatory"
}

const warningSubject = (situation: BilanSituation, warning: TravelWarning): Subject => {
  const { asOf, country, issuer, level, own, stale } = warning
  const basis = basisOf(situation)
  return {
    facts: subjectFacts("warning", basis, { warning: level }),
    covers: [],
    values: () => ({
      ...tripValues(situation, basis),
      ...sourceValues(situation, { kind: "official", asOf, page: null }),
      own: truth(own),
      destinationName: { text: situation.countryName(country), raw: country },
      issuer: { text: situation.wording.issuer(issuer), raw: issuer },
      stale: truth(stale),
    }),
    of: { _tag: "Warning", warning },
  }
}
