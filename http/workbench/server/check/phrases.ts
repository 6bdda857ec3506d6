import type { Sentence } from "../../protocol/check.ts"

/** What comes before a colon, a mark or a closing quote in French. */
export const nbsp = "\u00a0"

const decimal = /^-?\d+\.\d+$/

/**
 * A figure of a cell as French writes it.
 *
 * ```ts
 * import { frenchFigure } from "../http/workbench/server/check/phrases.ts"
 *
 * frenchFigure("30.05") // => "30,05"
 * frenchFigure("a.b") // => "a.b"
 * ```
 */
export const frenchFigure = (text: string): string =>
  decimal.test(text) ? text.replace(".", ",") : text

const cellCharactersMax = 60

const short = (text: string): string =>
  text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax - 1)}…` : text

/** A cell in quotes of its language; a long one is cut, an empty one said to be empty. */
export const quotedCell = (text: string): Sentence =>
  text === ""
    ? { en: "nothing", fr: "rien" }
    : { en: `“${short(text)}”`, fr: `«${nbsp}${frenchFigure(short(text))}${nbsp}»` }

/** A count with its noun in French, which is in the singular for 0 and 1. */
export const compte = (count: number, noun: string): string =>
  `${count} ${noun}${count < 2 ? "" : "s"}`

/** Lines as a list: `rows 4, 5 and 9`. */
export const rowsText = (lines: ReadonlyArray<number>): Sentence => {
  const shown = lines.slice(0, 6).map(String)
  const rest = lines.length - shown.length
  const parts = (more: (count: number) => string): ReadonlyArray<string> =>
    rest > 0 ? [...shown, more(rest)] : shown
  const list = (items: ReadonlyArray<string>, and: string): string =>
    items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1)}`
  return {
    en: `${lines.length === 1 ? "row" : "rows"} ${list(
      parts((count) => `${count} more`),
      "and",
    )}`,
    fr: `${lines.length === 1 ? "la ligne" : "les lignes"} ${list(
      parts((count) => `${count} autres`),
      "et",
    )}`,
  }
}

/** Basis points as a percentage. */
export const percentText = (bps: number): Sentence => {
  const figure = String(Number((bps / 100).toFixed(2)))
  return { en: `${figure}${nbsp}%`, fr: `${frenchFigure(figure)}${nbsp}%` }
}
