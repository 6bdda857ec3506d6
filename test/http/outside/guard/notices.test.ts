import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeNotices } from "../../../../http/outside/guard/guard.ts"
import { makeRecordedLog } from "./recorded-log.ts"

const policy = { periodMs: 60_000, distinctMax: 2 }

const noted = () => {
  const log = makeRecordedLog()
  const notices = makeNotices(policy)
  return {
    say: (text: string) => Effect.provide(notices.say("odd", { text }), log.layer),
    lines: () =>
      log.lines
        .splice(0)
        .map(({ facts, message }) => [message, facts["text"], facts["times"]].join(" ")),
  }
}

describe("a notice", () => {
  it.effect("is logged at once, and then once a period with how often it came", () =>
    Effect.gen(function* () {
      const { lines, say } = noted()
      yield* say("a")
      expect(lines()).toEqual(["odd a 1"])
      yield* say("a")
      yield* TestClock.adjust(59_999)
      yield* say("a")
      expect(lines()).toEqual([])
      yield* TestClock.adjust(1)
      yield* say("a")
      expect(lines()).toEqual(["odd a 3"])
      yield* say("a")
      expect(lines()).toEqual([])
      yield* TestClock.adjust(60_000)
      yield* say("b")
      expect(lines()).toEqual(["odd a 1", "odd b 1"])
    }),
  )

  it.effect("is new again after a period in which it did not come", () =>
    Effect.gen(function* () {
      const { lines, say } = noted()
      yield* say("a")
      yield* TestClock.adjust(60_000)
      yield* say("b")
      yield* say("a")
      expect(lines()).toEqual(["odd a 1", "odd b 1", "odd a 1"])
    }),
  )

  it.effect("is counted with others where there are more than can be told apart", () =>
    Effect.gen(function* () {
      const { lines, say } = noted()
      for (const text of ["a", "b", "c", "d", "c"]) yield* say(text)
      expect(lines()).toEqual(["odd a 1", "odd b 1"])
      yield* TestClock.adjust(60_000)
      yield* say("c")
      expect(lines()).toEqual(["more such lines  4"])
      yield* say("c")
      expect(lines()).toEqual(["odd c 1"])
    }),
  )

  it.effect("tells its first example, and is no other notice for another one", () =>
    Effect.gen(function* () {
      const log = makeRecordedLog()
      const { say } = makeNotices(policy)
      const sayOf = (given: string) =>
        Effect.provide(say("odd", { text: "a" }, { given }), log.layer)
      yield* sayOf("first\n")
      yield* sayOf("second")
      yield* TestClock.adjust(60_000)
      yield* sayOf("third")
      expect(log.lines.map(({ facts }) => facts)).toEqual([
        { text: "a", given: "first ", times: 1 },
        { text: "a", given: "first ", times: 2 },
      ])
    }),
  )

  it.effect("is one line of bounded length, whatever its text holds", () =>
    Effect.gen(function* () {
      const { lines, say } = noted()
      yield* say(`one\r\ntwo\u001b[31m\u2028three${"x".repeat(500)}`)
      const [line = ""] = lines()
      expect(line).toMatch(/^odd one two \[31m threex+ 1$/)
      expect(line.length).toBeLessThan(140)
    }),
  )
})
