import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { coverOf } from "../card/products.ts"
import type { CardPlace } from "../card/resolve-card.ts"
import type { CoachPieces } from "../coach-pieces.ts"
import type { Demand } from "../formalities.ts"
import type { BilanRequest } from "../request.ts"
import type { BilanResponse } from "../response.ts"
import type { MarketRow } from "../tables/index.ts"
import type { FoundWarning } from "../travel-warning.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"

/** One bilan under explanation: what was asked, what was found on the way, and the answer. */
export interface BilanCase {
  readonly pieces: CoachPieces
  readonly request: BilanRequest
  readonly market: MarketRow
  readonly place: CardPlace
  readonly situation: BilanSituation
  /** The warning against the trip, with the advice that gives it. */
  readonly warning: FoundWarning | null
  readonly answer: BilanResponse
}

/** Cites that a destination is home, or a territory with the same cover; nothing for one abroad. */
export const homeReasons = (
  { pieces, request: { residence } }: BilanCase,
  destination: string,
): ReadonlyArray<Reason> => {
  const { domestic, territories } = pieces.tables
  const home = pieces.homePlaces.homeRow(residence, destination)
  if (home !== undefined) {
    const says = `${residence} is home: the usual cover (${home.plan}) holds, ${home.extent}`
    return [citeRow(domestic, home, says, "extent")]
  }
  const territory = pieces.homePlaces.territoryRow(residence, destination)
  if (territory === undefined) return []
  const says = `the cover of ${residence} holds in ${destination}, ${territory.extent}`
  return [citeRow(territories, territory, says, "extent")]
}

/** Cites what makes a trip one inside home, or to its territories; nothing for a trip abroad. */
export const reachReasons = (bilan: BilanCase): ReadonlyArray<Reason> =>
  bilan.situation.reach.kind === "abroad"
    ? []
    : bilan.request.destinations.flatMap((code) => homeReasons(bilan, code))

/** Cites what each destination has for sports. */
export const sportsReasons = ({ pieces, request }: BilanCase): ReadonlyArray<Reason> => {
  const { destinationSports } = pieces.tables
  return request.destinations.map((code) => {
    const row = destinationSports.get(code)
    const has = `${row?.snow === true ? "snow" : "no snow"}, ${row?.sea === true ? "sea" : "no sea"}`
    return citeRow(destinationSports, row, `${code}: ${row === undefined ? "not known" : has}`)
  })
}

/** Cites the advice that warns of the trip, where the tables have it, and what makes it stale. */
export const warningReasons = ({ pieces, warning }: BilanCase): ReadonlyArray<Reason> => {
  if (warning === null) return []
  const { limits, travelWarnings } = pieces.tables
  const { advice } = warning
  const { asOf, country, issuer, level } = advice
  const row = travelWarnings.rows.find((each) => each === advice)
  const days = limits.get("travel_warning_stale_days")
  return [
    ...(row === undefined
      ? []
      : [
          citeRow(
            travelWarnings,
            row,
            `${issuer}, ${asOf}: level ${level} for ${country}`,
            "level",
          ),
        ]),
    citeRow(limits, days, `older than ${days?.value ?? 0} days, it may have changed`, "value"),
  ]
}

/** What a card holds for a guarantee, in words: `value 155000`, `not_available`. */
export const coverText = (bilan: BilanCase, slug: string): string => {
  const { state, value } = coverOf(bilan.situation.card.product, slug)
  return value === null ? state : `${state} ${value}`
}

/** Cites what the card holds for a guarantee; nothing where there is no card to hold it. */
export const coverReason = (
  bilan: BilanCase,
  slug: string,
  says?: string,
  column?: string,
): ReadonlyArray<Reason> => {
  const { coachBenefits } = bilan.pieces.tables
  const { country, name } = bilan.situation.card.product
  if (country === null) return []
  const row = coachBenefits.get(country, name, slug)
  const held = row === undefined ? "not listed, so not known" : (says ?? coverText(bilan, slug))
  return [citeRow(coachBenefits, row, `${name} ${slug}: ${held}`, column)]
}

/** Cites the name of a country in the language of the market. */
export const countryNameReason = (
  { market, pieces, situation }: BilanCase,
  code: string,
): Reason => {
  const { places } = pieces.tables
  const row = places.get(code)
  const says = row === undefined ? "has no name here" : `is ${situation.countryName(code)}`
  const column = `name_${writtenLanguage(market.language)}`
  return citeRow(places, row, `${code} ${says}`, column)
}

/** Cites the name of the destination that sets the medical target. */
export const destinationNameReason = (bilan: BilanCase): Reason =>
  countryNameReason(bilan, bilan.situation.destination)

/** Cites what a sentence calls the place where the traveller goes. */
export const inPlaceReason = ({ market, pieces, situation }: BilanCase): Reason => {
  const { places } = pieces.tables
  const { destination } = situation
  const row = places.get(destination)
  const language = writtenLanguage(market.language)
  const says = row === undefined ? "has no name here" : { en: row.inEn, fr: row.inFr }[language]
  return citeRow(places, row, `${destination}: ${says}`, `in_${language}`)
}

/** Cites a demand: the destination's rule, how it is read for this traveller, and the visa it comes with. */
export const demandReasons = (bilan: BilanCase, demand: Demand): ReadonlyArray<Reason> => {
  const { formalityRules } = bilan.pieces.tables
  const reading = formalityRules.rows.find(({ line }) => line === demand.line)
  return [
    ...ruleReason(bilan, demand),
    citeHit(formalityRules, demand, reading?.why ?? "reads the rule so", "demand"),
    ...(reading?.demand === "visa" ? visaReasons(bilan, demand) : []),
  ]
}

/** The destination's rule, where the tables have it: another source's rules stand in no file. */
const ruleReason = ({ pieces }: BilanCase, demand: Demand): ReadonlyArray<Reason> => {
  const { formalities } = pieces.tables
  const row = formalities.rows.find((each) => each === demand.rule)
  return row === undefined ? [] : [citeRow(formalities, row, askedText(demand), "requirement")]
}

/** What a demand asks for, in words: `GE asks for mandatory_medical, 30000 GEL`. */
const askedText = ({ amount, currency, destination, rule }: Demand): string =>
  `${destination} asks for ${rule.requirement}${amount === null ? "" : `, ${amount} ${currency}`}`

/** The visa that the passport needs there, and the area that it is for. */
const visaReasons = (
  { pieces, request: { residence } }: BilanCase,
  { destination }: Demand,
): ReadonlyArray<Reason> => {
  const { countries, visaObligations } = pieces.tables
  const visa = pieces.tableRules.visaRow(residence, destination)
  if (visa === undefined) return []
  const { destinationArea: area, requirement } = visa
  const says = `a passport of ${residence} needs ${requirement} for ${area}`
  const country = countries.get(destination)
  return [
    citeRow(visaObligations, visa, says, "requirement"),
    ...(area === destination
      ? []
      : [citeRow(countries, country, `${destination} is part of ${area}`, area)]),
  ]
}
