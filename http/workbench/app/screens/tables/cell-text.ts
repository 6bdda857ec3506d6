import type { GridColumn, NamedWord } from "../../../../../rules/changes/grid/grid-view.ts"
import { inWords, language } from "../../kit/language.ts"
import { conditionWords, testText } from "./condition-words.ts"

/** Codes with underscores are words; anything else is shown as it is written. */
const plainWord = (word: string): string =>
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(word) ? word.replaceAll("_", " ") : word

/** What people call a word of a column, in the language of the page. */
export const wordName = (named: NamedWord): string => named[language.value] ?? plainWord(named.word)

const namesOf = ({ words }: GridColumn): ReadonlyMap<string, string> =>
  new Map((words ?? []).map((named) => [named.word, wordName(named)]))

type KnownNames = { readonly lang: string; readonly names: ReadonlyMap<string, string> }

const known = new WeakMap<GridColumn, KnownNames>()

/** What people call the words of a column, in the language of the page. */
const columnNames = (column: GridColumn): ReadonlyMap<string, string> => {
  const lang = language.value
  const found = known.get(column)
  if (found?.lang === lang) return found.names
  const names = namesOf(column)
  known.set(column, { lang, names })
  return names
}

/** What people call a word of a column. */
export const nameIn = (column: GridColumn, word: string): string =>
  columnNames(column).get(word) ?? plainWord(word)

/** A cell as people read it: conditions in words, words by their names. */
export const cellText = (column: GridColumn, text: string): string => {
  const test = Object.hasOwn(column.tests, text) ? column.tests[text] : undefined
  if (test !== undefined) return testText(test, (word) => nameIn(column, word))
  if (Object.hasOwn(column.faults, text) || text === "") return text
  if (column.type === "truth") {
    const words = inWords(conditionWords)
    const value = text.toLowerCase()
    return value === "true" ? words.yes : value === "false" ? words.no : text
  }
  if (column.type !== "words") return text.replaceAll("\n", " ⏎ ")
  const parts = column.isList ? text.split("|") : [text]
  return parts.map((word) => nameIn(column, word)).join(", ")
}
