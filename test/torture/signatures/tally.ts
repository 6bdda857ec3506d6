import type { Relation } from "./meaning.ts"
import type { Wire } from "./wire.ts"

/** What the service made of a tampered call. */
export interface Judged {
  readonly kind: string
  readonly wire: Wire
  readonly relation: Relation
  /** Whether its signature was taken as good. */
  readonly verified: boolean
  /** Whether it was let through to an endpoint. */
  readonly letIn: boolean
  /** How it was answered, for the report. */
  readonly answer: string
}

const shown = ({ body, headers, method, path }: Wire): string =>
  JSON.stringify({ method, path, headers, bodyBase64: Buffer.from(body).toString("base64") })

/** Why a tampered call should have been treated otherwise; undefined where all is well. */
export const violationOf = ({
  answer,
  kind,
  letIn,
  relation,
  verified,
  wire,
}: Judged): string | undefined => {
  const tell = (what: string) => `${kind}: ${what} (${answer}): ${shown(wire)}`
  switch (relation) {
    case "changed":
      return verified || letIn ? tell("accepted") : undefined
    case "same message":
      return letIn ? tell("the signed bytes lead elsewhere, and were let in") : undefined
    case "same":
      return letIn ? undefined : tell("refused, though nothing that is signed was touched")
  }
}

/** Counts of tampered calls. */
export interface Tally {
  tampered: number
  accepted: number
  /** Nothing that is signed was touched: these pass, as they should. */
  untouched: number
  /** The signed bytes were the same under another path or method, which leads nowhere. */
  unrouted: number
  readonly violations: Array<string>
  readonly byAnswer: Map<string, number>
  readonly kinds: Set<string>
}

/** Counts of nothing yet. */
export const emptyTally = (): Tally => ({
  tampered: 0,
  accepted: 0,
  untouched: 0,
  unrouted: 0,
  violations: [],
  byAnswer: new Map(),
  kinds: new Set(),
})

/** Counts a call. */
export const count = (tally: Tally, judged: Judged): void => {
  const { answer, kind, letIn, relation, verified } = judged
  tally.kinds.add(kind)
  const violation = violationOf(judged)
  if (violation !== undefined) tally.violations.push(violation)
  if (relation === "same") {
    tally.untouched += 1
    return
  }
  tally.tampered += 1
  if (letIn || (relation === "changed" && verified)) tally.accepted += 1
  if (relation === "same message" && !letIn) tally.unrouted += 1
  tally.byAnswer.set(answer, (tally.byAnswer.get(answer) ?? 0) + 1)
}
