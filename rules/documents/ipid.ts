import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import { makePrint, type Print } from "../messages/print.ts"
import type { OfferRow, PricingTables } from "../pricing/pricing-tables.ts"
import { pricingZones } from "../pricing/zone.ts"
import type { DocumentTables, IpidIcon, IpidMark, IpidSectionWord } from "./document-tables.ts"
import { type SaleTerms, saleTermsOf } from "./sale-terms.ts"

/** The languages that documents exist in. */
export const documentLanguages = ["en", "fr"] as const

/** A language that documents exist in. */
export type DocumentLanguage = (typeof documentLanguages)[number]

/** One line of a section. */
export interface IpidLine {
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

/** The parts of a document that the tables give for every offer in one language. */
interface Speech {
  readonly language: DocumentLanguage
  readonly print: Print
  readonly tables: DocumentTables
}

const coverText = (
  { language, print, tables }: Speech,
  { guaranteeCurrency }: OfferRow,
  { slug, state, value }: GuaranteeLine,
): string => {
  const name = tables.messageGuarantees.get(slug)?.[language] ?? slug
  const words = tables.coverWords.get(state)?.[language] ?? ""
  const digits = tables.currencies.get(guaranteeCurrency)?.minorUnits ?? 0
  const amount =
    value === null
      ? ""
      : (print.money(minorToNumber(rationalToMinor(value, digits), digits), guaranteeCurrency) ??
        `${guaranteeCurrency} ${minorToNumber(rationalToMinor(value, digits), digits)}`)
  const colon = language === "fr" ? "\u00A0: " : ": "
  return `${name}${colon}${words.replace("{amount}", amount)}`
}

const optionWords: Readonly<Record<DocumentLanguage, string>> = {
  en: " (option)",
  fr: " (en option)",
}

const insured = (
  speech: Speech,
  offer: OfferRow,
  covers: ReadonlyArray<GuaranteeLine>,
): ReadonlyArray<IpidLine> =>
  covers
    .filter(({ state }) => state !== "not_available")
    .sort((left, right) => Number(left.option !== null) - Number(right.option !== null))
    .map((cover) => {
      const text = coverText(speech, offer, cover)
      return cover.option === null
        ? line(text)
        : { text: `${text}${optionWords[speech.language]}`, optional: true }
    })

const notInsured = (
  { language, tables }: Speech,
  covers: ReadonlyArray<GuaranteeLine>,
): ReadonlyArray<IpidLine> =>
  covers
    .filter(({ state }) => state === "not_available")
    .map(({ slug }) => line(tables.messageGuarantees.get(slug)?.[language] ?? slug))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const where = ({ language, tables }: Speech, { zones }: SaleTerms): ReadonlyArray<IpidLine> =>
  pricingZones
    .filter((zone) => zones.includes(zone))
    .map((zone) => line(capital(tables.zoneWords.get(zone)?.[language] ?? zone)))

const placeholder = /\{(\w+)\}/g

const countryNames = (
  { language, print, tables }: Speech,
  countries: ReadonlyArray<string>,
): string => {
  const names = countries.flatMap((code) => {
    const country = tables.countries.get(code)
    return country === undefined ? [] : [language === "fr" ? country.nameFr : country.nameEn]
  })
  return print.list(names.sort(new Intl.Collator(language).compare))
}

const declared = (
  speech: Speech,
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
  const speech: Speech = { language, tables, print: makePrint(language === "fr" ? "fr-FR" : "en") }
  const covers = catalogue.linesOf(offer)
  const sale = saleTermsOf(catalogue.eligibility, offer.offerId)
  const written = declared(speech, catalogue, offer, sale, sportsOf(covers))
  const own: Partial<Record<IpidSectionWord, ReadonlyArray<IpidLine>>> = {
    insured: insured(speech, offer, covers),
    not_insured: notInsured(speech, covers),
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
