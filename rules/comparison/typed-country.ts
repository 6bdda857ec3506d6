import { once } from "../../core/memory.ts"
import { nearWords } from "../../core/table/nearest.ts"
import { type TravellerLanguage, travellerLanguages } from "../messages/travellers/languages.ts"
import type { Tables } from "../tables/index.ts"

/** What was typed for a country: the country that is meant, or those that may be meant. */
export type TypedCountry =
  | { readonly _tag: "Country"; readonly code: string }
  | {
      readonly _tag: "Unknown"
      /** Those that may be meant, sought when they are asked for: what was typed meets every name there is. */
      readonly near: ReadonlyArray<string>
    }

/** Reads what a traveller has typed for a country. */
export type ReadCountry = (typed: string) => TypedCountry

/** The tables that countries are read by. */
type CountryTables = Pick<Tables, "countries" | "countryNames" | "travellerSpeech">

/**
 * Prepares reading countries as people of a language type them: by their name in that language or in any
 * other that pages speak, by a name that people have for them, or by their letters. Case, accents and
 * signs do not count. What could be several countries, or is a slip, is never guessed: those that may be
 * meant are told, the likeliest first.
 */
export const prepareReadCountry = (
  tables: CountryTables,
): ((language: TravellerLanguage) => ReadCountry) => {
  const everywhere = once(() => namesEverywhere(tables))
  const others = once(
    () => new Map(tables.countryNames.rows.map(({ code, name }) => [folded(name), code])),
  )
  const letters = new Map(
    tables.countries.rows.flatMap(({ alpha3, code }) => [
      [code, code],
      [alpha3, code],
    ]),
  )
  return (language) => {
    const own = once(() => namesIn(tables, language))
    return (typed) => {
      const written = folded(typed)
      // Every first page has an empty field: it is no reason to learn all names.
      if (written === "") return { _tag: "Unknown", near: [] }
      const named =
        letters.get(typed.trim().toUpperCase()) ?? own().get(written) ?? others().get(written)
      if (named !== undefined) return { _tag: "Country", code: named }
      const elsewhere = everywhere().get(written)
      if (elsewhere === undefined) {
        const near = once(() => nearCountries(written, own(), everywhere()))
        return {
          _tag: "Unknown",
          get near() {
            return near()
          },
        }
      }
      // “Congo” is a name of one country, and how the names of two begin.
      const meant = [...new Set([...elsewhere, ...begun(written, own())])]
      const [first] = meant
      return first !== undefined && meant.length === 1
        ? { _tag: "Country", code: first }
        : { _tag: "Unknown", near: meant.slice(0, nearMax) }
    }
  }
}

/**
 * What of a country's name counts: its letters, without case, accents and signs, and without the words
 * that join or lead.
 *
 * ```ts
 * import { folded } from "../rules/comparison/typed-country.ts"
 *
 * folded("  les ÉTATS-unis ") // => "etats unis"
 * folded("Bosnia & Herzegovina") // => "bosnia herzegovina"
 * folded("Türkiye") // => "turkiye"
 * folded("U.S.A.") // => "usa"
 * ```
 */
export const folded = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[\p{M}.'’]/gu, (sign) => (sign === "'" || sign === "’" ? " " : ""))
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßøđłæœħðþı]/gu, (letter) => plainLetters[letter] ?? letter)
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  const counting = words.filter((word) => !smallWords.has(word))
  return (counting.length === 0 ? words : counting).join(" ")
}

/** So many countries are asked about: who means another one types more of its name. */
const nearMax = 4

const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  đ: "d",
  ł: "l",
  æ: "ae",
  œ: "oe",
  ħ: "h",
  ð: "d",
  þ: "th",
  ı: "i",
}

const smallWords: ReadonlySet<string> = new Set(
  "and & the et und y e i och og en ja ir la le les l los las die der das de het il lo gli".split(
    " ",
  ),
)

/** Abbreviations of one letter name nothing. */
const nameLettersMin = 2

/** The names of countries in a language, long and short ones, by what counts of them. */
const namesIn = (
  { countries, travellerSpeech }: CountryTables,
  language: TravellerLanguage,
): ReadonlyMap<string, string> => {
  const locale = travellerSpeech.get(language)?.locale ?? language
  const names = new Map<string, string>()
  for (const style of ["long", "short"] as const) {
    const regions = new Intl.DisplayNames(locale, { type: "region", style })
    for (const { code } of countries.rows) {
      const name = folded(regions.of(code) ?? code)
      if (name.length >= nameLettersMin && !names.has(name)) names.set(name, code)
    }
  }
  return names
}

/** The countries of each name in any language, and of those that people have for them. */
const namesEverywhere = (tables: CountryTables): ReadonlyMap<string, ReadonlyArray<string>> => {
  const codes = new Map<string, ReadonlyArray<string>>()
  const add = (name: string, code: string): void => {
    const known = codes.get(name) ?? []
    if (!known.includes(code)) codes.set(name, [...known, code])
  }
  for (const language of travellerLanguages) {
    for (const [name, code] of namesIn(tables, language)) add(name, code)
  }
  for (const { code, nameEn, nameFr } of tables.countries.rows) {
    add(folded(nameEn), code)
    add(folded(nameFr), code)
  }
  for (const { code, name } of tables.countryNames.rows) add(folded(name), code)
  return codes
}

/** Fewer letters begin too many names, and slips of short names are other names. */
const startLettersMin = 3

const editsFor = (written: string): number | undefined => {
  if (written.length <= startLettersMin) return 0
  return written.length <= 5 ? 1 : undefined
}

/** The countries with names that begin with what was typed, or that fit it in another way. */
const begun = (
  written: string,
  names: ReadonlyMap<string, string | ReadonlyArray<string>>,
  fits = (name: string): boolean => name.startsWith(written),
): ReadonlyArray<string> =>
  written.length < startLettersMin
    ? []
    : [...names].flatMap(([name, codes]) => (fits(name) ? codes : []))

/** Countries with names, or words of names, that begin with what was typed; else those of which it may be a slip. */
const nearCountries = (
  written: string,
  own: ReadonlyMap<string, string>,
  everywhere: ReadonlyMap<string, ReadonlyArray<string>>,
): ReadonlyArray<string> => {
  const few = (codes: ReadonlyArray<string>) => [...new Set(codes)].slice(0, nearMax)
  const beginning = [
    ...begun(written, own),
    ...begun(written, own, (name) => name.includes(` ${written}`)),
  ]
  // Who typed the beginning of a name made no slip, in whatever language.
  if (beginning.length > 0) return few(beginning)
  const elsewhere = begun(written, everywhere)
  if (elsewhere.length > 0) return few(elsewhere)
  const edits = editsFor(written)
  const slips = (names: Iterable<string>) => nearWords(written, names, edits)
  return few([
    ...slips(own.keys()).flatMap((name) => own.get(name) ?? []),
    ...slips(everywhere.keys()).flatMap((name) => everywhere.get(name) ?? []),
  ])
}
