import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { pairVersions } from "../../../rules/tables/difference.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { startImpact } from "../../../rules/changes/diff-impact.ts"
import type { DiffReport, Places } from "../../../rules/changes/diff-report.ts"
import { reportTables } from "../../../rules/changes/diff-table.ts"
import type { TwoVersions } from "./diff-versions.ts"
import { compileText } from "../../messages/icu.ts"
import { startImpactThreads } from "./impact-threads.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { type CorpusChoice } from "../../../rules/corpus/draw-corpus.ts"

/** How two versions are compared. */
export interface ComparisonAsked extends CorpusChoice {
  /** The tables that are compared; all when empty. */
  readonly table: ReadonlyArray<string>
  /** How many regions of a decision table are listed at most. */
  readonly regions: number
  readonly noImpact: boolean
}

/** Compares two versions of tables: what differs in each table, and what that does to answers. */
export const compareVersions = <E, R>(
  given: ComparisonAsked,
  versions: Effect.Effect<TwoVersions, E, R>,
) =>
  Effect.gen(function* () {
    const named = yield* Effect.fromResult(
      Result.all(given.table.map((name) => tableNamed(name, tableFiles))),
    )
    const situations = given.noImpact || given.casesOnly ? 0 : given.count
    const threads = yield* startImpactThreads(situations)
    const { after, before, folder } = yield* versions
    const pair = pairVersions(before, after)
    const counting = given.noImpact
      ? Effect.succeed(null)
      : yield* startImpact(pair, { named, format: compileText, choice: given }, threads)
    const report: DiffReport = {
      base: before.name,
      commit: before.commit ?? null,
      folder: after.name,
      folderCommit: after.commit ?? null,
      tables: reportTables(pair, named, given.regions),
      impact: yield* counting,
    }
    const places: Places = { before: before.pathOf, after: after.pathOf }
    return { folder, pair, places, report }
  }).pipe(Effect.scoped)
