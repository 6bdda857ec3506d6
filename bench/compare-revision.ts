import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CheckoutOptions, withCheckout } from "./compare-revision-checkout.ts"
import {
  type Changes,
  changesOf,
  type Comparison,
  type Sample,
} from "./compare-revision-figures.ts"
import { runSide, type Side } from "./compare-revision-side.ts"
import type { Part } from "./part.ts"
import type { RecordedPart } from "./report-record.ts"

type PartName = Pick<Part, "name" | "about">

/** What is compared, and how. */
export interface CompareOptions extends CheckoutOptions {
  readonly revision: string
  /** The parts as they are now; what only the revision has is not run. */
  readonly parts: ReadonlyArray<PartName>
  /** How often either side runs. */
  readonly runs: number
  readonly signal: AbortSignal
}

/** A comparison, and the parts as the last run of the files as they are found them. */
export interface Compared {
  readonly comparison: Comparison
  readonly parts: ReadonlyArray<RecordedPart>
}

interface Sides {
  readonly before: Side
  readonly now: Side
}

interface ComparedPart extends Changes {
  readonly part: RecordedPart
}

const withoutRecord = ({ about, name }: PartName): RecordedPart => ({
  name,
  about,
  figures: [],
  exactness: [],
  notes: [],
  failure: "its run left no record",
})

/** Runs one part on both sides in turns, and once more at most where a side gives no figures. */
const comparePart = async (
  part: PartName,
  sides: Sides,
  { runs, say, signal }: CompareOptions,
): Promise<ComparedPart> => {
  const samples: Record<keyof Sides, Array<ReadonlyArray<Sample>>> = { before: [], now: [] }
  const remarks = new Set<string>()
  let last: RecordedPart | null = null
  let isOneSilent = false
  for (let run = 0; run < runs && !isOneSilent; run += 1) {
    for (const which of ["before", "now"] as const) {
      say(`${part.name}: ${sides[which].label}, run ${run + 1} of ${runs}`)
      const found = await runSide(sides[which], part.name, signal)
      if (found.remark !== null) remarks.add(found.remark)
      if (found.samples === null) isOneSilent = true
      else samples[which].push(found.samples)
      if (which === "now") last = found.part
    }
  }
  const changes = changesOf(samples.before, samples.now)
  return {
    ...changes,
    remarks: [...remarks, ...changes.remarks],
    part: last ?? withoutRecord(part),
  }
}

/** Runs the parts of the bench at a revision and as they are now, in turns on the same machine. */
export const compareRevision = (options: CompareOptions): Promise<Compared> =>
  withCheckout(options.revision, options, async ({ commit, folder }) => {
    const { parts, revision, root, runs } = options
    const out = mkdtempSync(join(tmpdir(), "viatica-now-"))
    const recordThere = join(folder, "bench-results", "latest.json")
    const recordHere = join(out, "latest.json")
    const sides: Sides = {
      before: { label: revision, folder, recordFile: recordThere, args: [] },
      now: { label: "now", folder: root, recordFile: recordHere, args: ["--out", out] },
    }
    const found: Array<ComparedPart> = []
    try {
      for (const part of parts) found.push(await comparePart(part, sides, options))
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
    const comparison: Comparison = {
      revision,
      commit,
      runs,
      changes: found.flatMap(({ changes }) => changes),
      onlyBefore: found.flatMap(({ onlyBefore }) => onlyBefore),
      onlyNow: found.flatMap(({ onlyNow }) => onlyNow),
      remarks: found.flatMap(({ remarks }) => remarks),
    }
    return { comparison, parts: found.map(({ part }) => part) }
  })
