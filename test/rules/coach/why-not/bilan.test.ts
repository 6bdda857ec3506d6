import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { cardModes } from "../../../../rules/coach/coach-vocabulary.ts"
import { prepareBilanWhyNot } from "../../../../rules/coach/why-not.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../../rules/tables/compare-versions.ts"
import { shippedTables } from "../../../support/tables.ts"
import { makeOfflineCoach, offlineContext } from "../../../../rules/coach/offline.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"

const wordsOf = wordsOfSources(Object.values(definitions), shippedSources())
const { ids, read, whyNot } = prepareBilanWhyNot(shippedTables, wordsOf)
const context = offlineContext("test", "2026-11-25")
const { bilan } = makeOfflineCoach(shippedTables, "test", "2026-11-25")

const plain = {
  residence: "FR",
  destinations: ["US"],
  card: { network: "visa", tier: "premier" },
}
const crowded = {
  ...plain,
  card: { network: "visa", tier: "classic" },
  trip: { friends: true, riskyActivity: true, longTrip: true },
}

const ask = (request: unknown, id: string) =>
  whyNot(Result.getOrThrow(read(request, cardModes)), context, id)

describe("why an argument is not in a bilan", () => {
  it("is the flag of the trip that would bring it, and the cell that keeps it out", () => {
    const { reasons, request, told } = ask(plain, "friends_not_insured")
    assert.isFalse(told)
    assert.deepStrictEqual(request, {
      field: "trip.friends",
      says: "trip.friends were true (now false)",
      would: true,
    })
    assert.strictEqual(
      reasons[0]?.says,
      "the trip breaks no condition of the card; would be told if broken were friends (now none)",
    )
    assert.deepStrictEqual(reasons[0]?.cells, { broken: "friends" })
  })

  it("is the limit of a bilan for one that is cut, with those that come before it", () => {
    const [first, second] = ask(crowded, "interruption_missing").reasons
    assert.strictEqual(first?.file, "reference/limits.csv")
    assert.match(first?.says ?? "", /is cut: 7 come before it, medical_shortfall_top \(decisive/)
    assert.strictEqual(second?.file, "coach/arguments.csv")
  })

  it("is the relation by which it gives way to another", () => {
    const [first] = ask(crowded, "risky_activity_excluded").reasons
    assert.strictEqual(first?.file, "coach/argument_relations.csv")
    assert.match(first?.says ?? "", /gives way to sports_missing, which applies too/)
  })

  it("is nothing for one that is in it, whose rows are named", () => {
    const { reasons, request, told } = ask(plain, "medical_shortfall_top")
    assert.isTrue(told)
    assert.isUndefined(request)
    assert.strictEqual(reasons[0]?.says, "is in the answer, as argument 1")
  })

  it("is told for each id there is, and says of none that it is there when it is not", () => {
    for (const request of [plain, crowded]) {
      const answer = Result.getOrThrow(bilan(request)).bilan
      const there = [answer.headline.key, ...answer.arguments.map(({ id }) => id)]
      for (const id of ids) {
        const { reasons, told } = ask(request, id)
        assert.strictEqual(told, there.includes(id), id)
        assert.isAbove(reasons.length, 0, id)
      }
    }
  })
})

describe("why a headline is not the bilan's", () => {
  it("is the change that would make it so, and the row that is chosen instead", () => {
    const { reasons, request } = ask(plain, "coach.headline.no_card")
    assert.strictEqual(request?.says, "there were no card")
    assert.match(reasons[0]?.says ?? "", /would be the headline if origin were none/)
    assert.match(reasons[1]?.says ?? "", /^coach.headline.\w+ is the headline instead$/)
  })
})
