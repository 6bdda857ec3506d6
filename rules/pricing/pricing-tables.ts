import type { Bps } from "../../core/money/minor.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { TablesOf } from "../../core/table/load.ts"
import type { Table } from "../../core/table/loaded.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import type { FeeTables } from "../fees/handling-fee.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { PrintedTables } from "../guarantees/printed/printed-tables.ts"
import type { PrintedLanguage } from "../guarantees/printed/printed-vocabulary.ts"
import type { InsurerAdapter } from "./adapters.ts"
import type { GuardTables } from "./tables/guard-hooks.ts"
import type * as live from "./tables/catalogue.ts"
import type * as sandbox from "./tables/sandbox.ts"
import type { PricingZone } from "./zone.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"

/** What both catalogues are priced with besides their own tables. */
type SharedTables = Pick<CurrencyTables, "currencies"> &
  Pick<ReferenceTables, "countries" | "guarantees" | "limits"> &
  FeeTables

/** The tables that the sandbox's fictional insurer is priced from. */
export type SandboxTables = TablesOf<typeof sandbox> & SharedTables

/** The tables that the live catalogue is priced from, and its printed guarantees read by. */
export type LiveTables = TablesOf<typeof live> & PrintedTables & SharedTables

/** What an offer's price is for, as its catalogue says it; null is the whole trip. */
type PricePeriod = "month" | "year" | null

/** The days of the longest year. */
const yearDays = 366

/**
 * The years that a trip of some days begins: what a contract for the year is priced for. A year has 365 or
 * 366 days, so that nobody pays a second year for the day that a leap year has more.
 *
 * ```ts
 * import { yearsBegun } from "../rules/pricing/pricing-tables.ts"
 *
 * yearsBegun(1) // => 1
 * yearsBegun(366) // => 1
 * yearsBegun(367) // => 2
 * ```
 */
export const yearsBegun = (days: number): number => Math.ceil(days / yearDays)

/**
 * How many times the premium of an offer's tariff is charged for a trip: for the years begun where it is that of
 * a year, once otherwise. The price of a month is due month by month, however many there are.
 *
 * ```ts
 * import { yearsCharged } from "../rules/pricing/pricing-tables.ts"
 *
 * yearsCharged("year", 400) // => 2
 * yearsCharged("month", 400) // => 1
 * yearsCharged(null, 400) // => 1
 * ```
 */
export const yearsCharged = (period: PricePeriod, days: number): number =>
  period === "year" ? yearsBegun(days) : 1

/** What a price is for, as answers carry it: `month`, `year`, `2 years`, `3 years`…; null is the whole trip. */
export type PeriodText = "month" | "year" | `${number} years` | null

/**
 * What the price of an offer is for on a trip, in words that never depend on a language.
 *
 * ```ts
 * import { periodText } from "../rules/pricing/pricing-tables.ts"
 *
 * periodText("year", 1) // => "year"
 * periodText("year", 800) // => "3 years"
 * periodText("month", 800) // => "month"
 * ```
 */
export const periodText = (period: PricePeriod, days: number): PeriodText => {
  const years = yearsCharged(period, days)
  return years > 1 ? `${years} years` : period
}

/**
 * The years of a period's text that is for more than one; undefined for any other.
 *
 * ```ts
 * import { yearsOfText } from "../rules/pricing/pricing-tables.ts"
 *
 * yearsOfText("2 years") // => 2
 * yearsOfText("year") // => undefined
 * ```
 */
export const yearsOfText = (period: string | null): number | undefined => {
  const years = /^(?<years>[1-9]\d*) years$/.exec(period ?? "")?.groups?.["years"]
  return years === undefined ? undefined : Number(years)
}

/** An insurer as its catalogue names it. */
export interface InsurerRow {
  readonly insurer: string
  readonly name: string
  readonly logoFile: string
  /** Absent in the sandbox, whose insurer is rated from its tariff tables. */
  readonly adapter?: InsurerAdapter
  readonly language?: PrintedLanguage
}

/** An offer as its catalogue describes it. */
export interface OfferRow {
  readonly offerId: number
  readonly insurer: string
  readonly name: string
  readonly plan: string
  /** Its place in the ladder of plans of its insurer and product; null where there is no ladder. */
  readonly planRank: number | null
  /** Currency of the premium, and of the guarantee ceilings. */
  readonly currency: CurrencyCode
  readonly guaranteeCurrency: CurrencyCode
  /** The insurer's own code; absent where the id serves. */
  readonly code?: string
  /** Null for an offer that its insurer rates itself. */
  readonly tariff: string | null
  /** Absent where the tariff itself tells ages apart. */
  readonly ageScale?: string | null
  readonly cancellation: "never" | "when_asked" | "always"
  readonly cancellationScale: string | null
  /** In main units of the premium's currency, before fees. */
  readonly minimumPremium: Rational
  readonly startingPrice: boolean
  readonly period: PricePeriod
  readonly iconFile: string | null
  readonly hasTerms: boolean
  readonly hasIpid: boolean
  readonly soldByRedirect: boolean
}

/** The facts of a trip that decide who may buy what and at which rate. */
export interface TripFacts {
  readonly intent: string
  readonly residence: CountryCode
  readonly residenceZone: PricingZone
  readonly zone: PricingZone
  /** Whether a destination is the country of residence. */
  readonly domestic: boolean
  /** Whether every destination is the country of residence; a cover for the year goes abroad too. */
  readonly atHome: boolean
  /** Whether a destination is one that offers may leave out of their cover. */
  readonly excluded: boolean
  readonly allSchengen: boolean
  readonly days: number
  readonly travellers: number
  readonly youngestAge: number
  readonly oldestAge: number
  readonly annual: boolean
  readonly cancellation: boolean
  readonly extremeSports: boolean
}

/** A decision table as pricing asks it: with facts of its own kind, for rows of its own kind. */
export interface AskedTable<Facts, Row extends { readonly line: number }> extends Pick<
  Decision,
  "columns" | "definition" | "fields" | "tests"
> {
  readonly rows: ReadonlyArray<Row>
  readonly evaluate: (facts: Facts) => ReadonlyArray<Row>
}

/** A row that says who may buy an offer. */
export interface EligibilityRow {
  readonly offerId: string
  readonly line: number
}

/** The rate of a tariff: parts in main units of the insurer's currency. */
export interface TariffRow {
  readonly line: number
  readonly perPerson: Rational
  readonly perPersonPerDay: Rational
  /** Once for the party; absent is nothing. */
  readonly perContract?: Rational
}

/** What a tariff is asked with. */
interface TariffFacts {
  readonly tariff: string
  readonly zone: PricingZone
  readonly days: number
  readonly age: number
}

/** What surcharges are asked with. */
interface SurchargeFacts extends Pick<
  TripFacts,
  "atHome" | "extremeSports" | "intent" | "residenceZone"
> {
  readonly offerId: string
}

/** The factor of an age, in percent of the base rate. */
export interface AgeFactorRow {
  readonly line: number
  readonly factorPercent: number
}

/** A row of a catalogue's guarantees: printed, or with its state and value. */
export interface GuaranteeRow {
  readonly offerId: string
  readonly slug: string
  readonly option: GuaranteeLine["option"]
  readonly excess: Rational | null
  readonly state?: GuaranteeState
  readonly value?: Rational | null
  /** The insurer's own words, where the state and the value are read from them. */
  readonly printed?: string
}

/** A row of a catalogue's highlights. */
export interface HighlightRow {
  readonly offerId: string
  readonly kind: "included" | "excluded"
  /** The guarantee that it speaks of; null where it speaks of none. */
  readonly slug: string | null
  /** Which text says it. */
  readonly says: string
  /** The figure that the text shows, if any. */
  readonly figure: number | null
}

/** The decision tables that pricing a trip asks. */
export interface PricingDecisions {
  readonly eligibility: AskedTable<TripFacts, EligibilityRow>
  readonly tariffs: AskedTable<TariffFacts, TariffRow>
  /** Absent where the tariffs themselves tell ages apart. */
  readonly ageFactors?: AskedTable<
    { readonly ageScale: string; readonly age: number },
    AgeFactorRow
  >
  readonly cancellationRates: AskedTable<
    { readonly cancellationScale: string; readonly oldestAge: number },
    { readonly line: number; readonly shareBps: Bps }
  >
  readonly surcharges: AskedTable<
    SurchargeFacts,
    { readonly line: number; readonly surchargePercent: number }
  >
  /** Tables of one's own that are asked about each trip; undefined where there are none. */
  readonly guards?: GuardTables | undefined
}

/**
 * The tables that one catalogue of offers is priced from, whether it is the sandbox's or the live
 * one: the same rules run over both.
 */
export interface PricingTables extends PricingDecisions {
  readonly insurers: Table<InsurerRow>
  readonly offers: Table<OfferRow>
  readonly zones: Table<{ readonly country: CountryCode; readonly zone: PricingZone }>
  /** Destinations that offers may leave out. */
  readonly excludedCountries: ReadonlyArray<string>
  readonly relaxable: Table<{ readonly condition: string; readonly about: string }>
  readonly guarantees: Table<GuaranteeRow>
  /** The guarantee lines of an offer, in file order. */
  readonly linesOf: (offer: OfferRow) => ReadonlyArray<GuaranteeLine>
  readonly highlights: Table<HighlightRow>
  /** Destinations that rehearse failures; absent in the live catalogue. */
  readonly magic?: SandboxTables["sandboxMagic"]
  readonly currencies: SandboxTables["currencies"]
  readonly countries: SandboxTables["countries"]
  /** Among them, how many travellers a party has at most before it is a group. */
  readonly limits: SandboxTables["limits"]
  /** The guarantees that offers are compared by, and which of them hold at home. */
  readonly guaranteeNames: SandboxTables["guarantees"]
  readonly fees: SandboxTables["fees"]
}
