import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import {
  type AnswerBatch,
  answerHere,
  makeAnswerer,
  runLines,
} from "../../../../http/bulk/batch/answer-lines.ts"
import { prepareAnswers } from "../../../../http/bulk/batch/answering.ts"
import { lineBatches } from "../../../../http/bulk/batch/line-batches.ts"
import { startThread, startWorkers, type Workers } from "../../../../http/bulk/batch/workers.ts"
import { situations } from "../../../../rules/corpus/generate.ts"
import { times } from "../../../support/long.ts"
import { shippedTables } from "../../../support/tables.ts"
import type { Answering } from "../../../../http/bulk/batch/prepared-answers.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"

const lineBytesMax = 65_536

/** Many lines: good ones, and each kind of bad one again and again. */
const manyLines = (pick: "bilan" | "quote", length: number): Buffer => {
  const requests = situations(shippedTables, 3, 250)
  const lines = Array.from({ length }, (_, index) => {
    const request = requests[index % requests.length]?.[pick]
    const text = Buffer.from(JSON.stringify({ id: index, ...request }))
    switch (index % 50) {
      case 7:
        return Buffer.from(index % 100 === 7 ? "" : " \t\r")
      case 13:
        return Buffer.from("{")
      case 19:
        return Buffer.concat([text, Buffer.from("\r")])
      case 23:
        return Buffer.from(JSON.stringify({ id: { row: index }, residence: "FRA" }))
      case 31:
        return Buffer.from([0x7b, 0xff, 0x7d])
      case 37:
        return Buffer.from(`{"id":12345678901234567890,"note":"${"x".repeat(index * 2)}"}`)
      case 41:
        return Buffer.from("x".repeat(lineBytesMax + index))
      default:
        return text
    }
  })
  return Buffer.concat(
    lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from("\n"), line])),
  )
}

/** The first line in which two texts differ; undefined where they are the same. */
const firstDifference = (left: string, right: string) => {
  if (left === right) return undefined
  const [lefts, rights] = [left.split("\n"), right.split("\n")]
  const line = lefts.findIndex((text, index) => text !== rights[index])
  return { line, left: lefts.at(line), right: rights.at(line) }
}

const inChunks = async function* (bytes: Uint8Array, chunkBytes: number) {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield bytes.subarray(from, from + chunkBytes)
  }
}

interface Written {
  readonly answers: string
  readonly reports: string
  readonly answered: number
  readonly refused: number
}

/** Runs lines as the commands do, and keeps what is written. */
const run = Effect.fnUntraced(function* (
  input: Uint8Array,
  chunkBytes: number,
  answer: AnswerBatch,
  window: number,
) {
  const answers: Array<Uint8Array> = []
  const reports: Array<Uint8Array> = []
  const sizes = { batchBytes: 16_384, lineBytesMax, lingerMs: 1000 }
  const counts = yield* runLines({
    batches: lineBatches(inChunks(input, chunkBytes), sizes),
    unreadable: (cause) => new Error(String(cause)),
    answer,
    window,
    sinks: {
      answers: (bytes) => Effect.sync(() => void answers.push(bytes)),
      reports: (bytes) => Effect.sync(() => void reports.push(bytes)),
      progress: { show: () => {}, clear: () => {} },
    },
    noun: "bilan",
    inputBytesTotal: undefined,
  })
  const text = (parts: ReadonlyArray<Uint8Array>) => Buffer.concat(parts).toString("utf8")
  const written: Written = { answers: text(answers), reports: text(reports), ...counts }
  return written
})

const bilans: Answering = {
  _tag: "Bilan",
  engineVersion: "any",
  explain: false,
  today: "2027-01-01",
}
const quotes: Answering = {
  _tag: "Quote",
  mode: "sandbox",
  today: "2027-01-01",
  engineVersion: "any",
  explain: false,
  baseUrl: "http://localhost",
  icons: new Map([["a.svg", "<svg/>"]]),
}

const threadsOf = (answering: Answering, count: number) =>
  startWorkers(count, () => startThread({ answering, sources: shippedSources() }))

/** A thread that says that it is ready, then does what a script says with each message. */
const threadOf = (script: string): Worker =>
  new Worker(
    `const { parentPort } = require("node:worker_threads")
     const lines = (bytes) => bytes.filter((byte) => byte === 10).length
     const answers = (batch) => ({
       answered: lines(batch.bytes), refused: 0, warned: 0, unread: new Map(), answers: new Uint8Array(batch.bytes), reports: new Uint8Array(0),
     })
     parentPort.on("message", ([, batch]) => { ${script} })
     parentPort.postMessage([0])`,
    { eval: true },
  )

/** Workers' answers, with how many lines each of them has answered. */
const counted = (workers: Workers) => {
  const counts: Array<number> = []
  const answer: AnswerBatch = (batch) =>
    Effect.tap(workers.answer(batch), ({ answered }) =>
      Effect.sync(() => void counts.push(answered)),
    )
  return { answer, counts }
}

const fourLines = Buffer.from(`${"a".repeat(20_000)}\nb\n${"c".repeat(20_000)}\nd`)

/** A thread whose error overtakes its answers, as Node lets it: each of them has its own port. */
const answersAfterError = (script: string): Worker => {
  const thread = threadOf(script)
  const emit = thread.emit.bind(thread)
  const held: Array<unknown> = []
  let hasFailed = false
  thread.emit = (event: string | symbol, ...values: Array<unknown>) => {
    if (event === "message" && !hasFailed && Array.isArray(values[0]) && values[0][0] === 1) {
      held.push(values[0])
      return true
    }
    const heard = Reflect.apply(emit, thread, [event, ...values])
    if (event === "error") {
      hasFailed = true
      for (const message of held.splice(0)) emit("message", message)
    }
    return heard
  }
  return thread
}

describe("workers", () => {
  for (const [name, answering, length] of [
    ["bilan", bilans, times(1000, 3000)],
    ["bilan --explain", { ...bilans, explain: true }, times(200, 500)],
    ["quote", quotes, times(200, 500)],
  ] as const) {
    it.effect(`write what one thread writes, byte for byte: ${name}`, () =>
      Effect.gen(function* () {
        const input = manyLines(answering._tag === "Bilan" ? "bilan" : "quote", length)
        const { write } = yield* Effect.promise(() => prepareAnswers(answering, shippedTables))
        const here = answerHere(write)
        const workers = yield* threadsOf(answering, 3)
        const alone = yield* run(input, 65_536, here, 1)
        const together = yield* run(input, 10_007, workers.answer, 6)
        assert.isAbove(alone.answered, length * 0.8)
        assert.isAtLeast(alone.refused, length * 0.08)
        assert.strictEqual(alone.answers.split("\n").length - 1, alone.answered)
        assert.strictEqual(alone.reports.split("\n").length - 1, alone.refused)
        assert.strictEqual(firstDifference(together.answers, alone.answers), undefined)
        assert.strictEqual(firstDifference(together.reports, alone.reports), undefined)
        assert.deepStrictEqual(together, alone)
        const start = Effect.succeed(workers)
        const sharing = { start, afterBytes: 0, inputBytes: undefined, batchesMax: 6 }
        const shared = yield* run(input, 10_007, yield* makeAnswerer(here, sharing), 14)
        assert.strictEqual(firstDifference(shared.answers, alone.answers), undefined)
        assert.deepStrictEqual(shared, alone)
      }),
    )
  }

  const throws = `if (batch.firstLine > 1) throw new Error("boom")`
  const exits = "if (batch.firstLine > 1) process.exit(3)"
  for (const [does, start, script, reason] of [
    ["throws", threadOf, throws, "boom"],
    ["throws faster than its answers arrive", answersAfterError, throws, "boom"],
    ["exits", threadOf, exits, "The worker has exited with code: 3"],
  ] as const) {
    it.effect(`that ${does} ends the run with its reason, after the lines before`, () =>
      Effect.gen(function* () {
        const script_ = `${script}; parentPort.postMessage([1, answers(batch)])`
        const workers = yield* startWorkers(1, () => start(script_))
        const { answer, counts } = counted(workers)
        const failed = yield* Effect.flip(run(fourLines, 30_000, answer, 4))
        assert.strictEqual(String(failed.message), `A worker stopped at line 3: ${reason}`)
        assert.deepStrictEqual(counts, [2])
        const again = yield* Effect.flip(run(fourLines, 30_000, workers.answer, 4))
        assert.include(again.message, reason)
      }),
    )
  }

  it.effect("that stop leave the lines before to the others, and those are written", () =>
    Effect.gen(function* () {
      const slow = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)"
      const script = `if (batch.firstLine > 1) throw "boom"; ${slow}; parentPort.postMessage([1, answers(batch)])`
      const workers = yield* startWorkers(2, () => threadOf(script))
      const { answer, counts } = counted(workers)
      const failed = yield* Effect.flip(run(fourLines, 30_000, answer, 4))
      assert.strictEqual(String(failed.message), "A worker stopped at line 3: boom")
      assert.deepStrictEqual(counts, [2])
    }),
  )

  it.effect(
    "have room until each has a batch and three to go on with, and again once one has stopped",
    () =>
      Effect.gen(function* () {
        const workers = yield* startWorkers(2, () =>
          threadOf(`if (batch.firstLine > 1) throw "boom"`),
        )
        const hadRoom: Array<boolean> = []
        const ask = (firstLine: number) =>
          Effect.forkChild(
            workers.answer({ firstLine, lines: 1, bytes: new Uint8Array(1), inputBytes: 1 }),
            { startImmediately: true },
          )
        for (let batch = 0; batch < 8; batch += 1) {
          hadRoom.push(workers.hasRoom())
          yield* ask(1)
        }
        assert.deepStrictEqual(hadRoom, Array<boolean>(8).fill(true))
        assert.isFalse(workers.hasRoom())
        const failed = yield* Effect.flip(Fiber.join(yield* ask(2)))
        assert.include(failed.message, "boom")
        assert.isTrue(workers.hasRoom())
      }),
  )

  it.effect("that cannot prepare its tables says why", () =>
    Effect.gen(function* () {
      const sources = new Map([...shippedSources()].slice(1))
      const workers = yield* startWorkers(2, () => startThread({ answering: bilans, sources }))
      const failed = yield* Effect.flip(run(fourLines, 30_000, workers.answer, 4))
      assert.match(failed.message, /^A worker stopped at .*: \S+\.csv:1:1 expected a file/)
      assert.isTrue(workers.ready())
    }),
  )

  it.effect("end with their scope at once, whatever they are at", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const threads: Array<Worker> = []
      const start = () => {
        const thread = threadOf("for (;;);")
        threads.push(thread)
        return thread
      }
      const workers = yield* Scope.provide(startWorkers(2, start), scope)
      const running = yield* Effect.forkChild(run(fourLines, 30_000, workers.answer, 4))
      while (threads.length < 2) yield* Effect.yieldNow
      yield* Effect.promise(() =>
        Promise.all(threads.map((thread) => new Promise((done) => thread.once("online", done)))),
      )
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(
        threads.map(({ threadId }) => threadId),
        [-1, -1],
      )
      assert.isTrue(Exit.isFailure(yield* Fiber.await(running)))
    }),
  )
})
