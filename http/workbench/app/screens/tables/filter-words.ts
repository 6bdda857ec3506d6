import type { ColumnFilter, FilterRange } from "../../../../../rules/changes/grid/column-filters.ts"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { cellText, nameIn } from "./cell-text.ts"

const en = {
  filterBy: (column: string) => `Filter by ${column}`,
  filterInUse: (column: string) => `Filter by ${column}, in use`,
  or: " or ",
  orMore: (low: string) => `${low} or more`,
  orLess: (high: string) => `${high} or less`,
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  reaches: (range: string) => `reaches ${range}`,
  within: (range: string) => `wholly within ${range}`,
  contains: (text: string) => `contains “${text}”`,
  nothing: "nothing",
  anything: "anything",
  named: (column: string, filter: string) => `${column}: ${filter}`,
  more: (count: number) => `${count} more`,
  bands: "Bands",
  reachesLong: "reach",
  withinLong: "lie wholly within",
  low: "From",
  high: "To",
  says: "Contains",
  words: "Values",
  find: "Find a value",
  all: "All",
  none: "None",
  tooMany: (count: number) => `${numberText(count)} more; type to find them`,
  show: (rows: number) => `Show ${numberText(rows)} ${rows === 1 ? "row" : "rows"}`,
  showNone: "No row says that",
  showAll: "No filter",
  astride: (rows: number, at: string) =>
    rows === 1
      ? `1 row lies on both sides of ${at}.`
      : `${numberText(rows)} rows lie on both sides of ${at}.`,
  split: (at: string) => `Split at ${at}…`,
  noFigure: "Type a number, such as 60.",
  noDay: "Type a day, such as 2026-12-01.",
}

/** The words of filters of columns. */
export const filterWords: InLanguages<typeof en> = {
  en,
  fr: {
    filterBy: (column) => `Filtrer par ${column}`,
    filterInUse: (column) => `Filtrer par ${column}, en cours`,
    or: " ou ",
    orMore: (low) => `${low} ou plus`,
    orLess: (high) => `${high} ou moins`,
    fromTo: (low, high) => `${low} à ${high}`,
    reaches: (range) => `atteint ${range}`,
    within: (range) => `tient tout entier dans ${range}`,
    contains: (text) => `contient «\u00a0${text}\u00a0»`,
    nothing: "rien",
    anything: "tout",
    named: (column, filter) => `${column}\u00a0: ${filter}`,
    more: (count) => `${count} de plus`,
    bands: "Tranches",
    reachesLong: "atteignent",
    withinLong: "tiennent tout entières dans",
    low: "De",
    high: "À",
    says: "Contient",
    words: "Valeurs",
    find: "Chercher une valeur",
    all: "Toutes",
    none: "Aucune",
    tooMany: (count) => `${numberText(count)} de plus\u202f; écrivez pour les trouver`,
    show: (rows) => `Montrer ${numberText(rows)} ${rows < 2 ? "ligne" : "lignes"}`,
    showNone: "Aucune ligne ne le dit",
    showAll: "Sans filtre",
    astride: (rows, at) =>
      rows < 2
        ? `1 ligne est à cheval sur ${at}.`
        : `${numberText(rows)} lignes sont à cheval sur ${at}.`,
    split: (at) => `Couper à ${at}…`,
    noFigure: "Écrivez un nombre, par exemple 60.",
    noDay: "Écrivez un jour, par exemple 2026-12-01.",
  },
}

const rangeText = ({ high, low }: FilterRange): string => {
  const words = inWords(filterWords)
  if (low !== null && high !== null) return low === high ? low : words.fromTo(low, high)
  return low === null ? words.orLess(high ?? "") : words.orMore(low)
}

/** How a word of a column reads that is ticked, or a cell. */
export const tickText = (column: GridColumn, word: string): string => {
  const words = inWords(filterWords)
  if (word === "") return column.role === "condition" ? words.anything : words.nothing
  return Object.hasOwn(column.tests, word) ? cellText(column, word) : nameIn(column, word)
}

const namedMax = 3

/** What the filter of a column lets through, in words. */
export const filterText = (
  column: GridColumn,
  { range, says, words: ticked }: ColumnFilter,
): string => {
  const words = inWords(filterWords)
  const named = (ticked ?? []).map((word) => tickText(column, word))
  const shown = named.slice(0, namedMax)
  const left = named.length - shown.length
  return [
    ticked === undefined
      ? ""
      : [...shown, ...(left > 0 ? [words.more(left)] : [])].join(words.or) || "—",
    range === undefined
      ? ""
      : column.numbers === null
        ? rangeText(range)
        : words[range.how](rangeText(range)),
    says === undefined ? "" : words.contains(says),
  ]
    .filter((part) => part !== "")
    .join(", ")
}
