import { type Figure, figureOfRounds } from "../../bench/figure.ts"
import { type BenchRecord, type Circumstances, makeRecord } from "../../bench/report/record.ts"
import type { PartOutcome } from "../../bench/run-parts.ts"
import type { Target } from "../../bench/targets.ts"

const facts = {
  work: "the work",
  against: "a peer",
  measure: "times as fast",
  target: null,
  workShown: "10 ns",
  peerShown: "25 ns",
} as const

/** A target by a name of its own. */
export const target = (bound: Target["bound"], ratio: number, name = "aim"): Target => ({
  name,
  means: `what ${name} is`,
  bound,
  ratio,
})

/** A figure of three rounds, with some of its facts replaced. */
export const figure = (given: Partial<Figure> = {}): Figure => ({
  ...figureOfRounds(facts, [2, 2.5, 4]),
  ...given,
})

/** What a part came to that found these figures. */
export const part = (
  figures: ReadonlyArray<Figure>,
  given: Partial<PartOutcome> = {},
): PartOutcome => ({
  name: "made-up",
  about: "Made up.",
  figures,
  notes: [],
  failure: null,
  ...given,
})

/** Where and when a bench ran. */
export const circumstances: Circumstances = {
  date: "2027-01-02T03:04:05.000Z",
  seed: 7,
  node: "24.0.0",
  packages: { peer: "1.2.3" },
  cores: 2,
  processor: "a processor",
}

/** The record of a run of these parts. */
export const recordOf = (...outcomes: ReadonlyArray<PartOutcome>): BenchRecord =>
  makeRecord(circumstances, outcomes)
