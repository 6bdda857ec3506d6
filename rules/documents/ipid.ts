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
import { type SaleTerms, saleTermsOf } from "../pricing/sale-terms.ts"
import { pricingZones } from "../pricing/zone.ts"

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
