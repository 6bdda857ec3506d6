import type { NamedFacts } from "../../core/analysis/region.ts"
import type { ComparedRow, TableDifference } from "../../core/difference/plain-table-difference.ts"
import type { HitPolicy } from "../../core/table/hit-policy.ts"
import type { TableError } from "../../core/table/error.ts"
import type { ArgumentImpact } from "../impact/argument-tally.ts"
import type { Impact } from "../impact/impact.ts"
import type { CorpusRun } from "../corpus/corpus.ts"
import type { FoldedRows } from "./fold-rows.ts"

/** A row that answers a witness: its line, and its outputs as written, without notes. */
export interface AnswerReport {
  readonly line: number
  readonly outputs: Readonly<Record<string, string>>
}

/** One region of facts that two versions of a decision table answer differently, in one way. */
export interface RegionReport {
  /** The columns that it restricts, each with a cell that accepts what lies in it. */
  readonly conditions: Readonly<Record<string, string>>
  readonly witness: NamedFacts
  /** What answers the witness. */
  readonly before: ReadonlyArray<AnswerReport>
  readonly after: ReadonlyArray<AnswerReport>
  /** The output columns that show the difference. */
  readonly columns: ReadonlyArray<string>
  /** What one version alone says of all of the region; nothing on both sides where only the order differs. */
  readonly gone: ReadonlyArray<AnswerReport>
  readonly come: ReadonlyArray<AnswerReport>
  /** Words of the region, by column, where it holds none that the other version allows. */
  readonly wordsOnlyBefore: Readonly<Record<string, ReadonlyArray<string>>>
  readonly wordsOnlyAfter: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What a comparison of one table came to. */
export type TableVerdict =
  | "unchanged"
  | "equivalent"
  | "different"
  | "unknown"
  | "new"
  | "gone"
  | "mistakes"

/** The comparison of one table. */
export interface TableReport {
  readonly file: string
  readonly verdict: TableVerdict
  /** Rows that changed, came or went, those that changed in one way as one. */
  readonly folds: ReadonlyArray<FoldedRows>
  /** Of a decision table whose text changed. */
  readonly decision?: {
    readonly hitPolicy: HitPolicy
    readonly regions: ReadonlyArray<RegionReport>
    readonly beyond: "nothing" | "more" | "unknown"
  }
  /** Of a plain table whose text changed. */
  readonly plain?: TableDifference & {
    readonly keyColumns: ReadonlyArray<string>
    /** What depends on the order of rows; null where nothing does, and moved rows do not count. */
    readonly order: string | null
  }
  readonly mistakes?: {
    readonly before: ReadonlyArray<TableError>
    readonly after: ReadonlyArray<TableError>
  }
}

/** What the differences do to a corpus of situations. */
export interface ImpactReport extends Omit<Impact, "arguments"> {
  readonly arguments: ReadonlyArray<Omit<ArgumentImpact, "example">>
  readonly titles: ImpactTitles
  readonly run: CorpusRun
  /** Tables that one version lacks, or that hold mistakes before: the other's stood in for them. */
  readonly borrowed: ReadonlyArray<string>
  /** The tables whose change alone is looked at; all of them where none is named. */
  readonly of: ReadonlyArray<string>
  /** Digits after the point by currency, for amounts in minor units. */
  readonly minorUnits: Readonly<Record<string, number>>
}

/** Everything that a comparison found. */
export interface DiffReport {
  readonly base: string
  readonly commit: string | null
  readonly folder: string
  /** The commit of the newer version, where it is a revision. */
  readonly folderCommit: string | null
  readonly tables: ReadonlyArray<TableReport>
  /** Why there is no impact, or null where none was asked for. */
  readonly impact: ImpactReport | { readonly unavailable: string } | null
}

/** How the places of both versions are written: a path for each file, without the line. */
export interface Places {
  readonly before: (file: string) => string
  readonly after: (file: string) => string
}

/** All rows of a plain table's comparison with what became of them, in the order of a report. */
export const plainRows = ({
  added,
  changed,
  moved,
  noted,
  removed,
}: TableDifference): ReadonlyArray<{
  readonly what: "added" | "removed" | "changed" | "moved" | "noted"
  readonly rows: ReadonlyArray<ComparedRow>
}> => [
  { what: "removed", rows: removed },
  { what: "added", rows: added },
  { what: "changed", rows: changed },
  { what: "moved", rows: moved },
  { what: "noted", rows: noted },
]

/** A row that takes part in a difference, and the changed situations in which it counted. */
export interface TouchedRow {
  readonly version: "before" | "after"
  readonly file: string
  readonly line: number
  readonly situations: number
}

/** The rows of decision tables that make a difference listed here, in situations that change. */
export const touchedRows = (
  { tables }: DiffReport,
  { rows }: ImpactReport,
): ReadonlyArray<TouchedRow> => {
  const touching = new Set(
    tables.flatMap(({ decision, file }) =>
      (decision?.regions ?? []).flatMap(({ after, before, come, gone }) => {
        const isOrder = come.length === 0 && gone.length === 0
        return [
          ...(isOrder ? before : gone).map(({ line }) => `before ${file}:${line}`),
          ...(isOrder ? after : come).map(({ line }) => `after ${file}:${line}`),
        ]
      }),
    ),
  )
  return (["before", "after"] as const).flatMap((version) =>
    rows[version]
      .filter(({ file, line }) => touching.has(`${version} ${file}:${line}`))
      .map((row) => ({ version, ...row })),
  )
}

/** What the ids of an impact are called. */
export interface ImpactTitles {
  /** Offers by id: product and plan, then the insurer. */
  readonly offers: Readonly<Record<string, string>>
  /** Cards by `#` and their catalogue id. */
  readonly cards: Readonly<Record<string, string>>
  /** Opening sentences of arguments, by id, as a bilan of the corpus tells them. */
  readonly arguments: Readonly<Record<string, string>>
  /** Guarantees by slug. */
  readonly guarantees: Readonly<Record<string, string>>
}
