import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { prepareBilan } from "../../../../rules/coach/bilan.ts"
import { mapCovers } from "../../../../rules/coach/covers/cover-map.ts"
import { networks, profileTiers } from "../../../../rules/coach/coach-vocabulary.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, liveContext } from "../support.ts"

const pieces = prepareCoachPieces(shippedTables, prepareArgumentGuards)
const bilans = prepareBilan(pieces)

const card = fc.oneof(
  fc.constantFrom(...shippedTables.coachCards.rows).map(({ catalogueId }) => ({ catalogueId })),
  fc.record({
    network: fc.constantFrom(...networks),
    tier: fc.constantFrom(...profileTiers),
  }),
  fc.constant({ none: true }),
)

const request = fc.record({
  residence: fc.constantFrom("FR", "US", "CA", "SG", "MY", "DE", "GB"),
  destinations: fc.constantFrom(["US"], ["JP"], ["FR"], ["TH"], ["ES"]),
  card,
  trip: fc.record({
    longTrip: fc.boolean(),
    friends: fc.boolean(),
    riskyActivity: fc.boolean(),
  }),
})

describe("the map of covers", () => {
  it("says of each guarantee what the bilan of the same card and trip says", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(request, (body) => {
        const read = Result.getOrThrow(pieces.readRequest(body, liveContext.allowedCardModes))
        const { covers, currency } = mapCovers(pieces, bilans, read, liveContext)
        const answer = bilanOf(body)
        assert.strictEqual(currency, answer.card.currency)
        for (const { amount, line, recommended, slug, standing, state } of covers) {
          const gap = answer.card.guarantees[slug]
          seen.add(standing)
          assert.strictEqual(standing, gap?.badge ?? "held", slug)
          if (gap !== undefined) {
            assert.deepStrictEqual([gap.value, gap.recommendedValue], [amount, recommended], slug)
          }
          const row = shippedTables.coachBenefits.rows.find(
            (each) => shippedTables.coachBenefits.lineOf(each) === line,
          )
          if (row !== undefined) assert.deepStrictEqual([row.slug, row.state], [slug, state])
        }
        const told = new Set(covers.map(({ slug }) => slug))
        const needed = Object.keys(answer.card.guarantees).filter((slug) => told.has(slug))
        assert.isAtLeast(covers.length, needed.length)
      }),
      { numRuns: 150 },
    )
    assert.deepStrictEqual([...seen].sort(), [
      "conditional",
      "held",
      "insufficient",
      "missing",
      "unverified",
    ])
  })
})
