import type { AnyDefinition } from "../../../../core/table/load.ts"
import type { Input } from "../../../../core/table/input.ts"
import type { NamedFacts } from "../../../../core/analysis/region.ts"
import type { Sentence } from "../../protocol/check.ts"
import { cellWords } from "./cell-words.ts"

type Language = keyof Sentence

/** What condition columns are called in French; English takes their names. */
const french: Readonly<Record<string, string>> = {
  age: "âge",
  age_scale: "barème d’âge",
  all_schengen: "tout Schengen",
  amount: "montant",
  annual: "annuel",
  at_home: "dans son pays",
  badge: "pastille",
  basis: "fondement",
  broken: "condition rompue",
  cancellation: "annulation",
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

/** What a column is called in a sentence. */
export const columnWords = (column: string, language: Language): string =>
  language === "fr" ? (french[column] ?? column.replaceAll("_", " ")) : column.replaceAll("_", " ")

/** What a column is called at the start of a sentence. */
export const columnTitle = (column: string, language: Language): string => {
  const words = columnWords(column, language)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The conditions of a table by their columns; none for a plain table. */
export const inputsOf = (definition: AnyDefinition): Readonly<Record<string, Input<unknown>>> =>
  definition._tag === "DecisionDefinition" ? definition.inputs : {}

const unitWords: Readonly<Record<string, Sentence>> = {
  days: { en: "days", fr: "jours" },
  years: { en: "", fr: "ans" },
  people: { en: "travellers", fr: "voyageurs" },
}

const plainParts = (cell: string): ReadonlyArray<string> => cell.split("|")

/**
 * A condition with what it is about: `9 to 31 days`, `age 65 to 74`, `zone europe`.
 *
 * ```ts
 * import { conditionWords } from "../http/workbench/server/check/column-words.ts"
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
  language: Language,
): string => {
  const name = columnWords(column, language)
  if (input === undefined) {
    const or = language === "fr" ? " ou " : " or "
    return `${name} ${plainParts(cell).join(or)}`
  }
  const words = cellWords(input, cell, language)
  const unit = input.unit === undefined ? "" : (unitWords[input.unit]?.[language] ?? "")
  if (column === "days" && unit !== "") {
    return words === "1" ? `1 ${unit.replace(/s$/, "")}` : `${words} ${unit}`
  }
  return `${name} ${words}${unit === "" || column === "travellers" ? "" : ` ${unit}`}`
}

/** Conditions by column in words, joined by commas. */
export const conditionsText = (
  definition: AnyDefinition,
  cells: Readonly<Record<string, string>>,
  language: Language,
): string => {
  const inputs = inputsOf(definition)
  return Object.entries(cells)
    .map(([column, cell]) => conditionWords(column, inputs[column], cell, language))
    .join(", ")
}

/** One case in words, such as `9 days, age 65`; what is unknown is said to be. */
export const caseText = (
  definition: AnyDefinition,
  facts: NamedFacts,
  language: Language,
  columns: ReadonlyArray<string> = Object.keys(facts),
): string => {
  const inputs = inputsOf(definition)
  return columns
    .flatMap((column) => {
      const fact = facts[column]
      if (fact === undefined) return []
      const cell = fact === null ? (language === "fr" ? "inconnu" : "unknown") : String(fact)
      return conditionWords(column, inputs[column], cell, language)
    })
    .join(", ")
}
