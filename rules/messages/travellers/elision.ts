import type { TravellerLanguage } from "./languages.ts"

/**
 * Joins words that a language runs together where a value follows them that begins with a vowel: `de` and a name
 * that is set in, `del` and a day of the month. What is written in texts has been joined already.
 *
 * ```ts
 * import { elided } from "../rules/messages/travellers/elision.ts"
 *
 * elided("fr", "les documents de Escapada Plus") // => "les documents d’Escapada Plus"
 * elided("fr", "une autre devise que EUR") // => "une autre devise que EUR"
 * elided("it", "ai cambi del 8 luglio 2027") // => "ai cambi dell’8 luglio 2027"
 * elided("it", "dal 18 luglio 2027") // => "dal 18 luglio 2027"
 * elided("en", "de Escapada") // => "de Escapada"
 * ```
 */
export const elided = (language: TravellerLanguage, text: string): string =>
  elisions
    .get(language)
    ?.reduce((said, { found, joined }) => said.replaceAll(found, joined), text) ?? text

/** What a language joins: which words before what, and what becomes of them. */
interface Elision {
  readonly found: RegExp
  readonly joined: string
}

/** A vowel that begins a word; a code of capital letters is spelled out, and stays apart. */
const vowel = "(?!\\p{Lu}{2})[aàâäeéèêëiîïoôöuùûüœæAÀÂÄEÉÈÊËIÎÏOÔÖUÙÛÜŒÆ]"

/** An Italian number that begins with a vowel: otto and what begins with it, undici. */
const vowelNumber = "(?=8(?!\\d)|8\\d(?!\\d)|8\\d\\d(?!\\d)|11(?!\\d))"

const elisions: ReadonlyMap<TravellerLanguage, ReadonlyArray<Elision>> = new Map([
  [
    "fr",
    [{ found: new RegExp(`(?<!\\p{L})([dD]|[qQ]u|[jJ]usqu)e (?=${vowel})`, "gu"), joined: "$1’" }],
  ],
  [
    "it",
    [
      {
        found: new RegExp(`(?<!\\p{L})([dD]e|[dD]a|[nN]e|[sS]u|[aA])l ${vowelNumber}`, "gu"),
        joined: "$1ll’",
      },
      { found: new RegExp(`(?<!\\p{L})il ${vowelNumber}`, "gu"), joined: "l’" },
    ],
  ],
])
