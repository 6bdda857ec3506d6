import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import type { PrintedReading } from "../../../../rules/guarantees/printed/read-printed.ts"
import { pricingZones } from "../../../../rules/pricing/zone.ts"
import type { CatalogueOfferRow } from "../../../../rules/pricing/tables/catalogue.ts"
import { shippedTables } from "../../../support/tables.ts"

const { catalogueEligibility, catalogueGuarantees, catalogueHighlights } = shippedTables
const { catalogueInsurers, catalogueOffers, catalogueZones } = shippedTables

/** The offers of the catalogue. */
export const offers = catalogueOffers.rows

/** The insurer of an offer. */
export const insurerOf = ({ insurer }: CatalogueOfferRow) => {
  const row = catalogueInsurers.get(insurer)
  if (row === undefined) throw new Error(`no insurer ${insurer}`)
  return row
}

/** Whether an offer is rated from the tariff tables. */
export const isTariff = (offer: CatalogueOfferRow): boolean => insurerOf(offer).adapter === "tariff"

/** The sixteen trip types. */
export const intents = shippedTables.intents.rows.filter(({ aliasOf }) => aliasOf === null)

/** The facts that eligibility is asked with. */
export type Facts = Parameters<typeof catalogueEligibility.evaluate>[0]

const zones = new Map(catalogueZones.rows.map(({ country, zone }) => [country, zone]))

/** The zone of a country. */
export const zoneOf = (country: string) => zones.get(country) ?? "world"

/** An adult of 25 from France for ten days in Europe, changed as asked. */
export const factsOf = (changes: Partial<Facts>): Facts => ({
  intent: "forTourism",
  residence: "FR",
  residenceZone: zoneOf(changes.residence ?? "FR"),
  zone: "europe",
  domestic: false,
  excluded: false,
  allSchengen: changes.intent === "schengenArea" && (changes.zone ?? "europe") === "europe",
  days: 10,
  travellers: 1,
  annual: intents.some(({ forcesAnnual, intent }) => forcesAnnual && intent === changes.intent),
  cancellation: false,
  extremeSports: false,
  youngestAge: 25,
  oldestAge: 25,
  ...changes,
})

const byId = new Map(offers.map((offer) => [String(offer.offerId), offer]))

/** The offers that match a trip, those sold by redirect too, by the size of its party alone. */
export const matching = (facts: Facts): ReadonlyArray<CatalogueOfferRow> => {
  const ids = new Set(catalogueEligibility.evaluate(facts).map(({ offerId }) => offerId))
  return [...ids].flatMap((id) => byId.get(id) ?? [])
}

/** The most travellers that are no group. */
export const individualsMax = Number(shippedTables.limits.get("individual_travellers_max")?.value)

/** Whether a group product that is sold and rated here takes a party. */
export const isGroup = (facts: Facts): boolean => {
  const ofTen = matching({ ...facts, travellers: individualsMax })
  return (
    facts.travellers > individualsMax &&
    matching(facts).some(
      (offer) => !offer.soldByRedirect && isTariff(offer) && !ofTen.includes(offer),
    )
  )
}

/** How many insurers would answer a trip, and how many of them from tariffs: a large party as one of ten, too, where it is no group. */
export const serving = (facts: Facts): { readonly insurers: number; readonly tariff: number } => {
  const asOne =
    facts.travellers > individualsMax && !isGroup(facts)
      ? matching({ ...facts, travellers: individualsMax })
      : []
  const sold = [...matching(facts), ...asOne].filter(({ soldByRedirect }) => !soldByRedirect)
  const count = (some: ReadonlyArray<CatalogueOfferRow>): number =>
    new Set(some.map(({ insurer }) => insurer)).size
  return { insurers: count(sold), tariff: count(sold.filter(isTariff)) }
}

const candidates = (): ReadonlyArray<Facts> =>
  intents.flatMap(({ forcesAnnual, intent }) =>
    ["FR", "GB", "US", "CA", "SG", "IN"].flatMap((residence) =>
      [1, 11].flatMap((travellers) =>
        [forcesAnnual, true].flatMap((annual) =>
          pricingZones.flatMap((zone) =>
            [false, true].map((allSchengen) =>
              factsOf({ intent, residence, travellers, annual, zone, allSchengen, days: 2 }),
            ),
          ),
        ),
      ),
    ),
  )

const witnesses = new Map<number, Facts>()
for (const facts of candidates()) {
  for (const { offerId } of matching(facts)) {
    if (!witnesses.has(offerId)) witnesses.set(offerId, facts)
  }
}

/** Some trip that an offer matches. */
export const witnessOf = ({ offerId }: CatalogueOfferRow): Facts => {
  const facts = witnesses.get(offerId)
  if (facts === undefined) throw new Error(`no trip matches ${offerId}`)
  return facts
}

/** Whether an offer matches a trip. */
export const matches = (offer: CatalogueOfferRow, facts: Facts): boolean =>
  matching(facts).includes(offer)

const readPrinted = prepareReadPrinted(shippedTables)

/** A printed line of an offer and what it says. */
export interface ReadLine extends PrintedReading {
  readonly slug: string
  readonly printed: string
  readonly option: "cancellation" | "extreme_sports" | null
}

const printedLines = Map.groupBy(catalogueGuarantees.rows, ({ offerId }) => offerId)

/** The guarantee lines of an offer as they are read. */
export const linesOf = (offer: CatalogueOfferRow): ReadonlyArray<ReadLine> =>
  (printedLines.get(String(offer.offerId)) ?? []).map(({ option, printed, slug }) => ({
    slug,
    printed,
    option,
    ...readPrinted(printed, {
      language: insurerOf(offer).language,
      currency: offer.guaranteeCurrency,
    }),
  }))

/** The highlights of an offer of one kind, in the order shown. */
export const highlightsOf = (
  offer: CatalogueOfferRow,
  kind: "included" | "excluded",
): ReadonlyArray<(typeof catalogueHighlights.rows)[number]> =>
  catalogueHighlights.rows.filter(
    (row) => row.offerId === String(offer.offerId) && row.kind === kind,
  )
