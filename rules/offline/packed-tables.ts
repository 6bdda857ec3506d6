import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"
import type { Market } from "../coach/coach-vocabulary.ts"
import type { FieldShape } from "../../core/fields/shape.ts"

/** Texts of one's own tables, CSV by their files under data/: `coach/benefits.csv`. */
export type OwnTexts = Readonly<Record<string, string>>

/** Tables of the package, checked and packed when it was built: entries of it export them. */
export interface PackedTables {
  readonly _tag: "PackedTables"
  /** Version of the package and content hash of all tables, the same in each of its entries. */
  readonly engineVersion: string
  /** The market that they are for; all of them where it is left out. */
  readonly market?: Market
  /** The packed text of each table by its file. */
  readonly texts: Readonly<Record<string, string>>
}

/**
 * The same without what only explanations and lists of cards need: sources of rules, notes, and words of
 * languages that the market's bilans are not told in.
 */
export interface BilanTables extends Omit<PackedTables, "_tag"> {
  readonly _tag: "BilanTables"
  /** The languages whose words they hold; a request for another one is refused. */
  readonly languages: ReadonlyArray<WrittenLanguage>
}

/** Schema of the package's tables, and the first and last day (UTC) that they are meant for. */
export interface TablesManifest {
  readonly schemaVersion: number
  readonly effectiveFrom: string
  readonly effectiveUntil: string | null
}

/** What the package's own tables are opened with beside them. */
export interface BuiltFacts {
  readonly apiVersion: string
  readonly manifest: TablesManifest
  /** The shapes of requests, as `shapeOf` makes them of the schemas that declare them. */
  readonly bilanShape: FieldShape
  readonly quoteShape: FieldShape
  /** Names of pictograms as they are served, keyed by their content, by file. */
  readonly iconNames: Readonly<Record<string, string>>
}
