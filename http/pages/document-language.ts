import Negotiator from "negotiator"
import { type DocumentLanguage, documentLanguages } from "../../rules/documents/covers.ts"

/** Longer headers are not read: no client means them, and they cost time. */
const headerLengthMax = 256

/**
 * The language of a document: what the address asks for by `lang`, else what the reader's client
 * prefers, else English.
 *
 * ```ts
 * import { documentLanguage } from "../http/pages/document-language.ts"
 *
 * documentLanguage("lang=fr", "en") // => "fr"
 * documentLanguage("", "fr-CA,fr;q=0.9,en;q=0.5") // => "fr"
 * documentLanguage("lang=xx", "it") // => "en"
 * ```
 */
export const documentLanguage = (query: string, acceptLanguage: string): DocumentLanguage => {
  const asked = new URLSearchParams(query).get("lang")
  const named = documentLanguages.find((language) => language === asked)
  if (named !== undefined) return named
  const header = acceptLanguage.length > headerLengthMax ? "" : acceptLanguage
  const [preferred] = new Negotiator({ headers: { "accept-language": header } }).languages([
    ...documentLanguages,
  ])
  return documentLanguages.find((language) => language === preferred) ?? "en"
}
