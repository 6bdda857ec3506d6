import * as Effect from "effect/Effect"
import { compareDecisions, differenceLimits } from "../../../core/difference/difference.ts"
import type { VersionWords } from "../../../rules/tables/difference.ts"
import type { DiffReport, Places } from "../../../rules/changes/diff-report.ts"
import { tableReport } from "../../../rules/changes/diff-table.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { type FoundPortable, readPortable } from "./imported-table.ts"

/** Imported tables list their words themselves. */
const noWords: VersionWords = {
  both: () => undefined,
  before: () => undefined,
  after: () => undefined,
}

/** What a table asks and answers: two that do not do alike cannot be compared. */
const shapeOf = ({ table }: FoundPortable): ReadonlyArray<string> => [
  table.hitPolicy,
  ...[...table.inputs, ...table.outputs].map(({ name }) => name),
]

/** What differs between two versions of an imported table, as a report of all tables tells it. */
export const portableReport = Effect.fnUntraced(function* (
  beforePath: string,
  afterPath: string,
  regionsMax: number,
) {
  const [before, after] = [yield* readPortable(beforePath), yield* readPortable(afterPath)]
  const shapes = [shapeOf(before), shapeOf(after)] as const
  if (shapes[0].join() !== shapes[1].join()) {
    return yield* refusal("imported-tables-differ", {
      before: { path: beforePath, shape: shapes[0] },
      after: { path: afterPath, shape: shapes[1] },
    })
  }
  const { file } = after
  const limits = { ...differenceLimits, regionsMax }
  const difference = compareDecisions(before.decision, after.decision, noWords.both, limits)
  const comparison = {
    _tag: "Decisions" as const,
    file,
    before: before.decision,
    after: after.decision,
    difference,
  }
  const report: DiffReport = {
    base: beforePath,
    commit: null,
    folder: afterPath,
    folderCommit: null,
    tables: [tableReport({ words: noWords }, comparison)],
    impact: null,
  }
  const csv = (path: string): string => path.replace(/\.table\.json$/, ".csv")
  const places: Places = { before: () => csv(beforePath), after: () => csv(afterPath) }
  return { report, places }
})
