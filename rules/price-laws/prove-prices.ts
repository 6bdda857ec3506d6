import { memo } from "../../core/memory.ts"
import {
  type PriceExceptionTables,
  type PriceLawWord,
  priceLawWords,
} from "../plausibility/plausibility-tables.ts"
import { prepareDominance } from "./dominance.ts"
import {
  ageLaw,
  coverLaw,
  dayLaw,
  type LawSink,
  optionLaw,
  travellerLaw,
  tripPriceLaw,
} from "./law-boxes.ts"
import {
  type ProofCatalogue,
  type LawContext,
  lawContexts,
  type LawIntent,
} from "./law-catalogue.ts"
import { type ExceptedBox, prepareExceptions } from "./law-exceptions.ts"
import { type Bargain, type LawGrid, type LawBounds, prepareGrids } from "./law-grid.ts"
import type { LawBreach } from "./law-trips.ts"
import { prepareOwnFalls } from "./own-falls.ts"
import { preparePremiumLines } from "./premium-lines.ts"
import { makeProofMemory, type ProofMemory, prepareProofKeys } from "./proof-memory.ts"
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
  readonly breach: LawBreach
  /** In how many boxes of trips it is so. */
  readonly boxes: number
  readonly intents: ReadonlySet<string>
}

/** Trips of which a proof came to no end. */
export interface UndecidedBox {
  readonly step: Step
  readonly box: StepBox
  readonly offerId: number
}

/** What is proven of one catalogue. */
export interface LawProof {
  readonly counts: ReadonlyMap<PriceLawWord, LawCount>
  readonly found: ReadonlyArray<FoundBreach>
  /** The first of each law. */
  readonly undecided: ReadonlyArray<UndecidedBox>
  /** The lines of the exceptions without which a law would be broken. */
  readonly needed: ReadonlySet<number>
  /** Kinds of trips that somebody can buy for. */
  readonly kinds: number
}

/** What proofs are made from. */
export interface ProofParts {
  readonly catalogue: ProofCatalogue
  readonly exceptions: PriceExceptionTables
  readonly intents: ReadonlyArray<LawIntent>
  readonly bounds: LawBounds
  /** What was proven before; what no change touches is not proven again. */
  readonly memory?: ProofMemory
}

type Mutable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] }

/** Gathers what proofs say. */
const makeRecord = () => {
  const counts = new Map(
    priceLawWords.map((law): [PriceLawWord, Mutable<LawCount>] => [
      law,
      { proven: 0, refuted: 0, excepted: 0, undecided: 0 },
    ]),
  )
  const found = new Map<string, { breach: LawBreach; boxes: number; intents: Set<string> }>()
  const open = new Map<PriceLawWord, UndecidedBox>()
  const needed = new Set<number>()
  const count = (law: PriceLawWord, name: keyof LawCount): void => {
    const count = counts.get(law)
    if (count !== undefined) count[name] += 1
  }
  return {
    count,
    refute: ({ after: { kind }, law }: Step, breach: LawBreach): void => {
      count(law, "refuted")
      const [low, high] = [breach.low, breach.high].map(({ price }) => price.offer.row.offerId)
      const name = `${law} ${low} ${law === "cover" ? high : ""}`
      const entry = found.get(name) ?? { breach, boxes: 0, intents: new Set<string>() }
      entry.boxes += 1
      entry.intents.add(kind.intent)
      found.set(name, entry)
    },
    leave: (step: Step, box: StepBox, { offer }: Bargain): void => {
      count(step.law, "undecided")
      if (!open.has(step.law)) open.set(step.law, { step, box, offerId: offer.row.offerId })
    },
    needed,
    proof: (kinds: number): LawProof => ({
      counts,
      found: [...found.values()],
      undecided: [...open.values()],
      needed,
      kinds,
    }),
  }
}

/** Remembers what came of proofs: contexts share most of their boxes, and so do versions of tables. */
const rememberProofs = ({ bounds, catalogue, memory = makeProofMemory() }: ProofParts) => {
  const prove = prepareStepProof(catalogue, bounds)
  const keyOf = prepareProofKeys(memory, `${bounds.insuredMax} ${catalogue.priced.feeBps}`)
  const now = new Map<string, StepVerdict>()
  return (...[step, box, after, before, effort]: Parameters<typeof prove>): StepVerdict => {
    const key = keyOf(
      step,
      box,
      after.lines,
      before.map(({ lines }) => lines),
    )
    if (memory.proven.has(key)) return { _tag: "Proven" }
    // What refutes a law is a trip of these tables, which the next ones may not have.
    const own = `${step.law} ${key}`
    const found = now.get(own) ?? prove(step, box, after, before, effort)
    if (found._tag === "Proven") memory.proven.add(key)
    else if (effort !== "quick") now.set(own, found)
    return found
  }
}

/** Prepares what becomes of a box: proven, or cut where exceptions begin. */
const prepareSink = (parts: ProofParts) => {
  const record = makeRecord()
  const prove = rememberProofs(parts)
  const exceptions = prepareExceptions(parts.exceptions, parts.catalogue.name)
  const settle = (step: Step, box: StepBox, after: Bargain, verdict: StepVerdict): void => {
    if (verdict._tag === "Proven") record.count(step.law, "proven")
    else if (verdict._tag === "Undecided") record.leave(step, box, after)
    else record.refute(step, verdict.breach)
  }
  const isKnown = ({ rows }: ExceptedBox): boolean =>
    rows.length > 0 && rows.every(({ line }) => record.needed.has(line))
  const look: LawSink["look"] = (step, box, after, before) => {
    const isExceptable = exceptions.mayExcept(step)
    const cut = isExceptable ? exceptions.partsOf(step, box) : []
    if (cut.length > 0 && cut.every(isKnown)) {
      record.count(step.law, "excepted")
      return
    }
    // A box of which a part is excepted is hardly proven as a whole.
    if (!cut.some(isKnown)) {
      const verdict = prove(step, box, after, before, isExceptable ? "quick" : "whole")
      if (verdict._tag === "Proven" || !isExceptable) {
        settle(step, box, after, verdict)
        return
      }
    }
    for (const part of cut) {
      const own = isKnown(part) ? undefined : prove(step, part.box, after, before)
      if (own === undefined || (own._tag === "Refuted" && part.rows.length > 0)) {
        record.count(step.law, "excepted")
        for (const { line } of part.rows) record.needed.add(line)
      } else settle(step, part.box, after, own)
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

/** The same kind of trip with an option; a trip with cancellation says what is insured. */
const withOption = (
  context: LawContext,
  { law, option }: (typeof options)[number],
): LawContext => ({
  ...context,
  kind: { ...context.kind, [option]: true },
  priceKnown: context.priceKnown || law === "cancellation",
})

/**
 * Proves the laws of prices of one catalogue, in steps: every kind of trip that somebody can buy for, cut
 * into boxes whose trips no table tells apart. Boxes are proven, or broken by a trip that is priced as any
 * traveller's.
 *
 * @yields Between two parts of the work.
 */
export function* proveInSteps(parts: ProofParts): Generator<undefined, LawProof> {
  const { bounds, catalogue, intents } = parts
  const linesOf = preparePremiumLines(catalogue, bounds.daysMax)
  const makeGrid = prepareGrids(catalogue, linesOf, bounds)
  const { proof, sink } = prepareSink(parts)
  const falls = prepareOwnFalls(bounds.adultAge)
  const dominances = prepareDominance(catalogue)
  yield
  const contexts = yield* lawContexts(catalogue, intents)
  const contextOf = new Map(contexts.map((context) => [contextKey(context), context]))
  const grids = new Map<string, LawGrid>()
  const gridOf = memo((context: LawContext): LawGrid => {
    const made = makeGrid(context)
    const known = grids.get(made.key)
    if (known === undefined) grids.set(made.key, made)
    return known ?? made
  })
  const compared = new Set<string>()
  yield
  for (const context of contexts) {
    const before = gridOf(context)
    for (const asked of options) {
      if (context.kind[asked.option]) continue
      const changed = contextOf.get(contextKey(withOption(context, asked)))
      if (changed === undefined) continue
      const after = gridOf(changed)
      const key = `${asked.law} ${before.key} ${after.key}`
      if (compared.has(key)) continue
      compared.add(key)
      optionLaw(asked.law, { before, after }, falls, sink)
      yield
    }
  }
  for (const grid of grids.values()) {
    travellerLaw(grid, falls, sink)
    yield
    dayLaw(grid, falls, sink)
    ageLaw(grid, { adultAge: bounds.adultAge, falls }, sink)
    tripPriceLaw(grid, sink)
    yield
    coverLaw(grid, dominances, sink)
    yield
  }
  return proof(contexts.length)
}
