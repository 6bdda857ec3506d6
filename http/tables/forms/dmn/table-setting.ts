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
}

/** A column that a clause becomes: its name here, and its label there. */
export interface NamedClause {
  readonly name: string
  readonly label: string
}

/** The expression that an entry of a table holds, in a `text` element or as it is. */
export const textIn = (entry: XmlElement): string =>
  (childrenNamed(entry, "text")[0] ?? entry).text.trim()
