import type { CellLanguage } from "./cell-language.ts"
import type { ResolveType } from "./dmn-types.ts"
import { childrenNamed, type XmlElement } from "./xml-tree.ts"

/** Where a decision table stands in a model. */
export interface TableSetting {
  /** The name of the decision or of what else it is the logic of. */
  readonly name: string
  readonly description: string
  readonly typeRef: string | undefined
  /** What the model is written in, and its version. */
  readonly format: string
  readonly version: string
  readonly resolve: ResolveType
  readonly language: CellLanguage
}

/** A column that a clause becomes: its name here, and its label there. */
export interface NamedClause {
  readonly name: string
  readonly label: string
}

/** The expression that an entry of a table holds, in a `text` element or as it is. */
export const textIn = (entry: XmlElement): string =>
  (childrenNamed(entry, "text")[0] ?? entry).text.trim()

/** The language that an entry names, where that is another one than FEEL. */
export const foreignLanguage = (element: XmlElement): string | undefined => {
  const language = element.attributes["expressionLanguage"]
  return language === undefined || /feel/i.test(language) ? undefined : language
}

/** The attribute of a table that says which of our files it was exported from. */
export const sourceAttribute = "viatica:table"

/** The attribute that marks an input as a test, which an import made into a truth value. */
export const askedAttribute = "viatica:asked"
