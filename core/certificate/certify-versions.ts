import { makeSpace, type WordsOf } from "../analysis/space.ts"
import { compareDecisions } from "../difference/decision-difference.ts"
import { mergeRows } from "../difference/merge-tables.ts"
import { type Rational, zero } from "../money/rational.ts"
import { aggregateOf } from "../table/aggregate.ts"
import {
  addRow,
  type Bitset,
  emptyBitset,
  hasRow,
  meets,
  rowsOf,
  sameRows,
} from "../table/bitset.ts"
import type { ConditionTest } from "../table/condition.ts"
import type { Decision } from "../table/decision.ts"
import { answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import { valueKey } from "../table/value-key.ts"
import type { Ground } from "../analysis/ground.ts"
import { drawCases, placesIn, type Saying } from "./cases.ts"
import {
  type Certified,
  certifyLimits,
  type CertifyLimits,
  saidByRows,
  type Uncertified,
} from "./certify.ts"

/**
 * That two versions of a decision table answer alike, with what shows it; or facts that they answer
 * differently. `wordsOf` has the words of both.
 *
 * ```ts
 * import { certifyVersions } from "../core/certificate/certify-versions.ts"
 * import { loadDecision } from "../core/table/decision.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * const [before, after] = ["<65,,250\n>=65,,150\n", ">=65,,150\n<60,,250\n[60..65),,250\n"]
 *   .map((rows) => loadDecision(fares, `age,zone,fare_cents\n${rows}`).content)
 * const certified = before && after && certifyVersions(before, after, () => undefined)
 * certified?.claims.map(({ claim }) => claim) // => ["equivalent"]
 * ```
 */
export const certifyVersions = (
  before: Decision,
  after: Decision,
  wordsOf: WordsOf,
  limits: CertifyLimits = certifyLimits,
): Certified => {
  const claim = "equivalent"
  const open = (why: Uncertified): Certified => ({ claims: [], open: [{ claim, why }] })
  const found = compareDecisions(before, after, wordsOf, {
    regionsMax: 1,
    budget: limits.budget,
  })
  const [first] = found.regions
  if (first !== undefined) {
    return { claims: [{ claim, at: placesIn(found.space, first.region) }], open: [] }
  }
  if (found.beyond !== "nothing") return open("cut short")
  const rows = comparedRows(before, after)
  const { hitPolicy, inputs } = after.definition
  const space = makeSpace(
    inputs,
    rows.map(({ tests }) => tests),
    wordsOf,
  )
  const saying = answersOne(hitPolicy)
    ? sayingOne(rows, before.rows.length)
    : sayingAll(rows, hitPolicy, before.rows.length)
  const drawn = drawCases(space, saying, limits.edges)
  switch (drawn._tag) {
    case "Cases": {
      const pairs = rows.flatMap((row) =>
        row.before === undefined || row.after === undefined
          ? []
          : [[row.before, row.after] as const],
      )
      return { claims: [{ claim, pairs, ...drawn.cases }], open: [] }
    }
    case "Facts":
      // They read alike, as was found above.
      return open("written differently")
    case "TooMany":
      return open("too many cases")
  }
}

/** A row of one version, or one that stands in both. */
interface ComparedRow {
  readonly tests: ReadonlyArray<ConditionTest>
  /** What it says, as a text that is the same for the same. */
  readonly said: string
  /** What it adds to an aggregate. */
  readonly figure: Rational
  readonly before: number | undefined
  readonly after: number | undefined
}

/** The rows of two versions in an order that keeps both; those that stand in both are written alike. */
const comparedRows = (before: Decision, after: Decision): ReadonlyArray<ComparedRow> => {
  const [older, newer] = [saidByRows(before), saidByRows(after)]
  const conditions = Object.keys(after.definition.inputs).length
  const written = ({ fields }: Decision, place: number): string =>
    JSON.stringify(fields[place]?.slice(0, conditions).map(({ text }) => text))
  return mergeRows(before, after).flatMap((row): ReadonlyArray<ComparedRow> => {
    const old = { ...row, said: older[row.before ?? -1] ?? "" }
    const now = { ...row, said: newer[row.after ?? -1] ?? "" }
    if (row.before === undefined) return [now]
    if (row.after === undefined) return [old]
    const isSame =
      old.said === now.said && written(before, row.before) === written(after, row.after)
    return isSame
      ? [old]
      : [
          { ...old, after: undefined },
          { ...now, before: undefined },
        ]
  })
}

type Leaf = readonly [before: ReadonlyArray<number>, after: ReadonlyArray<number>]

/** No row applies that stands in one version alone; with a row on the left, none before that. */
const alike: Leaf = [[], []]

/** The rows of a ground by which version they stand in. */
const sidesOf = (rows: ReadonlyArray<ComparedRow>, { rows: places }: Ground) => {
  const [before, after, lone] = [0, 1, 2].map(() => emptyBitset(places.length)) as [
    Bitset,
    Bitset,
    Bitset,
  ]
  for (const [index, place] of places.entries()) {
    const row = rows[place]
    if (row?.before !== undefined) addRow(before, index)
    if (row?.after !== undefined) addRow(after, index)
    if (row?.before === undefined || row.after === undefined) addRow(lone, index)
  }
  return { before, after, lone }
}

type Sides = ReturnType<typeof sidesOf>

/** The sides of the one ground that a drawing has. */
const onGround = (rows: ReadonlyArray<ComparedRow>) => {
  let known: { readonly ground: Ground; readonly sides: Sides } | undefined
  return (ground: Ground): Sides => {
    if (known?.ground !== ground) known = { ground, sides: sidesOf(rows, ground) }
    return known.sides
  }
}

const both = (left: Bitset, right: Bitset): ReadonlyArray<number> =>
  rowsOf(left.map((word, index) => word & (right[index] ?? 0)))

/** Leaves of versions in which the first row that applies answers. */
const sayingOne = (rows: ReadonlyArray<ComparedRow>, size: number): Saying<Leaf> => {
  const sidesOn = onGround(rows)
  /** The first row of a version that surely applies, where all before it that may say the same. */
  const answerIn = (
    side: Bitset,
    candidates: Bitset,
    settled: Bitset,
    { rows: places }: Ground,
  ) => {
    const [sure] = both(settled, side)
    if (sure === undefined) return undefined
    const row = rows[places[sure] ?? -1]
    const earlier = both(candidates, side).filter((one) => one < sure)
    return earlier.every((one) => rows[places[one] ?? -1]?.said === row?.said) ? row : undefined
  }
  return {
    leaf: (candidates, settled, ground) => {
      const { after, before, lone } = sidesOn(ground)
      const [firstLone] = both(candidates, lone)
      if (firstLone === undefined) return alike
      const [pair] = both(settled, before).filter((row) => hasRow(after, row))
      if (pair !== undefined && pair < firstLone) {
        const row = rows[ground.rows[pair] ?? -1]
        if (row?.before !== undefined) return [[row.before], []]
      }
      const old = answerIn(before, candidates, settled, ground)
      const now = old && answerIn(after, candidates, settled, ground)
      if (old?.before === undefined || now?.after === undefined) return undefined
      return old.said === now.said ? [[old.before], [size + now.after]] : undefined
    },
    relevant: (candidates, settled, ground) => {
      const { after, before, lone } = sidesOn(ground)
      const left = emptyBitset(ground.rows.length)
      for (const side of [before, after]) {
        const [end = Infinity] = both(settled, side)
        for (const row of both(candidates, side)) if (row <= end) addRow(left, row)
        // Lone rows are kept track of as long as none of them surely hides them.
        const own = both(candidates, side).filter((row) => hasRow(lone, row))
        const loneEnd = own.find((row) => hasRow(settled, row)) ?? Infinity
        for (const row of own) if (row <= loneEnd) addRow(left, row)
      }
      return left
    },
  }
}

/** Leaves of versions in which all rows that apply answer, or add up. */
const sayingAll = (
  rows: ReadonlyArray<ComparedRow>,
  hitPolicy: HitPolicy,
  size: number,
): Saying<Leaf> => {
  const sidesOn = onGround(rows)
  const { aggregate } = policies[hitPolicy]
  const answerOf = (some: ReadonlyArray<ComparedRow>): string =>
    aggregate === undefined
      ? JSON.stringify(some.map(({ said }) => said))
      : valueKey(
          aggregateOf(
            aggregate,
            some.map(({ figure }) => figure ?? zero),
          ),
        )
  return {
    leaf: (candidates, settled, ground) => {
      const { after, before, lone } = sidesOn(ground)
      if (!meets(candidates, lone)) return alike
      if (!sameRows(candidates, settled)) return undefined
      const rowsIn = (side: Bitset) =>
        both(settled, side).flatMap((row) => rows[ground.rows[row] ?? -1] ?? [])
      const [old, now] = [rowsIn(before), rowsIn(after)]
      if (answerOf(old) !== answerOf(now)) return undefined
      return [old.flatMap((row) => row.before ?? []), now.flatMap((row) => size + (row.after ?? 0))]
    },
  }
}
