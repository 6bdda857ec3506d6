import * as Effect from "effect/Effect"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { PageLanguage } from "./shell.ts"

/** How a reader asked for a page: the language, and links that keep it. */
export interface PageReading {
  readonly language: DocumentLanguage
  /** Whether the address names the language, so that links go on naming it. */
  readonly isNamed: boolean
  /** A link within the pages: in the language that the address names, else in the reader's own. */
  readonly href: (path: string) => string
}

const withLanguage = (path: string, language: string): string => {
  const [address = "", ...fragment] = path.split("#")
  const query = `${address}${address.includes("?") ? "&" : "?"}lang=${language}`
  return fragment.length === 0 ? query : `${query}#${fragment.join("#")}`
}

/**
 * A reading in a language.
 *
 * ```ts
 * import { readingIn } from "../http/pages/kit/reading.ts"
 *
 * readingIn("fr", true).href("/docs?a=b#sign") // => "/docs?a=b&lang=fr#sign"
 * readingIn("fr", false).href("/docs#sign") // => "/docs#sign"
 * ```
 */
export const readingIn = (language: DocumentLanguage, isNamed: boolean): PageReading => ({
  language,
  isNamed,
  href: (path) => (isNamed ? withLanguage(path, language) : path),
})

/** How a call asks: by `lang` of its address, else by what its reader's browser prefers. */
export const readingOf = ({ headerValues, query }: IncomingCall): Effect.Effect<PageReading> =>
  // Reading preferences is loaded on first use, so that a server starts sooner.
  Effect.promise(async () => {
    const { documentLanguage } = await import("../preferences.ts")
    const language = documentLanguage(query, headerValues("accept-language").join(","))
    return readingIn(language, new URLSearchParams(query).get("lang") === language)
  })

const markdownType = "text/markdown"

/** Whether a call asks for Markdown rather than for a page: only one that names it does. */
export const prefersMarkdown = async ({
  headerValues,
}: Pick<IncomingCall, "headerValues">): Promise<boolean> => {
  const accept = headerValues("accept").join(",")
  if (!accept.includes(markdownType)) return false
  const { preferredType } = await import("../preferences.ts")
  return preferredType(["text/html", markdownType], accept) === markdownType
}

/** The languages that a page can be read in, for the switch. */
export const pageLanguages = (path: string): ReadonlyArray<PageLanguage> => [
  { language: "en", label: "EN", href: withLanguage(path, "en") },
  { language: "fr", label: "FR", href: withLanguage(path, "fr") },
]
