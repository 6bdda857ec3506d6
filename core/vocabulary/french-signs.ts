/** What comes before a colon, inside of quotation marks and between a figure and its unit. */
export const nbsp = "\u00a0"

/** What comes before a semicolon, and before the mark of a question or a call. */
export const narrow = "\u202f"

/** A text in French quotation marks. */
export const inGuillemets = (text: string): string => `«${nbsp}${text}${nbsp}»`

/**
 * A figure of a cell as French writes it.
 *
 * ```ts
 * import { frenchFigure } from "../core/vocabulary/french-signs.ts"
 *
 * frenchFigure("30.05") // => "30,05"
 * frenchFigure("a.b") // => "a.b"
 * ```
 */
export const frenchFigure = (text: string): string =>
  decimalForm.test(text) ? text.replace(".", ",") : text

const decimalForm = /^-?\d+\.\d+$/
