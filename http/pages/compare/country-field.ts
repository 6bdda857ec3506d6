import { memo } from "../../../core/memory.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { type FieldParts, textField } from "./form-fields.ts"
import type { CompareSpeech } from "./speech.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { Tables } from "../../../rules/tables/index.ts"

/** The countries of a language: their names in its fields, and the list that they are found in. */
export interface ListedCountries {
  /** What stands in a field: the country's name, or what was typed where it is no country's letters. */
  readonly nameOf: (code: string) => string
  /** The list of all fields, in which some countries come first. */
  readonly list: (residence: CountryCode) => PageNode
}

/**
 * A field for a country: its name is typed, and found in the browser's own list, which every keyboard,
 * finger and screen reader knows. Without one, or in another spelling, what is typed is read all the same.
 */
export const countryField = ({
  code,
  countries,
  ...parts
}: Omit<FieldParts, "value"> & {
  readonly code: string
  readonly countries: ListedCountries
  readonly autocomplete: "country-name" | "off"
}): PageNode => {
  const value = countries.nameOf(code)
  return textField({ ...parts, value, list: listId, code: value === code ? undefined : code })
}

/** Prepares the countries of each language; those of a language are named and sorted once. */
export const prepareCountries = (tables: Tables): ((say: CompareSpeech) => ListedCountries) =>
  memo((say) => countriesIn(tables, say))

const listId = "countries"

interface Listed {
  readonly code: string
  readonly name: string
  readonly continent: string
}

const countriesIn = (
  { countries, neighbours, travellerSpeech }: Tables,
  say: CompareSpeech,
): ListedCountries => {
  const locale = travellerSpeech.get(say.language)?.locale ?? say.language
  const { compare } = new Intl.Collator(locale)
  const inShort = new Intl.DisplayNames(locale, { type: "region", style: "short" })
  const continents = new Intl.DisplayNames(locale, { type: "region" })
  const all = countries.rows.map(({ code, region }): Listed => {
    const name = say.country(code)
    return {
      code,
      // A comma parts countries.
      name: name.includes(",") ? (inShort.of(code) ?? name) : name,
      continent: continents.of(continentOf[region] ?? code) ?? "",
    }
  })
  const byCode = new Map(all.map((each) => [each.code, each]))
  const home = new Intl.Locale(locale).maximize().region ?? ""
  const sorted = all.toSorted(
    (left, right) => compare(left.continent, right.continent) || compare(left.name, right.name),
  )
  /** A country, those that border on it, those of its continent, and all others. */
  const around = (near: string): ReadonlyArray<Listed> => {
    const first = [near, ...(neighbours.get(near)?.neighbours ?? [])].flatMap(
      (code) => byCode.get(code) ?? [],
    )
    const continent = byCode.get(near)?.continent
    const isBeside = (each: Listed): boolean => each.continent === continent
    return [
      ...new Set([
        ...first,
        ...sorted.filter(isBeside),
        ...sorted.filter((each) => !isBeside(each)),
      ]),
    ]
  }
  return {
    nameOf: (code) => byCode.get(code)?.name ?? code,
    // Who lives nowhere yet probably lives where the page's language is at home.
    list: (residence) =>
      html`<datalist id=${listId}>
        ${around(byCode.has(residence) ? residence : home).map(
          ({ code, continent, name }) =>
            html`<option value=${name} data-code=${code} data-continent=${continent}></option>`,
        )}
      </datalist>`,
  }
}

/** Continents by the numbers that the United Nations give them, whose names Intl knows; no other region has one. */
const continentOf: Readonly<Record<string, string>> = {
  europe: "150",
  north_africa: "002",
  sub_saharan_africa: "002",
  north_america: "019",
  central_america: "019",
  caribbean: "019",
  south_america: "019",
  caucasus: "142",
  central_asia: "142",
  east_asia: "142",
  middle_east: "142",
  south_asia: "142",
  southeast_asia: "142",
  oceania: "009",
}
