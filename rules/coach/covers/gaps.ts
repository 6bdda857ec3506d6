import { makeMemory, memo, once } from "../../../core/memory.ts"
import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import {
  type CardProduct,
  type Cover,
  coverOf,
  isHeld,
  isKnown,
  isUnread,
  makeProductNumbers,
  medicalSlug,
  shownState,
} from "../card/products.ts"
import type { CoachTables } from "../coach-tables.ts"
import {
  type Badge,
  type CeilingDoubt,
  type CoverTermWord,
  type ReachKind,
  reachKinds,
  type TripFlag,
  tripFlags,
} from "../coach-vocabulary.ts"
import type { BenchmarkIn } from "../converted-money.ts"
import {
  type CoverTerm,
  strictestTerms,
  type Terms,
  tripFlagsOf,
  tripNumber,
  tripOf,
} from "./terms.ts"
import type { TripFlags } from "../request.ts"
import type { GapFigures } from "../response.ts"
import { limitOf } from "../../reference/limits.ts"

/** A shortcoming with the guarantee it is in, and what of the trip breaks a condition of the cover. */
export interface NamedGap {
  readonly slug: string
  readonly gap: GapFigures
  readonly broken: ReadonlyArray<TripFlag>
  /** How many days of a trip the cover lasts, where a number is known. */
  readonly limit: CoverTerm | null
}

/** The shortcomings of cards. */
export interface Gaps {
  /** What a trip needs in the currency of a market, each guarantee once. */
  readonly needsOf: (
    currency: CurrencyCode,
    trip: TripFlags,
    reach: ReachKind,
  ) => ReadonlyArray<Need>
  /** The guarantees that a trip needs and a product holds, in the table's order. */
  readonly heldNeedsOf: (
    product: CardProduct,
    marketCurrency: CurrencyCode,
    trip: TripFlags,
    reach: ReachKind,
  ) => ReadonlyArray<string>
  /** The guarantees that cards can carry, each with the first cover that is one. */
  readonly carriedBy: ReadonlyMap<string, BenefitRow>
  /** What of a trip breaks a condition of a product's cover, in the order of the flags. */
  readonly brokenBy: (
    product: CardProduct,
    trip: TripFlags,
    slug: string,
  ) => ReadonlyArray<TripFlag>
  /** The gaps of a product on a trip, in the table's order. */
  readonly gapsOf: (
    product: CardProduct,
    trip: TripFlags,
    reach: ReachKind,
    benchmarks: Benchmarks,
  ) => ReadonlyArray<NamedGap>
  /**
   * The guarantees that cards can carry and the trip does not need, for a traveller without a card:
   * all that any card has, but those that pay nothing so near to home.
   */
  readonly othersOf: (
    product: CardProduct,
    marketCurrency: CurrencyCode,
    trip: TripFlags,
    reach: ReachKind,
  ) => ReadonlyArray<NamedGap>
}

/** What covers are measured by: a market's benchmarks, in its currency, and what they come to in the card's. */
export interface Benchmarks {
  readonly marketCurrency: CurrencyCode
  /** The medical target in the currency of the card. */
  readonly target: number
}

/**
 * Whether a cover is shown to reach a ceiling. One at cost always is; one whose ceiling was not read
 * never is.
 *
 * ```ts
 * import { reaches } from "../rules/coach/covers/gaps.ts"
 *
 * reaches({ state: "value", value: 300000 }, 300000) // => true
 * reaches({ state: "value", value: 299999 }, 300000) // => false
 * reaches({ state: "actual_costs", value: null }, 300000) // => true
 * reaches({ state: "included", value: null }, 1000) // => false
 * ```
 */
export const reaches = (cover: Cover, ceiling: number): boolean => {
  if (!isHeld(cover) || isUnread(cover)) return false
  return cover.state === "actual_costs" || (cover.value ?? 0) >= ceiling
}

/**
 * Why a ceiling that is not shown to reach a benchmark may reach it all the same: it is the least that
 * cards hold, or one of the cards read holds as much. Undefined where it is read and too low.
 *
 * ```ts
 * import { doubtOf } from "../rules/coach/covers/gaps.ts"
 *
 * const range = { highest: 1000000, cards: 16 }
 * doubtOf({ state: "value", value: 155000, range }, 300000) // => "range"
 * doubtOf({ state: "value", value: 155000, range }, 2000000) // => undefined
 * doubtOf({ state: "value", value: 11000, least: true }, 300000) // => "least"
 * doubtOf({ state: "value", value: 300000, least: true }, 300000) // => undefined
 * ```
 */
export const doubtOf = (cover: Cover, benchmark: number | null): CeilingDoubt | undefined => {
  if (benchmark === null || !isHeld(cover) || isUnread(cover)) return undefined
  if (reaches(cover, benchmark)) return undefined
  if (cover.least === true) return "least"
  return cover.range !== undefined && cover.range.highest >= benchmark ? "range" : undefined
}

/** The conditions that one thing about a trip breaks in a cover, on the cards of a country. */
export const conditionsBroken = (
  tables: Pick<CoachTables, "cardConditions">,
  country: CountryCode,
  flag: TripFlag,
  slug: string,
): ReadonlyArray<Condition> => tables.cardConditions.evaluate({ flag, country, slug })

/** Prepares what kinds of trips need per currency, and what they break; each is found when it is first asked for. */
export const prepareGaps = (tables: CoachTables, terms: Terms, benchmarkIn: BenchmarkIn): Gaps => {
  const currencies = new Set(tables.coachMarkets.rows.map((row) => row.currency))
  const noNeeds: ReadonlyArray<Need> = []
  const needs = memo((currency: CurrencyCode) =>
    memo((reach: ReachKind) =>
      memo((trip: number) => needsFor(tables, currency, tripOf(trip), reach)),
    ),
  )
  const needsOf: Gaps["needsOf"] = (currency, trip, reach) =>
    currencies.has(currency) ? needs(currency)(reach)(tripNumber(trip)) : noNeeds
  const carriedBy = once(() => {
    const carried = new Map<string, BenefitRow>()
    for (const row of tables.coachBenefits.rows) {
      if (isHeld(row) && !carried.has(row.slug)) carried.set(row.slug, row)
    }
    return carried
  })
  const slugsNeeded = (
    currency: CurrencyCode,
    trip: TripFlags,
    reach: ReachKind,
  ): ReadonlySet<string> => new Set(needsOf(currency, trip, reach).map(({ slug }) => slug))
  const brokenBy = prepareBroken(tables, terms)
  return {
    needsOf,
    get carriedBy() {
      return carriedBy()
    },
    heldNeedsOf: (product, marketCurrency, trip, reach) =>
      needsOf(marketCurrency, trip, reach)
        .map(({ slug }) => slug)
        .filter((slug) => isHeld(coverOf(product, slug))),
    brokenBy,
    othersOf: ({ country }, marketCurrency, trip, reach) => {
      if (country !== null) return noOthers
      const needed = slugsNeeded(marketCurrency, trip, reach)
      const farther = slugsNeeded(marketCurrency, trip, "abroad")
      return [...carriedBy().keys()]
        .filter((slug) => !needed.has(slug) && !farther.has(slug))
        .map(lacking)
    },
    gapsOf: (product, trip, reach, { marketCurrency, target }) => {
      const gaps: Array<NamedGap> = []
      for (const { amount, basis, slug } of needsOf(marketCurrency, trip, reach)) {
        const cover = coverOf(product, slug)
        const ofCard =
          amount === null ? null : benchmarkIn(amount, marketCurrency, product.currency)
        const recommendedValue = basis === "target" ? target : ofCard
        const broken = brokenBy(product, trip, slug)
        const badge = badgeOf(cover, recommendedValue, broken.length > 0)
        if (badge === undefined) continue
        const limit = terms.dayLimitOf(product, slug) ?? null
        const { value } = cover
        const state = shownState(cover)
        const covered = isHeld(cover)
        gaps.push({ slug, gap: { state, covered, value, recommendedValue, badge }, broken, limit })
      }
      return gaps
    },
  }
}

/** Something about a trip that breaks a condition of covers which the trip needs. */
export interface Breach {
  readonly flag: TripFlag
  /** The term that says so; null where cards of the country are said to have it, in no table of terms. */
  readonly term: CoverTerm | null
  /** The day limit that a long trip outlasts, where one is known. */
  readonly limit: CoverTerm | null
  /** Whether the card's own notice pays nothing of a trip longer than allowed, its first days included. */
  readonly voids: boolean
}

/** Prepares that. */
export const prepareConditions =
  (gaps: Gaps, terms: Terms): ConditionsOf =>
  (product, marketCurrency, trip, reach, hasSnow) => {
    const held: Array<CoverTerm> = []
    const all: Array<CoverTerm> = []
    const heldSlugs: Array<string> = []
    for (const { slug } of gaps.needsOf(marketCurrency, trip, reach)) {
      if (!hasSnow && slug === skiSlug) continue
      const cover = coverOf(product, slug)
      const ofCover = terms.termsOf(product, slug)
      if (isHeld(cover)) {
        heldSlugs.push(slug)
        held.push(...ofCover)
        all.push(...ofCover)
      } else if (!isKnown(cover)) {
        all.push(...ofCover.filter(({ term }) => term === "excluded_causes"))
      }
    }
    const breaches = tripFlagsOf(trip).flatMap((flag) => {
      const broken = new Set(
        heldSlugs.filter((slug) => gaps.brokenBy(product, trip, slug).includes(flag)),
      )
      // A limit that the trip keeps to is not the one that it breaks.
      const breaking = held.filter(({ slug }) => broken.has(slug))
      return broken.size === 0 ? [] : [breachOf(flag, breaking)]
    })
    return { terms: all, breaches }
  }

/** What a card comes to on one kind of trip, compared with one medical target. */
export interface CardReading {
  /** The shortcomings in what the trip needs. */
  readonly gaps: ReadonlyArray<NamedGap>
  /** What else cards can carry, where there is no card: listed, and not argued with. */
  readonly others: ReadonlyArray<NamedGap>
  /** What binds the covers that the trip needs. */
  readonly conditions: Conditions
  /** Whether the medical ceiling is shown to reach the target. */
  readonly medicalOk: boolean
}

/**
 * Reads a product for a trip beside a market's benchmarks. Nobody skis in places without snow, where
 * the cover for it is neither a gap nor bound by anything.
 */
export type ReadCard = (
  product: CardProduct,
  trip: TripFlags,
  reach: ReachKind,
  benchmarks: Benchmarks,
  hasSnow: boolean,
) => CardReading

/** Prepares readings. What is kept is frozen: answers share it. */
export const prepareCardReadings = (gaps: Gaps, conditionsOf: ConditionsOf): ReadCard => {
  const numberOf = makeProductNumbers()
  const memory = makeMemory<string, CardReading>(readingsMax)
  const read: ReadCard = (product, trip, reach, benchmarks, hasSnow) => {
    const isAsked = ({ slug }: NamedGap): boolean => hasSnow || slug !== skiSlug
    const { marketCurrency, target } = benchmarks
    return {
      gaps: gaps.gapsOf(product, trip, reach, benchmarks).filter(isAsked),
      others: gaps.othersOf(product, marketCurrency, trip, reach).filter(isAsked),
      conditions: conditionsOf(product, marketCurrency, trip, reach, hasSnow),
      medicalOk: reaches(coverOf(product, medicalSlug), target),
    }
  }
  return (product, trip, reach, benchmarks, hasSnow) => {
    const { marketCurrency, target } = benchmarks
    const kind = `${tripNumber(trip)} ${reachKinds.indexOf(reach)} ${hasSnow}`
    return memory.get(`${numberOf(product)} ${kind} ${marketCurrency} ${target}`, () =>
      read(product, trip, reach, benchmarks, hasSnow),
    )
  }
}

/** The slug of the cover for skiing. */
const skiSlug = "skiInsurance"

/** What a card is measured by in one guarantee; `amount` is null where having it is enough. */
type Need = CoachTables["recommendedCover"]["rows"][number]

type BenefitRow = CoachTables["coachBenefits"]["rows"][number]

type Condition = CoachTables["cardConditions"]["rows"][number]

const needsFor = (
  tables: CoachTables,
  currency: CurrencyCode,
  trip: TripFlags,
  reach: ReachKind,
): ReadonlyArray<Need> => {
  const needs = new Map<string, Need>()
  const rows = tables.recommendedCover.evaluate({ currency, ...trip, reach })
  for (const row of rows) {
    const known = needs.get(row.slug)
    if (known === undefined || (row.amount ?? 0) > (known.amount ?? 0)) needs.set(row.slug, row)
  }
  return [...needs.values()]
}

/**
 * Prepares what of a trip breaks conditions of covers. A long trip breaks a cover whose day limit
 * is known and no longer than such a trip; where no limit is known, as cards of the country usually
 * say. What friends and risky activities break, all cards of a country say alike.
 */
const prepareBroken = (tables: CoachTables, terms: Terms): Gaps["brokenBy"] => {
  const longTripDays = limitOf(tables, "long_trip_days")
  const usual = new Map<string, ReadonlyArray<TripFlag>>()
  const usuallyBrokenBy = (country: CountryCode, slug: string): ReadonlyArray<TripFlag> => {
    const key = `${country} ${slug}`
    const known = usual.get(key)
    if (known !== undefined) return known
    const flags = tripFlags.filter(
      (flag) => conditionsBroken(tables, country, flag, slug).length > 0,
    )
    usual.set(key, flags)
    return flags
  }
  return (product, trip, slug) => {
    const { country } = product
    const flags = tripFlagsOf(trip)
    if (country === null || flags.length === 0) return noneBroken
    const usually = usuallyBrokenBy(country, slug)
    return flags.filter((flag) => {
      if (flag === "friends" && terms.companionsOf(product, slug) !== undefined) return false
      const limit = flag === "long_trip" ? terms.dayLimitOf(product, slug) : undefined
      return limit === undefined ? usually.includes(flag) : (limit.amount ?? 0) <= longTripDays
    })
  }
}

const noneBroken: ReadonlyArray<TripFlag> = []

const noOthers: ReadonlyArray<NamedGap> = []

const lacking = (slug: string): NamedGap => ({
  slug,
  gap: {
    state: "not_available",
    covered: false,
    value: null,
    recommendedValue: null,
    badge: "missing",
  },
  broken: noneBroken,
  limit: null,
})

const badgeOf = (cover: Cover, recommended: number | null, broken: boolean): Badge | undefined => {
  if (!isKnown(cover)) return "unverified"
  if (!isHeld(cover)) return "missing"
  // A ceiling that nobody has read is no ceiling that is too low.
  if (recommended !== null && isUnread(cover)) return "unverified"
  if (doubtOf(cover, recommended) !== undefined) return "unverified"
  if (recommended !== null && !reaches(cover, recommended)) return "insufficient"
  return broken ? "conditional" : undefined
}

/** Reads what binds the covers of a product that a trip needs. */
type ConditionsOf = (
  product: CardProduct,
  marketCurrency: CurrencyCode,
  trip: TripFlags,
  reach: ReachKind,
  hasSnow: boolean,
) => Conditions

/** What binds the covers of a card that a trip needs. */
interface Conditions {
  /**
   * The terms of each of those covers that is held, and what is excluded from those that may be. In
   * the order of the covers.
   */
  readonly terms: ReadonlyArray<CoverTerm>
  /** What of the trip breaks conditions of one of them at least, in the order of the flags. */
  readonly breaches: ReadonlyArray<Breach>
}

/** The terms of a breach, of all that are held. */
const breachOf = (flag: TripFlag, held: ReadonlyArray<CoverTerm>): Breach => {
  const word = breakingTerms[flag]
  const strictest = strictestTerms(held, medicalSlug)
  const limited = strictestTerms(
    held.filter(({ amount, term }) => term === "day_limit" && amount !== null),
    medicalSlug,
  )
  const limit = flag === "long_trip" ? (limited[0] ?? null) : null
  return {
    flag,
    term: limit ?? strictest.find(({ term }) => term === word) ?? null,
    limit,
    voids: flag === "long_trip" && held.some(({ own, term }) => own && term === "void_if_longer"),
  }
}

/** The term by which each thing about a trip breaks a cover. */
const breakingTerms: Readonly<Record<TripFlag, CoverTermWord>> = {
  long_trip: "day_limit",
  friends: "family_only",
  risky_activity: "excluded_causes",
}

/** This many readings are kept; there are some thousand kinds of card, trip and target. */
const readingsMax = 8_192
