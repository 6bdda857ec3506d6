import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { prepareCoach } from "../../../rules/coach/engine.ts"
import type { DestinationRules } from "../../../rules/coach/formalities.ts"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import { decoded } from "../../support/decoded.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyRequest, bilanOf, coach, liveContext, sandboxContext } from "./support.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import type { CoachContext } from "../../../rules/coach/context.ts"

const runs = { numRuns: 500, seed: testSeed("same answers of the Coach") }

/** Changes and empties everything in an answer that can be changed. */
const spoil = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return
  for (const part of Object.values(value)) spoil(part)
  if (Object.isFrozen(value)) return
  for (const key of Object.keys(value)) Reflect.deleteProperty(value, key)
  Reflect.set(value, "spoilt", true)
}

describe("however a bilan is asked, the answer is the same:", () => {
  const offline = makeOfflineCoach(shippedTables, liveContext.engineVersion)

  const expectSame = (body: unknown): void => {
    const answer = bilanOf(body)
    const { offer: _uncredited, ...alone } = Result.getOrThrow(offline.bilan(body))
    expect(answer).toEqual({ ...alone, offer: answer.offer })
    expect(Result.getOrThrow(coach.explainBilan(body, liveContext)).answer).toEqual(answer)
  }

  it("offline, and with its reasons", () => {
    fc.assert(fc.property(anyRequest, expectSame), runs)
    for (const { catalogueId, country } of shippedTables.coachCards.rows) {
      const trip = { friends: true, longTrip: true, riskyActivity: true }
      expectSame({ residence: country, destinations: ["US"], card: { catalogueId }, trip })
    }
  })

  it("as an object, and written as JSON of which others have most in common", () => {
    const contexts: ReadonlyArray<CoachContext> = [
      { ...liveContext, quoteUrl: () => `https://example.test/"é"` },
      { ...liveContext, refIsOwn: true, quoteUrl: () => null, destinationRules: null },
      { ...sandboxContext, engineVersion: "…", destinationRules: coach.tableRules },
    ]
    let written = 0
    const holds = fc.property(anyRequest, fc.constantFrom(...contexts), (body, context) => {
      const read = coach.read(body, context.allowedCardModes)
      if (Result.isFailure(read)) return
      const expected = JSON.stringify(coach.answer(read.success, context))
      // The second time with what is kept of the first.
      for (const time of ["first", "second"]) {
        expect(decoded(coach.write(read.success, context)), time).toBe(expected)
      }
      written += 1
    })
    fc.assert(holds, runs)
    expect(written).toBeGreaterThan(runs.numRuns / 4)
  })

  it("whatever was asked before, and in any order", () => {
    const holds = fc.property(fc.array(anyRequest, { minLength: 2, maxLength: 40 }), (bodies) => {
      const forth = prepareCoach(shippedTables)
      const back = prepareCoach(shippedTables)
      const answers = bodies.map((body) => forth.bilan(body, liveContext))
      const reversed = bodies.toReversed().map((body) => back.bilan(body, liveContext))
      expect(reversed.reverse()).toEqual(answers)
      expect(bodies.map((body) => coach.bilan(body, liveContext))).toEqual(answers)
    })
    fc.assert(holds, { ...runs, numRuns: 15 })
  })

  it("whatever destinations demanded before, and in any order", () => {
    const rule = fc.record({
      requirement: fc.constantFrom("visa_condition", "mandatory_medical", "mandatory_local_policy"),
      amount: fc.constantFrom(null, 30_000, 50_000),
      currency: fc.constantFrom("EUR", "USD"),
      certainty: fc.constant("high" as const),
      visa: fc.constantFrom("none", "e_visa", "visa"),
    })
    const asked = fc.record({
      rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
      residence: fc.constantFrom("FR", "MY"),
      destinations: fc.constantFrom(["QA"], ["TH"], ["QA", "TH"], ["DE"]),
      card: fc.constantFrom<object>({ none: true }, { network: "visa", tier: "premium" }),
    })
    let demanding = 0
    const holds = fc.property(fc.array(asked, { minLength: 20, maxLength: 60 }), (calls) => {
      const answers = (order: typeof calls) => {
        const { answer, read, write } = prepareCoach(shippedTables)
        return order.map(({ card, destinations, residence, rules }) => {
          const destinationRules: DestinationRules = {
            rulesOf: (destination) => rules.map((each) => ({ ...each, destination })),
            visaFor: () => rules[0]?.visa ?? null,
          }
          const context = { ...liveContext, destinationRules }
          const request = Result.getOrThrow(read({ residence, destinations, card }, cardModes))
          const written = decoded(write(request, context))
          expect(written).toBe(JSON.stringify(answer(request, context)))
          demanding += written.includes("mandatory") ? 1 : 0
          return written
        })
      }
      expect(answers(calls.toReversed()).reverse()).toEqual(answers(calls))
    })
    fc.assert(holds, { ...runs, numRuns: 15 })
    expect(demanding).toBeGreaterThan(100)
  })

  it("whatever is done to an answer once it is given", () => {
    const holds = fc.property(anyRequest, (body) => {
      const answer = structuredClone(bilanOf(body))
      spoil(bilanOf(body))
      expect(bilanOf(body)).toEqual(answer)
    })
    fc.assert(holds, runs)
  })

  it("with codes in small letters, and but for its echo with destinations in any order", () => {
    const holds = fc.property(anyRequest, (body) => {
      const { destinations, residence } = body
      const small = destinations.toReversed().map((code) => code.toLowerCase())
      const other = bilanOf({ ...body, residence: residence.toLowerCase(), destinations: small })
      const answer = bilanOf(body)
      expect({ ...other, destinations: [] }).toEqual({ ...answer, destinations: [] })
      expect([...other.destinations].sort()).toEqual([...answer.destinations].sort())
    })
    fc.assert(holds, runs)
  })
})
