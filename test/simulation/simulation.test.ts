import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { times } from "../support/long.ts"
import { makeChoices } from "../support/random.ts"
import { openGround, type SimulationGround } from "./cluster.ts"
import { errorMessage, messagesOf, readBatch, simpleQuery } from "./pg-wire.ts"
import { planOf } from "./plan.ts"
import { runPlan, warmUp } from "./run-plan.ts"
import { makeVirtualTime } from "./virtual-time.ts"

/** Both traces from a little before they differ, where they do: a whole one has a thousand lines. */
const fromDifference = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) => {
  const at = left.findIndex((line, index) => line !== right[index])
  const around = (trace: ReadonlyArray<string>) =>
    at < 0 ? trace.length : trace.slice(Math.max(0, at - 12), at + 6)
  return [around(left), around(right)] as const
}

const root = fileURLToPath(new URL("../../", import.meta.url))

describe("a simulation of the service", () => {
  let ground: SimulationGround | undefined
  beforeAll(async () => {
    ground = await openGround(inject("postgresUrl"))
    await warmUp(ground)
  })
  afterAll(() => ground?.close())

  const run = (seed: number) => {
    if (ground === undefined) throw new Error("There is nothing to stand on.")
    return runPlan(ground, planOf(seed, times(14, 40)))
  }

  for (let seed = 1; seed <= times(3, 40); seed += 1) {
    it(`finds nothing by seed ${seed}, and has the same trace when it is run again`, async () => {
      const first = await run(seed)
      assert.deepStrictEqual(first.faults, [])
      assert.isAbove(first.reached["batches"] ?? 0, 50)
      const second = await run(seed)
      assert.deepStrictEqual(...fromDifference(second.trace, first.trace))
    })
  }
})

describe("the time of a simulation", () => {
  it("goes to the next sleeper when nothing can run, and to each at its moment", async () => {
    const time = makeVirtualTime(1_000, makeChoices(7))
    const lane = { name: "a", isAlive: true, skewMs: 0 }
    const woken: Array<readonly [ms: number, at: number]> = []
    const context = time.contextOf(lane)
    for (const ms of [700, 20, 86_400_000, 20, 3]) {
      const sleeper = Effect.map(
        Effect.andThen(Effect.sleep(ms), Clock.currentTimeMillis),
        (at) => void woken.push([ms, at]),
      )
      Effect.runForkWith(context)(sleeper)
    }
    await time.settle()
    assert.deepStrictEqual(woken, [])
    while (time.advance()) await time.settle()
    assert.deepStrictEqual(woken, [
      [3, 1_003],
      [20, 1_020],
      [20, 1_020],
      [700, 1_700],
      [86_400_000, 86_401_000],
    ])
  })

  it("stands for what is dead, and is off by as much as a clock is set wrong", async () => {
    const time = makeVirtualTime(0, makeChoices(1))
    const lane = { name: "a", isAlive: true, skewMs: 0 }
    const context = time.contextOf(lane)
    const clock = Context.get(context, Clock.Clock)
    const before = clock.monotonicTimeNanosUnsafe()
    lane.skewMs = -5_000
    assert.strictEqual(clock.currentTimeMillisUnsafe(), -5_000)
    assert.strictEqual(clock.monotonicTimeNanosUnsafe(), before)
    let isWoken = false
    Effect.runForkWith(context)(
      Effect.map(Effect.sleep(10), () => {
        isWoken = true
      }),
    )
    await time.settle()
    lane.isAlive = false
    time.advance()
    await time.settle()
    assert.isFalse(isWoken)
  })

  it("has timers of drivers go by it, and leaves all others alone", async () => {
    const time = makeVirtualTime(0, makeChoices(1))
    const { setTimeout: real } = globalThis
    const outside = new Promise((resolve) => real(() => resolve(globalThis.setTimeout), 1))
    let isOver = false
    const replaced = await time.within(async () => {
      setTimeout(() => {
        isOver = true
      }, 3_600_000)
      const seen = await outside
      time.advance()
      return seen
    })
    assert.isTrue(isOver)
    assert.notStrictEqual(replaced, real)
    assert.strictEqual(globalThis.setTimeout, real)
  })
})

describe("the wire of a simulation", () => {
  it("takes limits of real time out of statements, and knows how long they would wait", () => {
    const text = "select set_config('lock_timeout', '250ms', true)"
    const { messages, rest } = messagesOf(Buffer.concat([simpleQuery(text), Buffer.of(0x51, 0)]))
    assert.strictEqual(rest.length, 2)
    const batch = readBatch(messages, new Map())
    assert.strictEqual(batch.lockWaitMs, 250)
    assert.include(batch.bytes.toString(), "set_config('sim.lock_timeout', '250ms', true)")
  })

  it("tells of work that was ended as Postgres does", () => {
    const { messages } = messagesOf(
      errorMessage("55P03", "canceling statement due to lock timeout"),
    )
    assert.strictEqual(messages[0]?.type, "E")
    assert.include(messages[0]?.bytes.toString() ?? "", "\0C55P03\0Mcanceling statement")
  })
})

describe("the mutants of a simulation", () => {
  it("are patches of the sources as they are", () => {
    const patches = readdirSync(`${root}test/simulation/mutants`)
    assert.isAbove(patches.length, 9)
    for (const patch of patches) {
      execFileSync("git", ["apply", "--check", `test/simulation/mutants/${patch}`], { cwd: root })
    }
  })
})
