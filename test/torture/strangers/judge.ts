import type { LoadSeen } from "../../../bench/http/load.ts"

/** How late the 99th percentile of signed calls may come beside strangers, in milliseconds. */
export const besideP99MaxMs = 250

/** What was seen of callers without a valid key, and of those beside them. */
export interface StrangersRecord {
  readonly before: LoadSeen
  readonly beside: LoadSeen
  readonly strangers: LoadSeen
  /** Outcomes of the first calls of keys that were made meanwhile, and how long they took. */
  readonly newKeys: ReadonlyArray<{ readonly outcome: string; readonly tookMs: number }>
  /** Outcomes of looks at pages that need no key, and how long they took. */
  readonly open: ReadonlyArray<{ readonly outcome: string; readonly tookMs: number }>
  readonly isTimed: boolean
}

const signedProblems = (when: string, { answered, broken, statuses }: LoadSeen) => [
  ...(answered > 0 && answered === statuses["200"]
    ? []
    : [`signed calls were answered ${JSON.stringify(statuses)} ${when} strangers`]),
  ...(broken === 0 ? [] : [`${broken} connections of partners broke ${when} strangers`]),
]

const wrongOutcomes = (what: string, seen: StrangersRecord["open"]) =>
  seen.flatMap(({ outcome }) => (outcome === "200" ? [] : [`${what} was answered ${outcome}`]))

/** Everything that broke the promise, by what was seen. */
export const strangersProblems = (seen: StrangersRecord): ReadonlyArray<string> => {
  const { before, beside, isTimed, newKeys, open, strangers } = seen
  const { answered, broken, statuses } = strangers
  return [
    ...signedProblems("before", before),
    ...signedProblems("beside", beside),
    ...wrongOutcomes("a new key", newKeys),
    ...wrongOutcomes("a page without a key", open),
    ...(answered > 0 && answered === statuses["401"]
      ? []
      : [`strangers were answered ${JSON.stringify(statuses)}`]),
    ...(broken === 0 ? [] : [`${broken} connections of strangers broke`]),
    ...(isTimed && beside.p99Ms > besideP99MaxMs
      ? [`p99 of signed calls was ${beside.p99Ms.toFixed(1)} ms beside strangers`]
      : []),
  ]
}
