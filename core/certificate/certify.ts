import { type DecisionGround, prepareDecision } from "../check/decision-ground.ts"
import type { IntendedGap } from "../check/intended-gap.ts"
import { findBrokenPromises } from "../check/meaning/broken-promises.ts"
import { orderedCases, reachesOf } from "../check/meaning/ordered-case.ts"
import { writtenRows } from "../check/meaning/table-cells.ts"
import { findOverlaps } from "../check/overlaps.ts"
import { once } from "../memory.ts"
import { rowsOf } from "../table/bitset.ts"
import type { WordsOf } from "../analysis/space.ts"
import type { Decision } from "../table/decision.ts"
import { policies } from "../table/hit-policy.ts"
import { type Monotone, sumText } from "../table/meaning.ts"
import { type Cases, drawCases, edgesMax, placesIn } from "./cases.ts"
import { declarationOf, type DeclaredCondition, saidBy } from "./declaration.ts"

/** What a certificate can say of a table, or of two versions of it. */
export type Verdict =
  | "no gap"
  | "no overlap"
  | "no conflict"
  | "equivalent"
  | `${string} never ${"falls" | "rises"} as ${string} rises`

/** Facts that refute a verdict: for each condition the place of a segment that they lie in. */
export interface Refuted {
  readonly claim: Verdict
  readonly at: ReadonlyArray<number>
}

/** A verdict with what shows it to someone who trusts nothing; nothing is needed where rows show it. */
export type Claim =
  | Refuted
  | { readonly claim: Verdict }
  | ({ readonly claim: "no gap" } & Cases<number>)
  | ({ readonly claim: "equivalent" } & EquivalentCases)

/** What shows that two versions answer alike; rows of the second are counted behind those of the first. */
export interface EquivalentCases extends Cases<
  readonly [before: ReadonlyArray<number>, after: ReadonlyArray<number>]
> {
  /** Rows that stand in both, in one order: the place of each in the first and in the second. */
  readonly pairs: ReadonlyArray<readonly [before: number, after: number]>
}

/** Why a verdict cannot be certified. */
export type Uncertified =
  /** The search for it was cut short. */
  | "cut short"
  /** Its cases would take more than some megabytes. */
  | "too many cases"
  /** A row breaks the promise. */
  | "broken"
  /** The promise is about numbers that are not whole, or words that are not listed. */
  | "not countable"
  /** Results that read alike are written in different ways. */
  | "written differently"

/** A verdict that no certificate is given for, and why. */
export interface OpenVerdict {
  readonly claim: Verdict
  readonly why: Uncertified
}

/** What is certified of a table, and what is not. */
export interface Certified {
  readonly claims: ReadonlyArray<Claim>
  readonly open: ReadonlyArray<OpenVerdict>
}

/** A sound table with the gaps that it declares. */
export interface CertifiedTable {
  readonly decision: Decision
  readonly source: string
  readonly declared: ReadonlyArray<IntendedGap>
  readonly wordsOf: WordsOf
}

/** How far the search for what shows a verdict goes. */
export interface CertifyLimits {
  /** Words of bitsets that a question looks at. */
  readonly budget: number
  /** Steps between cases. */
  readonly edges: number
}

/** Some seconds, and some megabytes. */
export const certifyLimits: CertifyLimits = { budget: 300_000_000, edges: edgesMax }

/**
 * All that a decision table is declared to keep, each with what shows it: that some row applies to
 * everything, that rows do not meet, that sums keep their order.
 *
 * ```ts
 * import { certifyTable } from "../core/certificate/certify.ts"
 * import { loadDecision } from "../core/table/decision.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * const source = "age,zone,fare_cents\n<65,,250\n>=65,,150\n"
 * const { content } = loadDecision(fares, source)
 * const { claims } = certifyTable({ decision: content, source, declared: [], wordsOf: () => undefined })
 * claims // => [{ claim: "no gap", order: [0, 1], cases: [[0, 0, 0, -1, 1, 2, -2]], leaves: [0, 1] }]
 * ```
 */
export const certifyTable = (
  table: CertifiedTable,
  limits: CertifyLimits = certifyLimits,
): Certified => {
  const { definition } = table.decision
  const { complete, promises } = declarationOf(definition)
  const { overlaps } = policies[definition.hitPolicy]
  const { decision, declared, wordsOf } = table
  const ground = once(() => prepareDecision(decision, declared, wordsOf))
  const found = [
    ...(complete ? [noGap(ground(), limits)] : []),
    ...(overlaps === "any" ? [] : [noMeeting(ground(), limits)]),
    ...(promises.length === 0 ? [] : kept(table, limits)),
  ]
  return {
    claims: found.flatMap((one) => ("why" in one ? [] : one)),
    open: found.flatMap((one) => ("why" in one ? one : [])),
  }
}

/**
 * What each row says, for rows in the order in which they count: a text that is the same for rows
 * that say the same.
 */
export const saidByRows = ({ definition, fields }: Decision): ReadonlyArray<string> => {
  const { results } = declarationOf(definition)
  const names = [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)]
  const places = results.map(({ kind, name }) => ({ kind, place: names.indexOf(name) }))
  return fields.map((row) =>
    JSON.stringify(places.map(({ kind, place }) => saidBy(kind, row[place]?.text ?? ""))),
  )
}

type Found = Claim | OpenVerdict

const noGap = ({ space }: DecisionGround, { edges }: CertifyLimits): Found => {
  const drawn = drawCases<number>(
    space,
    {
      leaf: (_, settled, { rows }) => {
        const [first] = rowsOf(settled)
        return first === undefined ? undefined : rows[first]
      },
    },
    edges,
  )
  switch (drawn._tag) {
    case "Cases":
      return { claim: "no gap", ...drawn.cases }
    case "Facts":
      return { claim: "no gap", at: drawn.at }
    case "TooMany":
      return { claim: "no gap", why: "too many cases" }
  }
}

/** That no two rows meet, or none that say different things: which rows themselves show. */
const noMeeting = (ground: DecisionGround, { budget }: CertifyLimits): Found => {
  const { decision } = ground
  const isUnique = policies[decision.definition.hitPolicy].overlaps === "none"
  const claim = isUnique ? "no overlap" : "no conflict"
  const numbers = new Map<string, number>()
  const outcomes = saidByRows(decision).map((said) => {
    const number = numbers.get(said) ?? numbers.size
    numbers.set(said, number)
    return number
  })
  const { agreeing, cutAt, disagreeing } = findOverlaps({ ...ground, outcomes }, { left: budget })
  const [pair] = isUnique ? [...disagreeing.pairs, ...agreeing.pairs] : disagreeing.pairs
  if (pair !== undefined) return { claim, at: placesIn(ground.space, pair.region) }
  return cutAt === undefined ? { claim } : { claim, why: "cut short" }
}

/** Whether a condition can be counted through: whole numbers, words that are listed, truths. */
const isCountable = (condition: DeclaredCondition): boolean => {
  if (condition.kind === "words") return "words" in condition || "from" in condition
  return condition.kind === "boolean" || condition.whole
}

/** The promises of a table, which rows themselves keep. */
const kept = (
  { decision, source, wordsOf }: CertifiedTable,
  { budget }: CertifyLimits,
): ReadonlyArray<Found> => {
  const { definition } = decision
  const { conditions } = declarationOf(definition)
  const promises = (definition.means ?? []).filter(
    (said): said is Monotone => said._tag === "Monotone",
  )
  const rows = writtenRows(definition, source)
  const reaches = reachesOf(definition, decision, rows, wordsOf)
  const broken = findBrokenPromises(
    promises.map((promise) => ({
      over: promise.over,
      ...orderedCases(promise, rows, reaches),
    })),
    () => ({ left: budget }),
  )
  return promises.map(({ never, over, sum }, index): Found => {
    const claim = `${sumText(sum)} never ${never} as ${over} rises` as const
    const falls = broken[index]
    if (!conditions.every(isCountable)) return { claim, why: "not countable" }
    if (falls === undefined) return { claim, why: "cut short" }
    return falls.length === 0 ? { claim } : { claim, why: "broken" }
  })
}
