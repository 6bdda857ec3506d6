import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "fast-check"
import { setImmediate as nextTurn } from "node:timers/promises"
import { QuotaStoreUnavailable } from "../../../http/ports/quotas.ts"
import { makeGate } from "../../../http/gateway/gate.ts"
import {
  answered,
  type Charging,
  goAtOnce,
  goInFiber,
  type RunEffect,
  type Step,
  type ToCharge,
} from "../../../http/gateway/progress.ts"
import { testSeed } from "../../support/random.ts"

type Charge = ToCharge<unknown>["charge"]
type Settle = Parameters<Charging["quotas"]["queue"]>[1]

/** What charges of a key come to. */
const outcomes: Readonly<Record<string, Parameters<Settle>[0]>> = {
  charged: Exit.succeed({ _tag: "KeyChanged" }),
  uncharged: Exit.fail(new QuotaStoreUnavailable({ cause: "the store is down" })),
}

const chargeOf = (keyId: string): Charge => ({ keyId, revision: 1n, kind: "price" })

/** What calls are taken through their steps with; all that waits goes on when it is told to. */
const setUp = () => {
  const waiting: Array<() => void> = []
  const queued: Array<{ readonly charge: Charge; readonly beside: (() => void) | undefined }> = []
  const counts = { fibers: 0, turnedAway: 0 }
  const gate = makeGate(1, () => {
    counts.turnedAway += 1
  })
  const queue: Charging["quotas"]["queue"] = (charge, settle, beside) => {
    queued.push({ charge, beside })
    waiting.push(() => settle(outcomes[charge.keyId] ?? Exit.die("no such outcome")))
  }
  const charging: Charging = {
    gate,
    quotas: {
      queue,
      charge: (charge, beside) => Effect.callback((resume) => queue(charge, resume, beside)),
    },
    aroundCharge: (work) => work(),
  }
  const run: RunEffect = (effect) => {
    counts.fibers += 1
    return Effect.runFork(effect)
  }
  const wait = Effect.callback<void>((resume) => {
    waiting.push(() => resume(Effect.void))
  })
  const hasRoom = (): boolean => {
    const entered = gate.enter("another")
    if (entered) gate.leave("another")
    return entered
  }
  /** Lets what waits go on, one after the other, until nothing does. */
  const goOn = async (): Promise<void> => {
    do {
      waiting.shift()?.()
      await nextTurn()
    } while (waiting.length > 0)
  }
  return { charging, counts, gate, goOn, hasRoom, queued, run, wait }
}

type World = ReturnType<typeof setUp>

type Go = (
  world: World,
  first: () => Step<string>,
  tell: (answered: Exit.Exit<string>) => void,
) => void

const atOnce: Go = ({ charging, run }, first, tell) => goAtOnce(charging, run, first, tell)

const inFiber: Go = ({ charging }, first, tell) => {
  Effect.runFork(Effect.suspend(() => goInFiber(charging, first()))).addObserver(tell)
}

const bothWays = [
  ["at once", atOnce],
  ["in a fiber", inFiber],
] as const

type Arrival = "charged" | "uncharged" | "answer" | "death" | "throw"

/** What one step of a call comes to; a late one waits for something before. */
type Part = Arrival | `late ${Arrival}`

const isLate = (part: Part): boolean => part.startsWith("late ")

const arrivalOf = (part: Part): Arrival => part.replace("late ", "") as Arrival

const isCharge = (part: Part): boolean => part.endsWith("charged")

interface Call {
  readonly parts: ReadonlyArray<Part>
  /** Whether there is no room at the gate. */
  readonly isFull: boolean
}

const tagOf = (cause: Cause.Cause<{ readonly _tag: string }>): string =>
  String((Cause.squash(cause) as { readonly _tag?: string })._tag)

/** The first step of a call, which is answered with what it has heard of its charges. */
const stepOf = (
  world: World,
  [part = "throw", ...rest]: ReadonlyArray<Part>,
  heard: ReadonlyArray<string> = [],
): Step<string> => {
  const arrival = arrivalOf(part)
  const arrive = (): Step<string> => {
    if (arrival === "throw") throw new Error("thrown")
    if (arrival === "death") return Effect.die(new Error("died"))
    if (arrival === "answer") return answered(["answered", ...heard].join(", "))
    return Effect.succeed({
      _tag: "ToCharge",
      charge: chargeOf(arrival),
      beside: undefined,
      next: (charged) => {
        const outcome = Exit.isSuccess(charged) ? charged.value._tag : tagOf(charged.cause)
        return stepOf(world, rest, [...heard, outcome])
      },
    })
  }
  return isLate(part) ? Effect.flatMap(world.wait, arrive) : arrive()
}

const describeAnswered = (told: Exit.Exit<string>): string =>
  Exit.isSuccess(told) ? told.value : String(Cause.squash(told.cause))

/** What a call comes to in one way. */
const comesTo = async (go: Go, { isFull, parts }: Call) => {
  const world = setUp()
  const told: Array<string> = []
  if (isFull) world.gate.enter("another")
  go(
    world,
    () => stepOf(world, parts),
    (exit) => told.push(describeAnswered(exit)),
  )
  await world.goOn()
  if (isFull) world.gate.leave("another")
  const { fibers, turnedAway } = world.counts
  const leaves = { charges: world.queued.length, hasRoom: world.hasRoom(), turnedAway }
  return { fibers, outcome: { told, ...leaves } }
}

/** Which call, its steps, what it comes to, how many fibers that takes, and whether the gate is full. */
type Case = [string, ReadonlyArray<Part>, string, number, boolean?]

const cases: ReadonlyArray<Case> = [
  ["answered at once", ["answer"], "answered", 0],
  ["answered after a wait", ["late answer"], "answered", 1],
  ["charged and answered", ["charged", "answer"], "answered, KeyChanged", 0],
  ["charged and answered, both late", ["late charged", "late answer"], "answered, KeyChanged", 2],
  ["charged twice", ["charged", "charged", "answer"], "answered, KeyChanged, KeyChanged", 0],
  ["whose charge fails", ["uncharged", "answer"], "answered, QuotaStoreUnavailable", 0],
  ["that dies at once", ["death"], "Error: died", 0],
  ["that dies after a wait", ["late death"], "Error: died", 1],
  ["that dies once it is charged", ["charged", "death"], "Error: died", 0],
  ["that throws at once", ["throw"], "Error: thrown", 0],
  ["that throws once it is charged", ["charged", "throw"], "Error: thrown", 0],
  ["that finds the gate full", ["charged", "answer"], "answered, TooManyWaiting", 0, true],
  ["that needs no charge at a full gate", ["late answer"], "answered", 1, true],
]

const arbitraryCall = fc
  .record({
    charges: fc.array(
      fc.constantFrom<Part>("charged", "late charged", "uncharged", "late uncharged"),
      { maxLength: 4 },
    ),
    end: fc.constantFrom<Part>(
      "answer",
      "late answer",
      "death",
      "late death",
      "throw",
      "late throw",
    ),
    isFull: fc.boolean(),
  })
  .map(({ charges, end, isFull }): Call => ({ parts: [...charges, end], isFull }))

describe("a call", () => {
  it.each(cases)(
    "%s comes to the same at once and in a fiber",
    async (_name, parts, told, fibers, isFull = false) => {
      const call: Call = { parts, isFull }
      const done = await comesTo(atOnce, call)
      assert.deepStrictEqual(done.outcome.told, [told])
      assert.strictEqual(done.fibers, fibers)
      assert.deepStrictEqual((await comesTo(inFiber, call)).outcome, done.outcome)
    },
  )

  it("of whatever steps comes to the same, with a fiber for each wait but those of charges", async () => {
    const holds = fc.asyncProperty(arbitraryCall, async (call) => {
      const done = await comesTo(atOnce, call)
      const charges = call.parts.filter(isCharge).length
      const { told, ...leaves } = done.outcome
      assert.strictEqual(told.length, 1)
      assert.strictEqual(done.fibers, call.parts.filter(isLate).length)
      assert.deepStrictEqual(leaves, {
        charges: call.isFull ? 0 : charges,
        hasRoom: true,
        turnedAway: call.isFull ? charges : 0,
      })
      assert.deepStrictEqual((await comesTo(inFiber, call)).outcome, done.outcome)
    })
    await fc.assert(holds, { numRuns: 300, seed: testSeed("steps of calls") })
  })
})

describe.each(bothWays)("a charge that a call waits for %s", (_how, go) => {
  /** Takes a call to its charge, and notes whether there is room at the gate when it goes on. */
  const toCharge = (world: World, beside?: () => void) => {
    const told: Array<string> = []
    const room: Array<boolean> = []
    const next = (): Step<string> => {
      room.push(world.hasRoom())
      return answered("answered")
    }
    go(
      world,
      () => Effect.succeed({ _tag: "ToCharge", charge: chargeOf("charged"), beside, next }),
      (exit) => told.push(describeAnswered(exit)),
    )
    return { room, told }
  }

  it("takes room at the gate, and has given it back when the call goes on", async () => {
    const world = setUp()
    const { room, told } = toCharge(world)
    assert.isFalse(world.hasRoom())
    assert.deepStrictEqual(told, [])
    await world.goOn()
    assert.deepStrictEqual(room, [true])
    assert.deepStrictEqual(told, ["answered"])
  })

  it("is queued with what may be done beside it", async () => {
    const world = setUp()
    const beside = (): void => {}
    toCharge(world, beside)
    assert.deepStrictEqual(world.queued, [{ charge: chargeOf("charged"), beside }])
    await world.goOn()
  })

  it("keeps another from being queued where there is no room for both", async () => {
    const world = setUp()
    const first = toCharge(world)
    const second = toCharge(world)
    assert.deepStrictEqual(second.told, ["answered"])
    assert.strictEqual(world.queued.length, 1)
    await world.goOn()
    assert.deepStrictEqual(first.told, ["answered"])
  })
})
