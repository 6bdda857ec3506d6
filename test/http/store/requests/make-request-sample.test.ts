import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keepNothing, type RequestSample } from "../../../../http/ports/request-sample.ts"
import {
  makeRequestSample,
  type SamplePolicy,
  samplePolicy,
} from "../../../../http/store/requests/make-request-sample.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"

const inFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "viatica-sample-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
)

/** Keeps what one draw after the other says, and writes it only when it is told to. */
const sampling = (
  folder: string,
  draws: ReadonlyArray<number>,
  more: Partial<SamplePolicy & { readonly share: number }> = {},
) => {
  let drawn = 0
  const random: typeof Random.Random.Service = {
    nextIntUnsafe: () => 0,
    nextDoubleUnsafe: () => draws[drawn++ % draws.length] ?? 0,
  }
  const { share = 0.01, ...policy } = more
  return makeRequestSample(
    { share, folder: join(folder, "requests") },
    { ...samplePolicy, writeEveryMs: 1e9, ...policy },
  ).pipe(Effect.provideService(Random.Random, random))
}

const linesOf = (folder: string, mode: "live" | "sandbox") =>
  Effect.promise(async () => {
    const text = await readFile(join(folder, "requests", `${mode}.ndjson`), "utf8")
    return text.trimEnd().split("\n")
  })

/** Answers requests by their number, and gives what was answered. */
const answering = (
  sample: Pick<RequestSample["Service"], "keepWith">,
  mode: "live" | "sandbox",
  count: number,
) => {
  const keep = sample.keepWith(() => (request: number) => ({ request }))
  return Effect.forEach(Array.from({ length: count }).keys(), (request) =>
    keep(mode, request, Effect.succeed(request)),
  )
}

describe("requests", () => {
  it.effect("are kept where the draw lies below the share", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const sample = yield* sampling(folder, [0.5, 0.0099, 0.01, 0, 0.999])
      expect(yield* answering(sample, "live", 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      yield* sample.flush
      expect(yield* linesOf(folder, "live")).toEqual(
        [1, 3, 6, 8].map((request) => JSON.stringify({ request })),
      )
    }),
  )

  it.effect("are all kept at a share of 1", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const sample = yield* sampling(folder, [0, 0.5, 1 - 2 ** -53], { share: 1, batchMax: 2 })
      yield* answering(sample, "live", 3)
      yield* answering(sample, "sandbox", 2)
      yield* sample.flush
      expect((yield* linesOf(folder, "live")).length).toBe(3)
      expect((yield* linesOf(folder, "sandbox")).length).toBe(2)
    }),
  )

  it.effect("are kept only once their call is answered, and written after that", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const sample = yield* sampling(folder, [0])
      let written = 0
      const keep = sample.keepWith(() => () => ({ written: (written += 1) }))
      const discarded = keep("live", 1, Effect.void)
      yield* keep("live", 2, Effect.void)
      expect([Effect.isEffect(discarded), written]).toEqual([true, 0])
      yield* sample.flush
      yield* sample.flush
      expect(yield* linesOf(folder, "live")).toEqual(['{"written":1}'])
    }),
  )

  it.effect("are written every so often, and at the end", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const scope = yield* Scope.make()
      const sample = yield* Effect.provideService(
        sampling(folder, [0], { writeEveryMs: 60_000 }),
        Scope.Scope,
        scope,
      )
      yield* answering(sample, "live", 1)
      yield* TestClock.adjust(59_999)
      expect(existsSync(join(folder, "requests"))).toBe(false)
      yield* Scope.close(scope, Exit.void)
      expect((yield* linesOf(folder, "live")).length).toBe(1)
    }),
  )

  it.effect("are not kept once too many wait, and the log says how many", () => {
    const { layer: layerLog, lines } = makeRecordedLog()
    return Effect.gen(function* () {
      const folder = yield* inFolder
      const sample = yield* sampling(folder, [0], { waitingMax: 3, batchMax: 2 })
      expect((yield* answering(sample, "live", 5)).length).toBe(5)
      yield* sample.flush
      expect((yield* linesOf(folder, "live")).length).toBe(3)
      expect(lines).toEqual([
        { message: "too many requests at once: not kept", facts: { requests: "2" } },
      ])
      yield* answering(sample, "live", 3)
      yield* sample.flush
      expect((yield* linesOf(folder, "live")).length).toBe(6)
      expect(lines.length).toBe(1)
    }).pipe(Effect.provide(layerLog))
  })

  it.effect("harm no call where they cannot be written, which the log says once", () => {
    const { layer: layerLog, lines } = makeRecordedLog()
    return Effect.gen(function* () {
      const folder = yield* inFolder
      const inTheWay = join(folder, "requests")
      yield* Effect.promise(() => writeFile(inTheWay, ""))
      const sample = yield* sampling(folder, [0])
      for (let round = 0; round < 3; round += 1) {
        expect(yield* answering(sample, "live", 2)).toEqual([0, 1])
        yield* sample.flush
      }
      const facts = { folder: inTheWay }
      expect(lines).toEqual([
        {
          message: "requests cannot be kept for analysts",
          facts: { ...facts, reason: "a file is in the way" },
        },
      ])
      yield* Effect.promise(() => rm(inTheWay))
      yield* answering(sample, "live", 1)
      yield* sample.flush
      expect(yield* linesOf(folder, "live")).toEqual(['{"request":0}'])
      expect(lines[1]).toEqual({ message: "requests are kept for analysts again", facts })
    }).pipe(Effect.provide(layerLog))
  })

  it.effect("harm nothing where writing one fails by itself", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const sample = yield* sampling(folder, [0])
      const keep = sample.keepWith(() => (): object => {
        throw new Error("unwritable")
      })
      expect(yield* keep("live", 1, Effect.succeed("answered"))).toBe("answered")
      yield* sample.flush
      yield* answering(sample, "live", 1)
      yield* sample.flush
      expect(yield* linesOf(folder, "live")).toEqual(['{"request":0}'])
    }),
  )

  it("that nobody asked to keep cost nothing: their program is the same", () => {
    const program = Effect.succeed(1)
    const keep = keepNothing.keepWith((): never => {
      throw new Error("prepared for nothing")
    })
    expect(keep("live", undefined, program)).toBe(program)
  })
})
