import Negotiator from "negotiator"
import { type DocumentLanguage, documentLanguages } from "../../rules/documents/covers.ts"

/** Longer headers are not read: no client means them, and they cost time. */
const headerLengthMax = 256

/**
 * The language of a page out of those that it exists in: what the address asks for by `lang`, else
 * what the reader's client prefers, else English.
 *
 * ```ts
 * import { preferredLanguage } from "../http/pages/preferences.ts"
 *
 * preferredLanguage(["en", "de"], "lang=de", "en") // => "de"
 * preferredLanguage(["en", "de"], "", "de-CH,de;q=0.9,en;q=0.5") // => "de"
 * preferredLanguage(["en", "de"], "lang=xx", "it") // => "en"
 * preferredLanguage(["en", "no"], "", "nb-NO,nb;q=0.9") // => "no"
 * ```
 */
export const preferredLanguage = <Language extends string>(
  languages: ReadonlyArray<Language | "en">,
  query: string,
  acceptLanguage: string,
): Language | "en" => {
  const asked = new URLSearchParams(query).get("lang")
  const named = languages.find((language) => language === asked)
  if (named !== undefined) return named
  // Browsers name the two written forms of Norwegian, pages the language.
  const header =
    acceptLanguage.length > headerLengthMax ? "" : acceptLanguage.replaceAll(/\bn[bn]\b/gi, "no")
  const [preferred] = new Negotiator({ headers: { "accept-language": header } }).languages([
    ...languages,
  ])
  return languages.find((language) => language === preferred) ?? "en"
}

/**
 * The language of a document: what the address asks for by `lang`, else what the reader's client
 * prefers, else English.
 *
 * ```ts
 * import { documentLanguage } from "../http/pages/preferences.ts"
 *
 * documentLanguage("lang=fr", "en") // => "fr"
 * documentLanguage("", "fr-CA,fr;q=0.9,en;q=0.5") // => "fr"
 * documentLanguage("lang=xx", "it") // => "en"
 * ```
 */
export const documentLanguage = (query: string, acceptLanguage: string): DocumentLanguage =>
  preferredLanguage(documentLanguages, query, acceptLanguage)

/**
 * The type of body that a client prefers by its `Accept`, which may be missing, out of those that there
 * are; the first of them where it has no preference.
 *
 * ```ts
 * import { preferredType } from "../http/pages/preferences.ts"
 *
 * const types = ["text/html", "application/json"] as const
 * preferredType(types, "text/html,application/xhtml+xml,application/xml;q=0.9") // => "text/html"
 * preferredType(types, "application/json") // => "application/json"
 * preferredType(types, "application/json;q=0.5, text/html") // => "text/html"
 * preferredType(types, "") // => "text/html"
 * ```
 */
export const preferredType = <Type extends string>(
  types: readonly [Type, ...ReadonlyArray<Type>],
  accept: string,
): Type => {
  const header = accept === "" || accept.length > headerLengthMax ? "*/*" : accept
  const [preferred] = new Negotiator({ headers: { accept: header } }).mediaTypes([...types])
  return types.find((type) => type === preferred) ?? types[0]
}
