import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { makeOutbox, keptLettersMax } from "../../../../http/outside/mail/outbox.ts"
import { makePostOffice } from "../../../../http/outside/mail/post-office.ts"
import { LetterNotSent } from "../../../../http/outside/mail/send-smtp.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"

const letterTo = (to: string) => ({ to, subject: "Your link", text: "secret-token" })

const policy = { lettersMax: 3, atOnce: 2, firstWaitMs: 1_000, retries: 2 }

const notNow = new LetterNotSent({ reason: "451", isFinal: false })
const never = new LetterNotSent({ reason: "550", isFinal: true })

describe("the post office", () => {
  it.effect("does not make its callers wait, and tries again what was not taken", () =>
    Effect.gen(function* () {
      let tries = 0
      const post = yield* makePostOffice(
        () => Effect.suspend(() => ((tries += 1) < 3 ? Effect.fail(notNow) : Effect.void)),
        policy,
      )
      yield* post(letterTo("a@acme.example"))
      yield* TestClock.adjust(0)
      expect(tries).toBe(1)
      yield* TestClock.adjust(999)
      expect(tries).toBe(1)
      yield* TestClock.adjust(1)
      expect(tries).toBe(2)
      yield* TestClock.adjust(4_000)
      expect(tries).toBe(3)
      yield* TestClock.adjust(100_000)
      expect(tries).toBe(3)
    }).pipe(Effect.scoped),
  )

  it.effect(
    "gives up at once on what is refused for good, and logs neither address nor words",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = makeRecordedLog()
        let tries = 0
        yield* Effect.gen(function* () {
          const post = yield* makePostOffice(
            () =>
              Effect.suspend(() => {
                tries += 1
                return Effect.fail(never)
              }),
            policy,
          )
          yield* post(letterTo("gone@acme.example"))
          yield* TestClock.adjust(100_000)
        }).pipe(Effect.scoped, Effect.provide(layer))
        expect(tries).toBe(1)
        expect(JSON.stringify(lines)).toContain("550")
        expect(JSON.stringify(lines)).not.toMatch(/gone@|secret-token/)
      }),
  )

  it.effect("holds so many letters and drops the rest, and takes more once some are sent", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const post = yield* makePostOffice(
        ({ to }) =>
          Effect.delay(
            Effect.sync(() => void sent.push(to)),
            10,
          ),
        policy,
      )
      yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) => post(letterTo(name)))
      yield* TestClock.adjust(100)
      expect(sent).toEqual(["a", "b", "c"])
      yield* post(letterTo("f"))
      yield* TestClock.adjust(100)
      expect(sent).toEqual(["a", "b", "c", "f"])
    }).pipe(Effect.scoped),
  )
})

describe("the outbox of the demo", () => {
  it.effect("keeps the newest letters first, and so many of them", () =>
    Effect.gen(function* () {
      const { outbox, post } = makeOutbox()
      expect(yield* outbox).toEqual([])
      for (let index = 0; index <= keptLettersMax; index += 1) yield* post(letterTo(`${index}`))
      const kept = yield* outbox
      expect(kept).toHaveLength(keptLettersMax)
      expect(kept[0]?.to).toBe(`${keptLettersMax}`)
      expect(kept.at(-1)?.to).toBe("1")
    }),
  )
})
