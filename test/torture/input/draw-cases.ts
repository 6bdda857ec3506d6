import * as fc from "fast-check"
import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import {
  arbitraryBody,
  arbitraryPath,
  bytes,
  type Issued,
  methods,
  mutated,
  validBodiesOf,
} from "../../support/arbitrary-calls.ts"
import type { StageKey } from "../stage.ts"
import type { InputCase } from "./case.ts"
import { drawTrick, type RawTrick } from "./raw-tricks.ts"
import { pickOne, textTampers } from "./text-tampers.ts"

/** What cases are drawn from. */
export interface Drawing {
  readonly keys: ReadonlyArray<StageKey>
  readonly issued: Issued
}

/** How many cases of each family a batch has. */
export const batchShares = { correct: 20, changed: 50, any: 20, text: 80, target: 15, raw: 15 }

/** How many cases a batch has. */
export const batchSize = Object.values(batchShares).reduce((sum, share) => sum + share, 0)

/** A batch: cases for connections that are kept, and tricks for connections of their own. */
export interface Batch {
  readonly cases: ReadonlyArray<InputCase>
  readonly tricks: ReadonlyArray<RawTrick>
}

type Json = fc.JsonValue

interface Posted {
  readonly path: string
  readonly body: Json | Uint8Array
}

const asBytes = (body: Json | Uint8Array): Buffer =>
  Buffer.from(body instanceof Uint8Array ? body : JSON.stringify(body))

const oddLines: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  [],
  [],
  ["content-type: text/plain; charset=utf-16"],
  ["content-type: application/x-www-form-urlencoded"],
  ["accept: application/xml;q=0"],
  ["accept-encoding: gzip, br"],
  ["x-http-method-override: DELETE"],
  ["x-forwarded-host: elsewhere", "x-original-url: /hidden", "x-rewrite-url: /hidden"],
  ["origin: https://elsewhere.example", "access-control-request-method: POST"],
  ["range: bytes=0-1", "if-none-match: *"],
  ["cookie: a=b; __proto__=c", "__proto__: x", "constructor: y"],
  ["expect: 100-continue"],
  ["expect: tea"],
  ["x-request-id: not-mine"],
]

/** Draws from what fast-check generates, decided by a number. */
const sample = <Value>(arbitrary: fc.Arbitrary<Value>, seed: number, count: number) =>
  fc.sample(arbitrary, { seed, numRuns: count })

/** Makes the arbitraries of a run once; they are the dear part. */
const arbitrariesOf = (issued: Issued) => {
  const bodies = [...validBodiesOf(issued)]
  const posted = (change: (arbitrary: fc.Arbitrary<Json>) => fc.Arbitrary<Json>) =>
    fc.oneof(
      ...bodies.map(([path, arbitrary]) =>
        change(arbitrary).map((body): Posted => ({ path, body })),
      ),
    )
  return {
    correct: posted((arbitrary) => arbitrary),
    changed: posted(mutated),
    any: fc.record({ path: fc.constantFrom(...bodies.map(([path]) => path)), body: arbitraryBody }),
    target: fc.record({
      method: fc.constantFrom(...methods),
      target: arbitraryPath,
      body: fc.option(bytes, { nil: undefined, freq: 3 }),
    }),
  }
}

const postCase = (kind: string, path: string, body: Buffer, draws: Draws, key: StageKey) => ({
  kind,
  method: "POST",
  target: draws.below(20) === 0 ? `${path}?x=%00` : path,
  body,
  // Nearly all are signed correctly, so that they reach what reads bodies.
  key: draws.below(50) === 0 ? null : key,
  lines: pickOne(draws, oddLines),
  isChunked: draws.below(4) === 0,
})

/** Draws batches: the same seed and number give the same batch, whatever came before. */
export const makeBatches = ({ issued, keys }: Drawing) => {
  const arbitraries = arbitrariesOf(issued)
  const tampers = Object.entries(textTampers)
  return (seed: number, batch: number, nowSeconds: number): Batch => {
    const draws = makeDraws(seed ^ Math.imul(batch + 1, 0x9e3779b1))
    const fcSeed = draws.next() | 0
    const post = (kind: string, { body, path }: Posted): InputCase =>
      postCase(kind, path, asBytes(body), draws, pickOne(draws, keys))
    const correct = sample(arbitraries.correct, fcSeed, batchShares.correct)
    const tampered = (): InputCase => {
      const [kind, tamper] = pickOne(draws, tampers)
      const { body, path } = pickOne(draws, correct)
      return postCase(kind, path, tamper(JSON.stringify(body), draws), draws, pickOne(draws, keys))
    }
    const targeted = sample(arbitraries.target, fcSeed, batchShares.target).map(
      ({ body, ...rest }): InputCase => ({
        kind: "any target",
        ...rest,
        body: body === undefined ? undefined : Buffer.from(body),
        key: draws.below(3) === 0 ? null : pickOne(draws, keys),
        lines: pickOne(draws, oddLines),
        isChunked: false,
      }),
    )
    const trick = (): RawTrick =>
      drawTrick({
        draws,
        key: pickOne(draws, keys),
        body: JSON.stringify({ residence: "FR", destinations: ["US"] }),
        nowSeconds,
      })
    return {
      cases: [
        ...correct.map((posted) => post("correct", posted)),
        ...sample(arbitraries.changed, fcSeed, batchShares.changed).map((posted) =>
          post("changed", posted),
        ),
        ...sample(arbitraries.any, fcSeed, batchShares.any).map((posted) =>
          post("any body", posted),
        ),
        ...Array.from({ length: batchShares.text }, tampered),
        ...targeted,
      ],
      tricks: Array.from({ length: batchShares.raw }, trick),
    }
  }
}
