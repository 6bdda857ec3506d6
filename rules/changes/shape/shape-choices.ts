import type { Decision } from "../../../core/table/decision.ts"
import type { NamedChoice, OfferOption, ShapeChoices, ShapedCatalogue } from "./shape-view.ts"
import { shapedCatalogues } from "./shape-view.ts"
import type { ShapedVersion, ShapedVersions } from "./shape-versions.ts"

type RowTexts = Pick<Decision, "definition" | "fields">

/** The rows of a table that a word of a column picks, as texts. */
const rowsOf = (table: RowTexts | undefined, column: string, word: string | null): string => {
  if (table === undefined || word === null) return ""
  const place = Object.keys(table.definition.inputs).indexOf(column)
  return JSON.stringify(
    table.fields.flatMap((fields) =>
      fields[place]?.text.split("|").includes(word) === true
        ? [fields.map(({ text }) => text)]
        : [],
    ),
  )
}

/** What the premiums of an offer are read from, as one text. */
const textOf = (version: ShapedVersion, catalogue: ShapedCatalogue, offerId: string): string => {
  const { offers, tables } = version.offersOf(catalogue)
  const row = offers.get(offerId)?.row
  if (row === undefined) return ""
  const { denominator, numerator } = row.minimumPremium
  return [
    rowsOf(tables.tariffs, "tariff", row.tariff),
    rowsOf(tables.ageFactors, "age_scale", row.ageScale ?? null),
    rowsOf(tables.surcharges, "offer_id", offerId),
    `${row.tariff} ${row.ageScale} ${row.currency} ${numerator}/${denominator}`,
  ].join("\n")
}

/** An offer as the page chooses it; undefined for one that its insurer rates itself. */
export const offerChoice = (
  { after, before }: ShapedVersions,
  catalogue: ShapedCatalogue,
  key: string,
): OfferOption | undefined => {
  const offer = after.offersOf(catalogue).offers.get(key)
  if (offer === undefined || offer.row.tariff === null) return undefined
  const { currency, name, offerId, plan, tariff } = offer.row
  return {
    catalogue,
    offerId,
    name: name === plan ? name : `${name} ${plan}`,
    insurer: offer.insurer.name,
    tariff,
    currency,
    isChanged: textOf(before, catalogue, key) !== textOf(after, catalogue, key),
  }
}

/** A country with its names. */
export const placeChoice = ({ tables }: ShapedVersion, code: string): NamedChoice => {
  const row = tables.countries.get(code)
  return { code, name: { en: row?.nameEn ?? code, fr: row?.nameFr ?? code } }
}

/** What pictures can be drawn of. */
export const shapeChoices = (versions: ShapedVersions): ShapeChoices => {
  const { after } = versions
  const { coachCards, coachMarkets, countries } = after.tables
  const banks = new Map(
    coachCards.rows.map(({ bank, country }) => [`${country} ${bank}`, { country, bank }]),
  )
  return {
    offers: shapedCatalogues.flatMap((catalogue) =>
      [...after.offersOf(catalogue).offers.keys()].flatMap((key) => {
        const choice = offerChoice(versions, catalogue, key)
        return choice === undefined ? [] : [choice]
      }),
    ),
    places: countries.rows.map(({ code }) => placeChoice(after, code)),
    banks: [...banks.values()],
    residence:
      coachMarkets.rows.flatMap(({ residences }) => residences)[0] ?? countries.rows[0]?.code ?? "",
  }
}
