import type { Market } from "../coach/coach-vocabulary.ts"
import type { SourceProblem } from "../coach/sources/row-source.ts"
import type { MarketSources } from "../coach/sources/sources-report.ts"
import type { NamedChoice } from "../changes/shape/shape-view.ts"

/** How rows to look at are put in order; by what depends on them first. */
export const sourceOrders = ["urgency", "row", "date", "source"] as const

/** How rows to look at are put in order. */
export type SourceOrder = (typeof sourceOrders)[number]

/** What of the sources is asked for; null is all. */
export interface SourcesAsked {
  readonly market: Market | null
  readonly slug: string | null
  readonly problem: SourceProblem | null
  readonly file: string | null
  /** A source is old when it is of so many months ago, where no table says otherwise. */
  readonly oldMonths: number
  readonly order: SourceOrder
  readonly isDescending: boolean
  readonly limit: number
}

/** A column whose cells may be written anew. */
export interface SourceColumn {
  readonly column: string
  readonly about: string
  readonly unit: string | null
  /** The words that it takes, where they are few. */
  readonly words: ReadonlyArray<string> | null
  readonly isNumber: boolean
  readonly isOptional: boolean
}

/** A row whose source is to be looked at. */
export interface SourceRow {
  readonly file: string
  readonly line: number
  /** The cells that name the row. */
  readonly name: ReadonlyArray<string>
  readonly market: Market | null
  readonly slug: string | null
  readonly problem: SourceProblem
  readonly source: string
  /** The page that the source names, by http or https. */
  readonly page: string | null
  readonly asOf: string | null
  /** Cards that carry what the row says, and arguments that cite it; null where neither is counted. */
  readonly weight: { readonly cards: number; readonly citations: number } | null
  /** The cells that may be written anew. */
  readonly cells: Readonly<Record<string, string>>
}

/** A table and how many of its rows are to be looked at. */
export interface SourcedTable {
  readonly file: string
  readonly rows: number
  readonly columns: ReadonlyArray<SourceColumn>
  /** The column of the date; null in a table without one. */
  readonly dateColumn: string | null
}

/** What figures rest on, and which to look at next. */
export interface SourcesView {
  readonly revision: number
  readonly isOlder: boolean
  readonly today: string
  /** Days after which travel warnings are old, as a table says. */
  readonly warningDays: number
  /** The report of covers by market, without what to look at next: the rows have it. */
  readonly markets: ReadonlyArray<
    Omit<MarketSources, "next" | "slugs"> & { readonly name: NamedChoice["name"] }
  >
  readonly guarantees: ReadonlyArray<NamedChoice>
  readonly tables: ReadonlyArray<SourcedTable>
  /** How many rows there are of each problem, of those that the other choices leave. */
  readonly counts: Readonly<Record<SourceProblem, number>>
  /** How many rows the choices leave. */
  readonly found: number
  readonly rows: ReadonlyArray<SourceRow>
}
