/**
 * The URL that a text is; undefined where it is none. It is what `URL.parse` does, which Node 20 lacks.
 *
 * ```ts
 * import { readUrl } from "../http/platform/read-url.ts"
 *
 * readUrl("https://rates.example/v1")?.host // => "rates.example"
 * readUrl("rates.example") // => undefined
 * ```
 */
export const readUrl = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined

/**
 * The text that a percent-encoded one stands for; undefined where it stands for none.
 *
 * ```ts
 * import { percentDecoded } from "../http/platform/read-url.ts"
 *
 * percentDecoded("caf%C3%A9") // => "café"
 * percentDecoded("%zz") // => undefined
 * ```
 */
export const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
