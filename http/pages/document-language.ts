import { type DocumentLanguage, documentLanguages } from "../../rules/documents/covers.ts"
import { preferredLanguage } from "./preferred-language.ts"

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
export const documentLanguage = (query: string, acceptLanguage: string): DocumentLanguage =>
  preferredLanguage(documentLanguages, query, acceptLanguage)
