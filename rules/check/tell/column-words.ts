import * as Result from "effect/Result"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import type { NamedCells } from "../../../core/check/finding.ts"
import { firstLines, listedTo, type Notation } from "../../../core/check/tell/told.ts"
import { contains, type Interval } from "../../../core/table/cell.ts"
import { type ConditionTest, readTest } from "../../../core/table/condition.ts"
import type { Input } from "../../../core/table/input.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import {
  type InBoth,
  printedLocales,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"
import { frenchFigure, inGuillemets } from "../../../core/vocabulary/french-signs.ts"

/** What condition columns are called in French. */
const frenchNames: Readonly<Record<string, string>> = {
  age: "âge",
  age_scale: "barème d’âge",
  all_schengen: "tout Schengen",
  amount: "montant",
  annual: "annuel",
  at_home: "dans son pays",
  badge: "pastille",
  basis: "fondement",
  broken: "condition rompue",
  answers: "réponses",
  cancellation: "annulation",
  case: "cas",
  cancellation_scale: "barème d’annulation",
  category: "catégorie",
  ceiling: "plafond",
  certainty: "certitude",
  condition: "condition",
  country: "pays",
  currency: "monnaie",
  days: "durée",
  demand: "exigence",
  destination: "destination",
  domestic: "dans le pays",
  eur_rate: "cours en euros",
  excluded: "pays exclu",
  extreme_sports: "sports extrêmes",
  flag: "signal",
  friends: "entre amis",
  intent: "type de voyage",
  long_trip: "long voyage",
  oldest_age: "âge du plus âgé",
  offer_id: "offre",
  origin: "origine",
  per_contract: "par contrat",
  per_person: "par voyageur",
  per_person_per_day: "par voyageur et par jour",
  reach: "portée",
  requirement: "exigence",
  residence: "résidence",
  residence_zone: "zone de résidence",
  risky_activity: "activité à risque",
  share_bps: "part du prix",
  slug: "garantie",
  surcharge_percent: "majoration",
  tariff: "tarif",
  term: "clause",
  travellers: "voyageurs",
  network: "réseau",
  market: "marché",
  product: "produit",
  bank: "banque",
  tier: "gamme",
  source: "source",
  state: "état",
  value: "valeur",
  rank: "rang",
  remark: "remarque",
  strength: "force",
  key: "clé",
  margin_bps: "marge de conversion",
  rate_date: "date du cours",
  factor_percent: "coefficient",
  step: "niveau de coût",
  icon_file: "fichier d’icône",
  logo_file: "fichier de logo",
  code: "code",
  printed: "texte imprimé",
  insurer: "assureur",
  name: "nom",
  quantity: "grandeur",
  as_of: "date",
  confidence: "confiance",
  youngest_age: "âge du plus jeune",
}

/** What columns are called, where that is not their name. */
const names: InBoth<Readonly<Record<string, string>>> = {
  en: {},
  fr: frenchNames,
}

/** What a column is called in a sentence. */
export const columnWords = (column: string, language: WrittenLanguage): string =>
  names[language][column] ?? column.replaceAll("_", " ")

/** What people call a word of a column; the word itself where it has no name. */
export type NameOf = (column: string, word: string, language: WrittenLanguage) => string

const asWritten: NameOf = (_, word) => word

/**
 * How findings and mistakes in a table are written for analysts: its columns and conditions in words,
 * the conditions on numbers first. Undefined stands for a file that is none of a known table.
 */
export const inWords = (
  definition: AnyDefinition | undefined,
  language: WrittenLanguage,
  nameOf: NameOf = asWritten,
): Notation => {
  const said = words[language]
  return {
    cells: (cells) => conditionsText(definition, cells, language, nameOf) || said.anything,
    facts: (facts, columns) => caseText(definition, facts, language, nameOf, columns),
    brief: (cells) => tellingCells(definition, cells),
    column: (column) => columnWords(column, language),
    cell: (text) => said.quoted(shortCell(text)),
    figure: (text) => said.figure(shortCell(text)),
    rows: (lines) => said.rows(lines, listedTo(firstLines(lines, said.more), said.and)),
  }
}

/** The conditions of a table by their columns; none for a plain table. */
export const inputsOf = (
  definition: AnyDefinition | undefined,
): Readonly<Record<string, Input<unknown>>> =>
  definition?._tag === "DecisionDefinition" ? definition.inputs : {}

const unitWords: Readonly<Record<string, InBoth<string>>> = {
  days: { en: "days", fr: "jours" },
  years: { en: "", fr: "ans" },
  people: { en: "travellers", fr: "voyageurs" },
}

/**
 * A condition with what it is about: `9 to 31 days`, `age 65 to 74`, `zone europe`.
 *
 * ```ts
 * import { conditionWords } from "../rules/check/tell/column-words.ts"
 *
 * const days = { kind: "number", whole: true, unit: "days", about: "Days." } as const
 * conditionWords("days", days, "[9..31]", "en") // => "9 to 31 days"
 * conditionWords("zone", undefined, "europe", "fr") // => "zone europe"
 * ```
 */
export const conditionWords = (
  column: string,
  input: Input<unknown> | undefined,
  cell: string,
  language: WrittenLanguage,
  nameOf: NameOf = asWritten,
): string => {
  const name = columnWords(column, language)
  const called = (word: string): string => nameOf(column, word, language)
  if (input === undefined) {
    return `${name} ${cell.split("|").map(called).join(` ${words[language].or} `)}`
  }
  const condition = cellWords(input, cell, language, called)
  const unit = input.unit === undefined ? "" : (unitWords[input.unit]?.[language] ?? "")
  if (column === "days" && unit !== "") {
    return condition === "1" ? `1 ${unit.replace(/s$/, "")}` : `${condition} ${unit}`
  }
  return `${name} ${condition}${unit === "" || column === "travellers" ? "" : ` ${unit}`}`
}

/** Conditions by column in words, joined by commas. */
const conditionsText = (
  definition: AnyDefinition | undefined,
  cells: Readonly<Record<string, string>>,
  language: WrittenLanguage,
  nameOf: NameOf,
): string => {
  const inputs = inputsOf(definition)
  return Object.entries(cells)
    .map(([column, cell]) => conditionWords(column, inputs[column], cell, language, nameOf))
    .join(", ")
}

/** One case in words, such as `9 days, age 65`; what is unknown is said to be. */
const caseText = (
  definition: AnyDefinition | undefined,
  facts: NamedFacts,
  language: WrittenLanguage,
  nameOf: NameOf,
  columns: ReadonlyArray<string> = Object.keys(facts),
): string => {
  const inputs = inputsOf(definition)
  return columns
    .flatMap((column) => {
      const fact = facts[column]
      if (fact === undefined) return []
      const cell = fact === null ? words[language].unknown : String(fact)
      return conditionWords(column, inputs[column], cell, language, nameOf)
    })
    .join(", ")
}

/**
 * A condition cell in words: `18 to 64`, `over 31`, `not cruise`. A cell that cannot be read stays as
 * it is written.
 *
 * ```ts
 * import { cellWords } from "../rules/check/tell/column-words.ts"
 *
 * const age = { kind: "number", whole: true, about: "Age." } as const
 * cellWords(age, "[18..65)", "en") // => "18 to 64"
 * cellWords(age, ">31", "fr") // => "plus de 31"
 * cellWords({ kind: "words", about: "Zone." }, "not(a|b)", "en") // => "not a or b"
 * ```
 */
export const cellWords = (
  input: Input<unknown>,
  cell: string,
  language: WrittenLanguage,
  called: (word: string) => string = (word) => word,
): string => {
  const test = readTest(input, cell)
  if (Result.isFailure(test)) return cell
  return testWords(test.success, input.kind === "number" && input.whole, language, called)
}

const cellCharactersMax = 60

/** A cell as far as a sentence shows it. */
const shortCell = (text: string): string =>
  text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax - 1)}…` : text

/** The conditions that tell most in a heading: those on numbers, else the first ones. */
const tellingCells = (definition: AnyDefinition | undefined, cells: NamedCells): NamedCells => {
  const inputs = inputsOf(definition)
  const entries = Object.entries(cells)
  const numbers = entries.filter(([column]) => inputs[column]?.kind === "number")
  return Object.fromEntries((numbers.length > 0 ? numbers : entries).slice(0, 3))
}

/** The words between the figures and words of conditions. */
const words = {
  en: {
    or: "or",
    to: "to",
    from: (figure: string) => `${figure} and over`,
    above: (figure: string) => `over ${figure}`,
    upTo: (figure: string) => `up to ${figure}`,
    below: (figure: string) => `under ${figure}`,
    not: "not",
    anything: "anything",
    unknown: "unknown",
    yes: "yes",
    no: "no",
    and: "and",
    more: (count: number) => `${count} more`,
    quoted: (text: string) => (text === "" ? "nothing" : `“${text}”`),
    figure: (text: string) => (text === "" ? "nothing" : text),
    rows: (lines: ReadonlyArray<number>, listed: string) =>
      `row${lines.length === 1 ? "" : "s"} ${listed}`,
  },
  fr: {
    or: "ou",
    to: "à",
    from: (figure: string) => `${figure} et plus`,
    above: (figure: string) => `plus de ${figure}`,
    upTo: (figure: string) => `jusqu’à ${figure}`,
    below: (figure: string) => `moins de ${figure}`,
    not: "sauf",
    anything: "tout",
    unknown: "inconnu",
    yes: "oui",
    no: "non",
    and: "et",
    more: (count: number) => `${count} autres`,
    quoted: (text: string) => (text === "" ? "rien" : inGuillemets(frenchFigure(text))),
    figure: (text: string) => (text === "" ? "rien" : frenchFigure(text)),
    rows: (lines: ReadonlyArray<number>, listed: string) =>
      `${lines.length === 1 ? "la ligne" : "les lignes"} ${listed}`,
  },
}

const bothEnds = ({ high, low }: Interval): boolean => Number.isFinite(high) && Number.isFinite(low)

const intervalWords = (interval: Interval, isWhole: boolean, language: WrittenLanguage): string => {
  const { high, highClosed, low, lowClosed } = interval
  const { above, below, from, to, upTo } = words[language]
  // Digits of people: 1,250 in English, 1 250 in French, and a true minus.
  const text = (value: number): string =>
    new Intl.NumberFormat(printedLocales[language], { maximumFractionDigits: 6 })
      .format(value)
      .replace("-", "−")
  if (bothEnds(interval)) {
    const [first, last] = isWhole
      ? [contains(interval, low) ? low : low + 1, contains(interval, high) ? high : high - 1]
      : [low, high]
    return first === last ? text(first) : `${text(first)} ${to} ${text(last)}`
  }
  if (Number.isFinite(low)) return lowClosed ? from(text(low)) : above(text(low))
  return highClosed ? upTo(text(high)) : below(text(high))
}

const joined = (parts: ReadonlyArray<string>, language: WrittenLanguage): string => {
  const [last = ""] = parts.slice(-1)
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${words[language].or} ${last}`
}

const testWords = (
  test: ConditionTest,
  isWhole: boolean,
  language: WrittenLanguage,
  called: (word: string) => string,
): string => {
  const { anything, no, not, yes } = words[language]
  switch (test._tag) {
    case "Any":
      return anything
    case "Is":
      return test.value ? yes : no
    case "AnyOf":
      return joined(test.words.map(called), language)
    case "NoneOf":
      return `${not} ${joined(test.words.map(called), language)}`
    case "Within":
    case "Outside": {
      const parts = test.intervals.map((interval) => intervalWords(interval, isWhole, language))
      const listed = joined(parts, language)
      return test._tag === "Within" ? listed : `${not} ${listed}`
    }
  }
}
