import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { makePlaces, NoPlace, outsidePlaces } from "../../../http/platform/places.ts"

const policy = { places: 3, ofHolder: 2, waitingOfHolder: 4, waitMs: 5_000, holdMs: 20_000 }

/** Work that ends when it is told, and what of it has begun so far. */
const setUp = () => {
  const places = makePlaces(policy)
  const begun: Array<string> = []
  const work = (holder: string) =>
    Effect.map(Deferred.make<void>(), (end) => ({
      end: Deferred.succeed(end, undefined),
      held: Effect.suspend(() => {
        begun.push(holder)
        return Deferred.await(end)
      }).pipe(places.hold(holder)),
    }))
  const start = (holder: string) =>
    Effect.flatMap(work(holder), ({ end, held }) =>
      Effect.map(Effect.forkChild(held, { startImmediately: true }), (fiber) => ({ end, fiber })),
    )
  return { begun, places, start }
}

const reasonOf = (exit: Exit.Exit<unknown, unknown>): string => {
  const failure = Exit.findError(exit)
  return Result.isSuccess(failure) && failure.success instanceof NoPlace
    ? failure.success.because
    : exit._tag
}

describe("places", () => {
  it.effect("are had by as much work at once as there are, and one holder leaves some free", () =>
    Effect.gen(function* () {
      const { begun, start } = setUp()
      const [first] = yield* Effect.forEach(["a", "a", "a", "a"], start)
      assert.deepStrictEqual(begun, ["a", "a"])
      yield* start("b")
      yield* start("c")
      assert.deepStrictEqual(begun, ["a", "a", "b"])
      yield* first?.end ?? Effect.void
      yield* Effect.yieldNow
      // Though more of `a` has waited longer, it is the turn of `c`, which has nothing yet.
      assert.strictEqual(begun.at(-1), "c")
    }),
  )

  it.effect("give what a crowd of one holder cannot have to nobody, at once", () =>
    Effect.gen(function* () {
      const { start } = setUp()
      const all = yield* Effect.forEach(Array.from({ length: 8 }), () => start("a"))
      const ended = all.map(({ fiber }) => fiber.pollUnsafe()).map((exit) => exit && reasonOf(exit))
      assert.deepStrictEqual(
        ended.slice(0, 6),
        Array.from({ length: 6 }, () => undefined),
      )
      assert.deepStrictEqual(ended.slice(6), ["crowd", "crowd"])
    }),
  )

  it.effect("are waited for only so long", () =>
    Effect.gen(function* () {
      const { begun, start } = setUp()
      yield* Effect.forEach(["a", "a"], start)
      const third = yield* start("a")
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(third.fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(reasonOf(yield* Fiber.await(third.fiber)), "wait")
      assert.deepStrictEqual(begun, ["a", "a"])
    }),
  )

  it.effect.each(["as it should", "though it cannot be told to end"] as const)(
    "come back from work that takes too long, %s",
    (how) =>
      Effect.gen(function* () {
        const { begun, places, start } = setUp()
        const hanging = how === "as it should" ? Effect.never : Effect.uninterruptible(Effect.never)
        const held = yield* Effect.forEach(["a", "b", "c"], (holder) =>
          Effect.forkChild(places.hold(holder)(hanging), { startImmediately: true }),
        )
        yield* TestClock.adjust("19999 millis")
        const next = yield* start("d")
        assert.deepStrictEqual(begun, [])
        yield* TestClock.adjust("1 millis")
        const exits = yield* Effect.forEach(held, Fiber.await)
        assert.deepStrictEqual(exits.map(reasonOf), ["work", "work", "work"])
        assert.deepStrictEqual(begun, ["d"])
        yield* next.end
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(next.fiber)))
      }),
  )

  it.effect("leave failures and deadlines of the work's own as they are", () =>
    Effect.gen(function* () {
      const { places } = setUp()
      assert.strictEqual(yield* Effect.flip(places.hold("a")(Effect.fail("no"))), "no")
      const own = Effect.timeout(Effect.never, "1 second")
      const late = yield* Effect.forkChild(Effect.flip(places.hold("a")(own)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(late))._tag, "TimeoutError")
    }),
  )

  it("lose none, whoever ends, fails, leaves or is late, in whatever order", async () => {
    const step = fc.record({
      holder: fc.constantFrom("a", "b", "c", "d"),
      ends: fc.constantFrom("well", "failing", "dying", "interrupted", "interrupted while waiting"),
      afterMs: fc.nat({ max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        const places = makePlaces({ ...policy, waitMs: 15, holdMs: 1_000 })
        let under = 0
        let highest = 0
        const one = ({ afterMs, ends, holder }: (typeof steps)[number]) => {
          const counted = Effect.acquireUseRelease(
            Effect.sync(() => {
              under += 1
              highest = Math.max(highest, under)
            }),
            () =>
              Effect.andThen(
                Effect.sleep(afterMs),
                ends === "failing"
                  ? Effect.fail("no")
                  : ends === "dying"
                    ? Effect.die("oh")
                    : Effect.void,
              ),
            () => Effect.sync(() => void (under -= 1)),
          )
          const held = places.hold(holder)(counted)
          if (!ends.startsWith("interrupted")) return Effect.exit(held)
          return Effect.exit(Effect.timeout(held, ends === "interrupted" ? afterMs / 2 : 1))
        }
        await Effect.runPromise(Effect.forEach(steps, one, { concurrency: "unbounded" }))
        assert.isAtMost(highest, policy.places)
        let begun = 0
        const more = ["x", "y", "z"].map((holder) =>
          Effect.timeoutOption(
            places.hold(holder)(
              Effect.andThen(
                Effect.sync(() => void (begun += 1)),
                Effect.never,
              ),
            ),
            1,
          ),
        )
        await Effect.runPromise(Effect.all(more, { concurrency: "unbounded" }))
        assert.strictEqual(begun, policy.places)
      }),
      { numRuns: 20 },
    )
  })

  it.effect("are no place to read what a client still has to send", () =>
    Effect.gen(function* () {
      const { places } = setUp()
      const reading = outsidePlaces(Effect.succeed("body"))
      assert.strictEqual(yield* reading, "body")
      const exit = yield* Effect.exit(places.hold("a")(reading))
      assert.match(String(exit), /A body was read in a place/)
      assert.strictEqual(yield* Effect.andThen(places.hold("a")(Effect.void), reading), "body")
    }),
  )
})
