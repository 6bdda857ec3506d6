import type { Finding } from "../../../core/check/finding.ts"
import type { TableOperation } from "../../../core/editing/table-operations.ts"
import type { FoundInTables, StagedCheck } from "../check-report.ts"
import type { CheckedTexts } from "../checked-texts.ts"
import { findingId, mistakeId } from "../finding-view.ts"
import type { RemedyCandidate } from "./remedy-candidates.ts"
import type { TableFiles } from "../../tables/table-named.ts"

/** What was found, by names that stay the same while lines move. */
export interface NamedFindings {
  /** How often each was found. */
  readonly counts: ReadonlyMap<string, number>
  /** Kinds of which more was found than is listed, so that others of it show when one goes. */
  readonly cut: ReadonlySet<string>
  readonly kinds: ReadonlyMap<string, string>
  /** What each is about by kind and lines: its name changes with the cells of its rows. */
  readonly places: ReadonlyMap<string, string>
}

const placeOf = (finding: Finding): string => {
  const other = "otherLine" in finding ? finding.otherLine : ""
  const column = "column" in finding ? finding.column : ""
  return [finding._tag, finding.file, finding.line, other, column].join(" ")
}

/** Names what was found. */
export const namedFindings = (
  { findings, mistakes }: FoundInTables,
  texts: CheckedTexts,
): NamedFindings => {
  const counts = new Map<string, number>()
  const kinds = new Map<string, string>()
  const cut = new Set<string>()
  const places = new Map<string, string>()
  const note = (id: string, kind: string): void => {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    kinds.set(id, kind)
  }
  for (const error of mistakes) note(mistakeId(error, texts), "Mistake")
  for (const finding of findings) {
    const id = findingId(finding, texts)
    note(id, finding._tag)
    // Gaps have no rows, so that their place says nothing.
    if (finding._tag !== "Gap" && finding._tag !== "MissingRow") places.set(id, placeOf(finding))
    if (finding._tag === "More") cut.add(finding.of).add("More")
  }
  return { counts, cut, kinds, places }
}

/** What figures of a new row decide, which a person has not filled in yet. */
const figureKinds = new Set([
  "BrokenPromise",
  "Outlier",
  "Overlap",
  "RedundantRow",
  "RedundantColumn",
  "UntoldTerms",
  "UnnamedRow",
])

/** Whether an operation leaves every row on its line. */
const isSet = ({ _tag }: TableOperation): boolean => _tag === "Set"

/** What a proof works on. */
export interface Proof {
  readonly check: StagedCheck
  readonly files: TableFiles
  readonly before: NamedFindings
  /** Tells findings from texts. */
  readonly textsOf: (sources: ReadonlyMap<string, string>) => CheckedTexts
}

/**
 * Whether a repair does what it says: the engine no longer finds what it is for, and nothing that was
 * not there before. Of a row with cells to fill in, what those decide is left open.
 */
export const proves = (
  { before, check, files, textsOf }: Proof,
  { id, kind, file }: { readonly id: string; readonly kind: string; readonly file: string },
  { isShown = false, remedy, text }: RemedyCandidate,
): boolean => {
  const times = before.counts.get(id) ?? 0
  // What only the second step finds is not found here either way: that proves nothing by itself.
  if (times === 0 && !isShown) return false
  const sources = new Map([...files.sources, [file, text]])
  const tried = { ...files, sources }
  const after = namedFindings(check.tried(tried), textsOf(sources))
  if (!isShown && (after.counts.get(id) ?? 0) >= times) return false
  // Where a table is read again, what its mistakes hid comes to light.
  const opens = kind === "Mistake"
  const placesBefore = new Set(before.places.values())
  const staysInPlace = remedy.operations.length > 0 && remedy.operations.every(isSet)
  const isOld = (each: string): boolean =>
    staysInPlace && placesBefore.has(after.places.get(each) ?? "")
  return [...after.kinds].every(
    ([each, its]) =>
      before.counts.has(each) ||
      isOld(each) ||
      before.cut.has(its) ||
      (opens && its !== "Mistake") ||
      (remedy.leavesOpen.length > 0 && figureKinds.has(its)),
  )
}
