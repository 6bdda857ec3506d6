import * as Effect from "effect/Effect"
import { textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { html, type PageNode } from "../kit/html.ts"

/**
 * What search engines learn of the comparator. They list its first page alone, in each of its languages, and
 * that where the operator wants it; comparisons, choices and offers of travellers they never do.
 */
export interface ComparatorIndexing {
  /** Where the first page lies in its languages, for its head; undefined where none may list it. */
  readonly headOf: (language: string) => PageNode | undefined
  /** `/robots.txt`. */
  readonly robots: OpenRoute
}

/**
 * Prepares what search engines learn, by the setting of the operator.
 *
 * ```ts
 * import { prepareIndexing } from "../http/pages/compare/indexing.ts"
 *
 * const given = { baseUrl: "https://example.com", languages: ["en", "fr"] }
 * prepareIndexing({ ...given, mayIndex: false }).headOf("fr") // => undefined
 * ```
 */
export const prepareIndexing = ({
  baseUrl,
  languages,
  mayIndex,
}: IndexingParts): ComparatorIndexing => {
  const addressIn = (language: string): string => `${baseUrl}/compare?lang=${language}`
  const alternates = languages.map(
    (language) =>
      html`<link rel="alternate" hreflang=${codeOf(language)} href=${addressIn(language)} />`,
  )
  return {
    headOf: (language) =>
      mayIndex
        ? html`<link rel="canonical" href=${addressIn(language)} />
            ${alternates}
            <link rel="alternate" hreflang="x-default" href=${`${baseUrl}/compare`} />`
        : undefined,
    robots: {
      pattern: "/robots.txt",
      answer: () => Effect.succeed(textAnswer(200, "text/plain", robotsText(mayIndex), {})),
    },
  }
}

/** Where the comparator lies, in which languages, and whether search engines may list it. */
interface IndexingParts {
  readonly baseUrl: string
  readonly languages: ReadonlyArray<string>
  readonly mayIndex: boolean
}

/** Search engines know Norwegian by its written form. */
const codeOf = (language: string): string => (language === "no" ? "nb" : language)

/** The longest rule that fits an address decides. */
const robotsText = (mayIndex: boolean): string =>
  [
    "User-agent: *",
    ...(mayIndex ? ["Allow: /compare$", "Allow: /compare?lang="] : []),
    "Disallow: /compare",
    "Disallow: /funnel/",
    "Disallow: /r/",
    "",
  ].join("\n")
