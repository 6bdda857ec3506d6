import { referenceOf } from "../../../core/editing/chosen-rows.ts"
import type { Reference } from "../../../core/table/column.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { readSource } from "../../../core/table/source.ts"
import type { NamedWord } from "./grid-view.ts"
import { definitionsByFile } from "../../tables/table-named.ts"

type Sources = ReadonlyMap<string, string>

/** Columns that hold what people call a row, in English and French. */
const pairsOfNames = [
  ["name_en", "name_fr"],
  ["list_en", "list_fr"],
  ["en", "fr"],
  ["name", "name"],
  ["card_name", "card_name"],
  ["label", "label"],
] as const

const namesIn = (definition: AnyDefinition): readonly [en: string, fr: string] | undefined => {
  const columns = columnsOf(definition)
  return pairsOfNames.find((pair) => pair.every((column) => column in columns))
}

/** Another table whose key is a word of a column, and which tells what people call it. */
const namingTable = ({ column, file }: Reference, sources: Sources) => {
  for (const definition of definitionsByFile(sources).values()) {
    if (definition._tag !== "TableDefinition" || definition.key.length !== 1) continue
    const [key = ""] = definition.key
    const own = definition.columns[key]
    const named = own === undefined ? undefined : referenceOf(own)
    const columns = namesIn(definition)
    if (named?.file === file && named.column === column && columns !== undefined) {
      return { definition, key, columns }
    }
  }
  return undefined
}

interface NamedIn {
  readonly definition: AnyDefinition
  readonly key: string
  readonly columns: readonly [en: string, fr: string]
}

/** Names that stand for one word at most; a tariff may be that of several offers. */
const namesMax = 2

const joined = (names: ReadonlySet<string>): string | null => {
  const [...all] = names
  if (all.length === 0) return null
  const shown = all.slice(0, namesMax).join(", ")
  return all.length > namesMax ? `${shown} +${all.length - namesMax}` : shown
}

/** What people call each word of a column, in both languages. */
const namesOf = (
  { columns, definition, key }: NamedIn,
  sources: Sources,
): ReadonlyMap<string, Omit<NamedWord, "word">> => {
  const names = Object.keys(columnsOf(definition))
  const [at, en, fr] = [key, ...columns].map((name) => names.indexOf(name))
  // An offer is one plan of a product, whose name all its plans share.
  const plan = names.indexOf("plan")
  const { records } = readSource(definition.file, sources.get(definition.file) ?? "", names)
  const found = new Map<string, { readonly en: Set<string>; readonly fr: Set<string> }>()
  for (const { texts } of records) {
    const word = texts[at ?? -1] ?? ""
    const known = found.get(word) ?? { en: new Set<string>(), fr: new Set<string>() }
    const called = (place: number | undefined): string =>
      [texts[place ?? -1] ?? "", texts[plan] ?? ""].join(" ").trim()
    const [inEnglish, inFrench] = [called(en), called(fr)]
    if (inEnglish !== "") known.en.add(inEnglish)
    if (inFrench !== "") known.fr.add(inFrench)
    found.set(word, known)
  }
  return new Map([...found].map(([word, { en, fr }]) => [word, { en: joined(en), fr: joined(fr) }]))
}

/** Whether a column is all of the key of its table. */
const isOwnKey = ({ column, file }: Reference, sources: Sources): boolean => {
  const definition = definitionsByFile(sources).get(file)
  return definition?._tag === "TableDefinition" && definition.key.join() === column
}

/** Scales and tariffs have no names: each is called by the offers that are priced by it. */
const calledByUsers: ReadonlySet<string> = new Set(["tariff", "age_scale", "cancellation_scale"])

/** The words of a column of another table, in its order, each by what people call it. */
export const referenceWords = (
  reference: Reference,
  sources: Sources,
): ReadonlyArray<NamedWord> | undefined => {
  const definition = definitionsByFile(sources).get(reference.file)
  if (definition === undefined) return undefined
  const { column, file } = reference
  const names = Object.keys(columnsOf(definition))
  const words = readSource(file, sources.get(file) ?? "", names).words(column)
  if (words === undefined) return undefined
  const columns = namesIn(definition)
  // A word is called by the rows whose key it is: a currency is no country that pays in it.
  const isCalledHere = isOwnKey(reference, sources) || calledByUsers.has(column)
  const own =
    columns === undefined || columns.includes(column) || !isCalledHere
      ? undefined
      : { definition, key: column, columns }
  const named = own ?? namingTable(reference, sources)
  const called = named === undefined ? new Map() : namesOf(named, sources)
  return [...words]
    .filter((word) => word !== "")
    .map((word) => ({ word, en: null, fr: null, ...called.get(word) }))
}
