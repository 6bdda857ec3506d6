import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decoded } from "../../support/decoded.ts"
import { testSeed } from "../../support/random.ts"
import { anyTrip } from "./trips.ts"
import { writeQuote } from "../../../rules/pricing/quote-json.ts"
import type { QuoteAnswer } from "../../../rules/pricing/quote-answer.ts"

const mode = fc.constantFrom("sandbox", "live")
const count = fc.nat({ max: 1_000 })

/** Texts that quotes, escapes and more than ASCII make differ from their JSON. */
const treacherous = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", "é", "[]"))

const anyMeta = fc.oneof(
  fc.dictionary(treacherous, treacherous),
  fc.constantFrom(Object.freeze({ notice: "“é”" }), Object.freeze({ notice: "none" })),
)

/** Answers with their offers as data. */
const anyAnswer: fc.Arbitrary<QuoteAnswer<unknown>> = fc.record(
  {
    ok: fc.constant(true as const),
    mode,
    sessionId: fc.stringMatching(/^[\w.-]{1,80}$/),
    offers: fc.array(fc.jsonValue(), { maxLength: 4 }),
    unpricedCount: count,
    redirectOnlyCount: count,
    nearMissCount: count,
    trip: fc.oneof(
      anyTrip,
      fc
        .tuple(anyTrip, treacherous)
        .map(([{ arrivalCountries, travellers, intent, ...trip }, text]) => ({
          intent: `${intent}${text}`,
          startDate: trip.startDate,
          endDate: trip.endDate,
          countryResidence: "US",
          stateResidence: text,
          arrivalCountries,
          travellers,
          currency: trip.currency,
          shouldCoverCancellation: true,
          shouldCoverExtremeSports: false,
          isAnnual: true,
        })),
    ),
    quote: fc.record(
      { mode, days: count, travellers: count, expiresAt: fc.constant("2026-07-01T00:00:00.000Z") },
      { requiredKeys: ["mode", "days", "travellers"] },
    ),
    meta: anyMeta,
  },
  {
    requiredKeys: [
      "ok",
      "mode",
      "offers",
      "unpricedCount",
      "redirectOnlyCount",
      "nearMissCount",
      "trip",
      "quote",
      "meta",
    ],
  },
)

describe("an answer around a quote", () => {
  it("is written as JSON.stringify writes it", () => {
    let offers = 0
    const holds = fc.property(anyAnswer, (answer) => {
      assert.strictEqual(decoded(writeQuote(answer)), JSON.stringify(answer))
      offers += answer.offers.length
    })
    fc.assert(holds, { seed: testSeed("answers around quotes as JSON"), numRuns: 1_000 })
    assert.isAbove(offers, 500)
  })
})
