import type { ConditionTest } from "../../core/table/condition.ts"
import {
  coversOf,
  type DocumentCover,
  type DocumentLanguage,
  type DocumentSpeech,
  speechOf,
} from "./covers.ts"
import type { DocumentTables, IpidIcon, IpidMark, IpidSectionWord } from "./document-tables.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { OfferRow, PricingTables } from "../pricing/pricing-tables.ts"
import { type PricingZone, pricingZones } from "../pricing/zone.ts"

/** One line of a section. */
interface IpidLine {
  readonly text: string
  /** Whether it is an option, which never gets a sign. */
  readonly optional: boolean
}

/** One of the nine sections. */
export interface IpidSection {
  readonly section: IpidSectionWord
  readonly heading: string
  readonly mark: IpidMark
  readonly icon: IpidIcon
  readonly lines: ReadonlyArray<IpidLine>
}

type Sports = "never" | "optional" | "always"

const line = (text: string): IpidLine => ({ text, optional: false })

const sportsOf = (lines: ReadonlyArray<GuaranteeLine>): Sports => {
  const held = lines.filter(
    ({ slug, state }) => slug === "extremeSports" && state !== "not_available",
  )
  if (held.length === 0) return "never"
  return held.some(({ option }) => option === null) ? "always" : "optional"
}

const optionWords: Readonly<Record<DocumentLanguage, string>> = {
  en: " (option)",
  fr: " (en option)",
}

const colons: Readonly<Record<DocumentLanguage, string>> = { en: ": ", fr: "\u00A0: " }

const insured = (
  language: DocumentLanguage,
  covers: ReadonlyArray<DocumentCover>,
): ReadonlyArray<IpidLine> =>
  covers
    .filter(({ isHeld }) => isHeld)
    .map(({ extent, isOption, name }) => ({
      text: `${name}${colons[language]}${extent}${isOption ? optionWords[language] : ""}`,
      optional: isOption,
    }))

const notInsured = (covers: ReadonlyArray<DocumentCover>): ReadonlyArray<IpidLine> =>
  covers.filter(({ isHeld }) => !isHeld).map(({ name }) => line(name))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const where = (
  { language, tables }: DocumentSpeech,
  { zones }: SaleTerms,
): ReadonlyArray<IpidLine> =>
  pricingZones
    .filter((zone) => zones.includes(zone))
    .map((zone) => line(capital(tables.zoneWords.get(zone)?.[language] ?? zone)))

const placeholder = /\{(\w+)\}/g

const countryNames = (
  { language, print, tables }: DocumentSpeech,
  countries: ReadonlyArray<string>,
): string => {
  const names = countries.flatMap((code) => {
    const country = tables.countries.get(code)
    return country === undefined ? [] : [{ en: country.nameEn, fr: country.nameFr }[language]]
  })
  return print.list(names.sort(new Intl.Collator(language).compare))
}

const declared = (
  speech: DocumentSpeech,
  catalogue: PricingTables,
  { currency, cancellation, period }: OfferRow,
  sale: SaleTerms,
  sports: Sports,
): ReadonlyMap<IpidSectionWord, ReadonlyArray<IpidLine>> => {
  const { language, tables } = speech
  const shown: Readonly<Record<string, string>> = {
    oldest: String(sale.oldestAgeMax ?? ""),
    youngest: String(sale.youngestAgeMin ?? ""),
    days: String(sale.daysMax ?? ""),
    currency,
    countries: countryNames(speech, catalogue.excludedCountries),
  }
  const lines = tables.ipidLines.evaluate({
    intent: sale.intent,
    group: sale.isForGroups,
    period: period ?? "trip",
    cancellation,
    sports,
    dayLimit: sale.daysMax !== null,
    oldestLimit: sale.oldestAgeMax !== null,
    youngestLimit: sale.youngestAgeMin !== null,
    excluded: sale.leavesCountriesOut,
  })
  const bySection = new Map<IpidSectionWord, Array<IpidLine>>()
  for (const found of [...lines].sort((left, right) => left.position - right.position)) {
    const text = found[language].replaceAll(placeholder, (_, name: string) => shown[name] ?? "")
    bySection.set(found.section, [...(bySection.get(found.section) ?? []), line(text)])
  }
  return bySection
}

/**
 * The nine sections of the information document of an offer, in their fixed order: what it insures
 * and what not comes from its guarantees, the rest from the lines that fit it.
 */
export const ipidOf = (
  tables: DocumentTables,
  catalogue: PricingTables,
  offer: OfferRow,
  language: DocumentLanguage,
): ReadonlyArray<IpidSection> => {
  const speech = speechOf(tables, language)
  const covers = coversOf(speech, catalogue, offer)
  const sale = saleTermsOf(catalogue.eligibility, offer.offerId)
  const written = declared(speech, catalogue, offer, sale, sportsOf(catalogue.linesOf(offer)))
  const own: Partial<Record<IpidSectionWord, ReadonlyArray<IpidLine>>> = {
    insured: insured(language, covers),
    not_insured: notInsured(covers),
    where: where(speech, sale),
  }
  return [...tables.ipidSections.rows]
    .sort((left, right) => left.position - right.position)
    .map((row) => ({
      section: row.section,
      heading: row[language],
      mark: row.mark,
      icon: row.icon,
      lines: [...(own[row.section] ?? []), ...(written.get(row.section) ?? [])],
    }))
}

/** For which trips and travellers an offer is sold, over all its rows of eligibility. */
interface SaleTerms {
  /** The trip type that its first row names first; a trip for leisure where it names none. */
  readonly intent: string
  readonly isForGroups: boolean
  readonly zones: ReadonlyArray<PricingZone>
  readonly residenceZones: ReadonlyArray<PricingZone>
  /** Null where there is no such limit. */
  readonly daysMax: number | null
  readonly oldestAgeMax: number | null
  readonly youngestAgeMin: number | null
  readonly leavesCountriesOut: boolean
}

/** The conditions of one row of eligibility, by the names of their columns. */
type Conditions = ReadonlyMap<string, ConditionTest>

type Eligibility = PricingTables["eligibility"]

const rowsOf = (
  { definition, rows, tests }: Eligibility,
  offerId: number,
): ReadonlyArray<Conditions> => {
  const names = Object.keys(definition.inputs)
  return rows.flatMap((row, at) => {
    if (row.offerId !== String(offerId)) return []
    return [
      new Map(
        names.flatMap((name, index) => {
          const test = tests[at]?.[index]
          return test === undefined ? [] : [[name, test] as const]
        }),
      ),
    ]
  })
}

/** The highest number that a condition takes; null where there is none. */
const highest = (test: ConditionTest | undefined): number | null => {
  if (test?._tag !== "Within") return null
  const high = Math.max(...test.intervals.map((interval) => interval.high))
  return Number.isFinite(high) ? high : null
}

/** The lowest number that a condition takes; null where there is none. */
const lowest = (test: ConditionTest | undefined): number | null => {
  if (test?._tag !== "Within") return null
  const low = Math.min(...test.intervals.map((interval) => interval.low))
  return Number.isFinite(low) ? low : null
}

const takes = (test: ConditionTest | undefined, zone: PricingZone): boolean => {
  if (test?._tag === "AnyOf") return test.words.includes(zone)
  return test?._tag === "NoneOf" ? !test.words.includes(zone) : true
}

const isTrue = (test: ConditionTest | undefined): boolean => test?._tag === "Is" && test.value

const intentOf = (row: Conditions | undefined): string => {
  const intent = row?.get("intent")
  if (intent?._tag === "AnyOf") return intent.words[0] ?? "forTourism"
  return isTrue(row?.get("annual")) ? "annual" : "forTourism"
}

/** The widest of the limits of all rows: none where one row has none. */
const widest = (
  limits: ReadonlyArray<number | null>,
  wider: (...some: ReadonlyArray<number>) => number,
): number | null => {
  const known = limits.flatMap((limit) => limit ?? [])
  return limits.length === 0 || known.length < limits.length ? null : wider(...known)
}

/** Reads off a catalogue's eligibility for which trips and travellers an offer is sold. */
const saleTermsOf = (eligibility: Eligibility, offerId: number): SaleTerms => {
  const rows = rowsOf(eligibility, offerId)
  const zonesIn = (name: string) =>
    pricingZones.filter((zone) => rows.some((row) => takes(row.get(name), zone)))
  const limits = (name: string, read: typeof highest) => rows.map((row) => read(row.get(name)))
  return {
    intent: intentOf(rows[0]),
    isForGroups: (widest(limits("travellers", lowest), Math.min) ?? 0) > 1,
    zones: zonesIn("zone"),
    residenceZones: zonesIn("residence_zone"),
    daysMax: widest(limits("days", highest), Math.max),
    oldestAgeMax: widest(limits("oldest_age", highest), Math.max),
    youngestAgeMin: widest(limits("youngest_age", lowest), Math.min),
    leavesCountriesOut:
      rows.length > 0 &&
      rows.every((row) => {
        const excluded = row.get("excluded")
        return excluded?._tag === "Is" && !excluded.value
      }),
  }
}
