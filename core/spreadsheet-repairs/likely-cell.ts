import { plainDays, plainMonths } from "./plain-days.ts"
import { plainNumbers, shifted } from "./plain-numbers.ts"

/** How else a cell could be written, and the habit that it was written by. */
export interface LikelyCell {
  /** What to write: one text, or several that it could mean. */
  readonly write: ReadonlyArray<string>
  /** The habit in the plural: `decimal commas`. */
  readonly habit: string
  /** Whether nothing is lost by writing it so: a number may have been rounded, a word guessed. */
  readonly isSure: boolean
}

/** What is known of the column in which a cell stands. */
export interface CellPlace {
  readonly accepts: (cell: string) => boolean
  readonly unit?: string | undefined
}

interface Habit {
  readonly name: string
  readonly isSure: boolean
  /** What a cell would be without the habit. */
  readonly rewrite: (cell: string, unit: string) => ReadonlyArray<string>
}

const signs: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "=<": "<=", "=>": ">=" }

const compared = (cell: string): ReadonlyArray<string> => {
  const [, sign = "", figure = ""] = /^\s*(<=|>=|=<|=>|[≤≥<>])\s*(.+)$/.exec(cell) ?? []
  return plainNumbers(figure).map((number) => `${signs[sign] ?? sign}${number}`)
}

const orMore = (cell: string): ReadonlyArray<string> => {
  const [, figure = ""] = /^(.*\d)\s*(?:\+|ans et plus|et plus|and over|or more)$/.exec(cell) ?? []
  return plainNumbers(figure).map((number) => `>=${number}`)
}

const range = /^(?:de |from )?([\d.,\s]*\d)\s*(?:-|–|—|\.\.|à|to|bis)\s*([\d.,\s]*\d)$/

const between = (cell: string): ReadonlyArray<string> => {
  const inside = cell.trim().replace(/^\[(.*)\]$/, "$1")
  const [, from = "", to = ""] = range.exec(inside) ?? []
  return plainNumbers(from).flatMap((low) => plainNumbers(to).map((high) => `[${low}..${high}]`))
}

const percent = (cell: string, unit: string): ReadonlyArray<string> => {
  const [, figure = ""] = /^(.*\d)\s*%$/.exec(cell.trim()) ?? []
  const numbers = plainNumbers(figure)
  if (unit.includes("basis point")) return numbers.map((number) => shifted(number, 2))
  if (unit.includes("percent")) return numbers
  return numbers.flatMap((number) => [number, shifted(number, -2)])
}

const words: Readonly<Record<string, string>> = {
  oui: "true",
  yes: "true",
  wahr: "true",
  "1": "true",
  non: "false",
  no: "false",
  falsch: "false",
  "0": "false",
}

const truth = (cell: string): ReadonlyArray<string> => {
  const word = words[cell.trim().toLowerCase()]
  return word === undefined ? [] : [word]
}

const joined = (cell: string): ReadonlyArray<string> => {
  const negated = /^\s*not\s*\(([^()]*)\)\s*$/i.exec(cell)?.[1]
  const items = (negated ?? cell).split(/[|,;/]/).map((item) => item.trim())
  if (items.includes("")) return []
  return [negated === undefined ? items.join("|") : `not(${items.join("|")})`]
}

const inOtherCase = (cell: string): ReadonlyArray<string> => [
  cell.toLowerCase(),
  cell.toUpperCase(),
]

const anything = (cell: string): ReadonlyArray<string> =>
  /^(?:\*|-|any|all|tous|toutes)$/i.test(cell.trim()) ? [""] : []

/** The first that leads to a cell which its column takes wins. */
const habits: ReadonlyArray<Habit> = [
  { name: "texts with spaces around", isSure: true, rewrite: (cell) => [cell.trim()] },
  { name: "signs of comparison", isSure: true, rewrite: compared },
  { name: "lower bounds", isSure: true, rewrite: orMore },
  { name: "ranges", isSure: true, rewrite: between },
  { name: "signs of per cent", isSure: true, rewrite: percent },
  {
    name: "numbers with an exponent",
    isSure: false,
    rewrite: (cell) => (/e/i.test(cell) ? plainNumbers(cell) : []),
  },
  { name: "numbers with decimal commas, spaces or signs", isSure: true, rewrite: plainNumbers },
  { name: "dates", isSure: true, rewrite: plainDays },
  { name: "months", isSure: true, rewrite: plainMonths },
  { name: "words for true and false", isSure: true, rewrite: truth },
  { name: "cells for anything", isSure: false, rewrite: anything },
  { name: "lists", isSure: false, rewrite: joined },
  { name: "words in another case", isSure: false, rewrite: inOtherCase },
]

/**
 * How a cell that its column refuses was probably meant, where it is written as spreadsheets and
 * people write it elsewhere; undefined where nothing is likely.
 *
 * ```ts
 * import { likelyCell } from "../core/spreadsheet-repairs/likely-cell.ts"
 * import { readNumberTest } from "../core/table/cell.ts"
 * import * as Result from "effect/Result"
 *
 * const accepts = (cell: string) => Result.isSuccess(readNumberTest(cell))
 * likelyCell("18-64", { accepts })?.write // => ["[18..64]"]
 * likelyCell("≤8", { accepts })?.write // => ["<=8"]
 * likelyCell("5 %", { accepts, unit: "basis points" })?.write // => ["500"]
 * likelyCell("1,234", { accepts })?.write // => ["1.234", "1234"]
 * likelyCell("seven", { accepts }) // => undefined
 * ```
 */
export const likelyCell = (cell: string, { accepts, unit }: CellPlace): LikelyCell | undefined => {
  for (const { isSure, name, rewrite } of habits) {
    const taken = rewrite(cell, unit ?? "").filter((text) => text !== cell && accepts(text))
    const write = [...new Set(taken)]
    if (write.length > 0) return { write, habit: name, isSure: isSure && write.length === 1 }
  }
  return undefined
}
