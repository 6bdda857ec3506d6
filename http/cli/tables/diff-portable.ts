import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { compareDecisions, differenceLimits } from "../../../core/difference/difference.ts"
import type { VersionWords } from "../../../rules/tables/difference.ts"
import type { DiffReport, Places } from "../../../rules/changes/diff-report.ts"
import { tableReport } from "../../../rules/changes/diff-table.ts"
import { type FoundPortable, readPortable } from "./portable.ts"

/** Two imported tables cannot be compared: they do not ask and answer the same. */
export class NotComparable extends Data.TaggedError("NotComparable")<{
  readonly reason: string
}> {
  override get message() {
    return this.reason
  }
}

/** Imported tables list their words themselves. */
const noWords: VersionWords = {
  both: () => undefined,
  before: () => undefined,
  after: () => undefined,
}

const shapeOf = ({ table }: FoundPortable): string =>
  [table.hitPolicy, ...[...table.inputs, ...table.outputs].map(({ name }) => name)].join(", ")

/** What differs between two versions of an imported table, as a report of all tables tells it. */
export const portableReport = Effect.fnUntraced(function* (
  beforePath: string,
  afterPath: string,
  regionsMax: number,
) {
  const [before, after] = [yield* readPortable(beforePath), yield* readPortable(afterPath)]
  if (shapeOf(before) !== shapeOf(after)) {
    const reason = `${beforePath} has ${shapeOf(before)}; ${afterPath} has ${shapeOf(after)}`
    return yield* new NotComparable({ reason })
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
