import { memo } from "../../core/memo.ts"
import type { PriceExceptionTables, PriceLawWord } from "../plausibility/price-exceptions.ts"
import { prepareDominance } from "./dominance.ts"
import { priceLaws } from "./law.ts"
import {
  ageLaw,
  coverLaw,
  dayLaw,
  type LawSink,
  optionLaw,
  travellerLaw,
  tripPriceLaw,
} from "./law-boxes.ts"
import { type LawCatalogue, type LawContext, lawContexts, type LawIntent } from "./law-catalogue.ts"
import { prepareExceptions } from "./law-exceptions.ts"
import { type Bargain, type Grid, type LawBounds, prepareGrids } from "./law-grid.ts"
import type { Breach } from "./law-trips.ts"
import { prepareOwnFalls } from "./own-falls.ts"
import { preparePremiumLines } from "./premium-lines.ts"
import { prepareStepProof, type Step, type StepBox, type StepVerdict } from "./step-proof.ts"

/** In how many boxes of trips a law holds, is broken, is excepted, or could not be decided. */
export interface LawCount {
  readonly proven: number
  readonly refuted: number
  readonly excepted: number
  readonly undecided: number
}

/** A law that prices break, by the offer that is too cheap. */
export interface FoundBreach {
  readonly breach: Breach
  /** In how many boxes of trips it is so. */
  readonly boxes: number
  readonly intents: ReadonlySet<string>
}

/** What is proven of one catalogue. */
export interface LawProof {
  readonly counts: ReadonlyMap<PriceLawWord, LawCount>
  readonly found: ReadonlyArray<FoundBreach>
  /** The lines of the exceptions without which a law would be broken. */
  readonly needed: ReadonlySet<number>
}

/** What proofs are made from. */
export interface ProofParts {
  readonly catalogue: LawCatalogue
  readonly exceptions: PriceExceptionTables
  readonly intents: ReadonlyArray<LawIntent>
  readonly bounds: LawBounds
}

type Mutable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] }

/** Gathers what proofs say. */
const makeRecord = () => {
  const counts = new Map(
    priceLaws.map((law): [PriceLawWord, Mutable<LawCount>] => [
      law,
      { proven: 0, refuted: 0, excepted: 0, undecided: 0 },
    ]),
  )
  const found = new Map<string, { breach: Breach; boxes: number; intents: Set<string> }>()
  const needed = new Set<number>()
  return {
    count: (law: PriceLawWord, name: keyof LawCount): void => {
      const count = counts.get(law)
      if (count !== undefined) count[name] += 1
    },
    refute: ({ after: { kind }, law }: Step, breach: Breach): void => {
      const [low, high] = [breach.low, breach.high].map(({ price }) => price.offer.row.offerId)
      const name = `${law} ${low} ${law === "cover" ? high : ""}`
      const entry = found.get(name) ?? { breach, boxes: 0, intents: new Set<string>() }
      entry.boxes += 1
      entry.intents.add(kind.intent)
      found.set(name, entry)
    },
    need: (line: number): void => void needed.add(line),
    proof: (): LawProof => ({ counts, found: [...found.values()], needed }),
  }
}

/** Remembers what was proven of a step and a box: contexts share most of theirs. */
const rememberProofs = (prove: ReturnType<typeof prepareStepProof>): typeof prove => {
  const known = new Map<string, StepVerdict>()
  return (step, box, after, before) => {
    const ranges = [box.days, box.others, box.oldest, ...(box.youngest ? [box.youngest] : [])]
    const key = [
      step.law,
      step.ageBefore,
      step.ageAfter,
      step.after.priceKnown,
      after.lines.key,
      ...before.map(({ lines }) => lines.key),
      ...ranges.flatMap(({ from, to }) => [from, to]),
    ].join("|")
    const found = known.get(key)
    if (found !== undefined) return found
    const verdict = prove(step, box, after, before)
    known.set(key, verdict)
    return verdict
  }
}

/** Prepares what becomes of a box: proven, or cut where exceptions begin. */
const prepareSink = ({ bounds, catalogue, exceptions: tables }: ProofParts) => {
  const record = makeRecord()
  const prove = rememberProofs(prepareStepProof(catalogue, bounds))
  const exceptions = prepareExceptions(tables, catalogue.name)
  const settle = (step: Step, verdict: StepVerdict): void => {
    if (verdict._tag === "Proven") record.count(step.law, "proven")
    else if (verdict._tag === "Undecided") record.count(step.law, "undecided")
    else {
      record.count(step.law, "refuted")
      record.refute(step, verdict.breach)
    }
  }
  const look = (step: Step, box: StepBox, after: Bargain, before: ReadonlyArray<Bargain>): void => {
    const verdict = prove(step, box, after, before)
    if (verdict._tag === "Proven" || !exceptions.mayExcept(step)) {
      settle(step, verdict)
      return
    }
    for (const part of exceptions.partsOf(step, box)) {
      const own = prove(step, part.box, after, before)
      if (own._tag === "Proven" || part.rows.length === 0) settle(step, own)
      else {
        record.count(step.law, "excepted")
        for (const { line } of part.rows) record.need(line)
      }
    }
  }
  const sink: LawSink = { look, pass: (law) => record.count(law, "proven") }
  return { sink, proof: record.proof }
}

const contextKey = ({ destinations, kind, priceKnown }: LawContext): string =>
  [...Object.values(kind), priceKnown, ...destinations].join(" ")

/** The options that a law adds to a trip. */
const options = [
  { law: "cancellation", option: "cancellation" },
  { law: "extreme_sports", option: "extremeSports" },
] as const

/**
 * Proves the laws of prices of one catalogue: every kind of trip that somebody can buy for, cut into
 * boxes whose trips no table tells apart. Boxes are proven, or broken by a trip that is priced as any
 * traveller's.
 */
export const provePrices = (parts: ProofParts): LawProof => {
  const { bounds, catalogue, intents } = parts
  const linesOf = preparePremiumLines(catalogue, bounds.daysMax)
  const makeGrid = prepareGrids(catalogue, linesOf, bounds)
  const { proof, sink } = prepareSink(parts)
  const falls = prepareOwnFalls()
  const dominances = prepareDominance(catalogue)
  const contexts = lawContexts(catalogue, intents)
  const contextOf = new Map(contexts.map((context) => [contextKey(context), context]))
  const grids = new Map<string, Grid>()
  const gridOf = memo((context: LawContext): Grid => {
    const made = makeGrid(context)
    const known = grids.get(made.key)
    if (known === undefined) grids.set(made.key, made)
    return known ?? made
  })
  const compared = new Set<string>()
  for (const context of contexts) {
    const before = gridOf(context)
    for (const { law, option } of options) {
      const { kind } = context
      // Who asks for cancellation tells what is insured: the trip before tells it, too.
      if (kind[option] || (law === "cancellation" && !context.priceKnown)) continue
      const changed = contextOf.get(contextKey({ ...context, kind: { ...kind, [option]: true } }))
      if (changed === undefined) continue
      const after = gridOf(changed)
      const key = `${law} ${before.key} ${after.key}`
      if (compared.has(key)) continue
      compared.add(key)
      optionLaw(law, { before, after }, falls, sink)
    }
  }
  for (const grid of grids.values()) {
    travellerLaw(grid, falls, sink)
    dayLaw(grid, falls, sink)
    ageLaw(grid, falls, sink)
    tripPriceLaw(grid, sink)
    coverLaw(grid, dominances, sink)
  }
  return proof()
}
