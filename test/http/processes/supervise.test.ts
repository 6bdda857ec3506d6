import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import {
  ProcessNotStarted,
  type ServingProcess,
  superviseProcesses,
} from "../../../http/processes/supervise.ts"

/** Processes that only pretend to run, by the order in which they were started. */
const makePretended = () => {
  const ends: Array<Deferred.Deferred<string>> = []
  const retired: Array<number> = []
  let refusal: string | undefined
  const start = Effect.suspend(() => {
    if (refusal !== undefined)
      return Effect.fail(new ProcessNotStarted({ why: { _tag: "Said", lines: [refusal] } }))
    const end = Deferred.makeUnsafe<string>()
    const pid = ends.push(end)
    const process: ServingProcess = {
      pid,
      ended: Deferred.await(end),
      tell: () => Effect.void,
      figures: Effect.succeed(""),
      retire: Effect.sync(() => {
        retired.push(pid)
        Deferred.doneUnsafe(end, Effect.succeed("ended with status 0"))
      }),
    }
    return Effect.succeed(process)
  })
  return {
    start,
    started: () => ends.length,
    retired,
    refuse: (reason: string | undefined) => {
      refusal = reason
    },
    kill: (pid: number) =>
      Effect.sync(() => {
        const end = ends[pid - 1]
        if (end === undefined) throw new Error(`no process ${pid}`)
        Deferred.doneUnsafe(end, Effect.succeed("was ended by SIGKILL"))
      }),
  }
}

const pids = (processes: { serving: () => ReadonlyArray<{ serving: ServingProcess }> }) =>
  processes.serving().map(({ serving }) => serving.pid)

describe("processes that are kept serving", () => {
  it.effect("are started, as many as are asked for", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const processes = yield* superviseProcesses(3, pretended.start)
      yield* processes.begin
      assert.deepStrictEqual(pids(processes), [1, 2, 3])
      assert.deepStrictEqual(processes.status(), { wanted: 3, serving: 3, refused: undefined })
    }),
  )

  it.effect("do not start where the first one cannot", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      pretended.refuse("The setting PORT is wrong")
      const processes = yield* superviseProcesses(3, pretended.start)
      const failure = yield* Effect.flip(processes.begin)
      assert.deepStrictEqual(failure.lines, ["The setting PORT is wrong"])
      assert.deepStrictEqual(pids(processes), [])
    }),
  )

  it.effect("are replaced where they end by themselves, each time after twice the wait", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const processes = yield* superviseProcesses(2, pretended.start)
      yield* processes.begin
      yield* pretended.kill(1)
      yield* TestClock.adjust(149)
      assert.deepStrictEqual(pids(processes), [2])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(pids(processes), [3, 2])
      yield* pretended.kill(3)
      yield* TestClock.adjust(249)
      assert.deepStrictEqual(pids(processes), [2])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(pids(processes), [4, 2])
      assert.strictEqual(processes.events().ended, 2)
      yield* TestClock.adjust(60_000)
      yield* pretended.kill(4)
      yield* TestClock.adjust(150)
      assert.deepStrictEqual(pids(processes), [5, 2])
    }),
  )

  it.effect("are tried again while none can start in place of one that ended", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const processes = yield* superviseProcesses(1, pretended.start)
      yield* processes.begin
      pretended.refuse("no memory")
      yield* pretended.kill(1)
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(pids(processes), [])
      pretended.refuse(undefined)
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(pids(processes), [2])
    }),
  )

  it.effect("are replaced one after the other by a reload", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const processes = yield* superviseProcesses(3, pretended.start)
      yield* processes.begin
      processes.reload()
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(pids(processes), [4, 5, 6])
      assert.deepStrictEqual(pretended.retired, [1, 2, 3])
      assert.deepStrictEqual(processes.events(), { ended: 0, reloads: { done: 1, refused: 0 } })
    }),
  )

  it.effect("go on serving where a reload cannot start one, and say why", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const processes = yield* superviseProcesses(2, pretended.start)
      yield* processes.begin
      pretended.refuse("the tables are refused")
      processes.reload()
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(pids(processes), [1, 2])
      assert.strictEqual(processes.status().refused?.reason, "the tables are refused")
      pretended.refuse(undefined)
      processes.reload()
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(pids(processes), [3, 4])
      assert.isUndefined(processes.status().refused)
      assert.deepStrictEqual(processes.events().reloads, { done: 1, refused: 1 })
    }),
  )

  it.effect("are replaced by a reload also where one was being started when it was asked for", () =>
    Effect.gen(function* () {
      const pretended = makePretended()
      const late = yield* Deferred.make<void>()
      let isLate = false
      const start = Effect.suspend(() =>
        isLate ? Effect.andThen(Deferred.await(late), pretended.start) : pretended.start,
      )
      const processes = yield* superviseProcesses(1, start)
      yield* processes.begin
      isLate = true
      yield* pretended.kill(1)
      yield* TestClock.adjust(1_000)
      processes.reload()
      yield* TestClock.adjust(1_000)
      yield* Deferred.succeed(late, undefined)
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(pids(processes), [3])
      assert.deepStrictEqual(pretended.retired, [2])
    }),
  )
})
