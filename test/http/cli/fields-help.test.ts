import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readTrip } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import { runHere } from "./run.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const viatica = runHere({})

/** The fields that the help of a command lists, with their examples as written. */
const fieldsOf = async (command: string): Promise<ReadonlyMap<string, string>> => {
  const { status, stdout } = await viatica([command, "--help"])
  assert.strictEqual(status, 0)
  const [, listed = ""] = stdout.split("FIELDS OF A REQUEST\n")
  return new Map(
    listed
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().split(/ {2,}/))
      .map(([path = "", , example = ""]) => [path, example]),
  )
}

const exampleIn = (fields: ReadonlyMap<string, string>, path: string): unknown =>
  JSON.parse(fields.get(path) ?? "null")

describe("the help of a command", () => {
  it("lists every field of a request, whose examples make a bilan", async () => {
    const fields = await fieldsOf("bilan")
    assert.includeMembers(
      [...fields.keys()],
      ["residence", "destinations", "card.bank", "card.none", "trip.riskyActivity", "market"],
    )
    const example = (path: string) => exampleIn(fields, path)
    const card = { network: example("card.network"), tier: example("card.tier") }
    const residence = example("residence")
    const request = { residence, destinations: example("destinations"), card }
    const answer = Result.getOrThrow(makeOfflineCoach(shippedTables).bilan(request))
    assert.deepStrictEqual(answer.meta.warnings, [])
    const listed = { ...request, card: { catalogueId: example("card.catalogueId") } }
    const exact = Result.getOrThrow(makeOfflineCoach(shippedTables).bilan(listed))
    assert.strictEqual(exact.card.origin, "exact")
  })

  it("lists every field of a trip, whose examples are a trip, and its limits", async () => {
    const fields = await fieldsOf("quote")
    const names = [
      "intent",
      "startDate",
      "endDate",
      "countryResidence",
      "arrivalCountries",
      "tripPrice",
      "currency",
      "shouldCoverCancellation",
    ]
    const trip = {
      ...Object.fromEntries(names.map((name) => [name, exampleIn(fields, `trip.${name}`)])),
      travellers: [{ age: exampleIn(fields, "trip.travellers[].age") }],
    }
    assert.isTrue(Result.isSuccess(readTrip({ trip }, prepareTripVocabulary(shippedTables))))
    const { stdout } = await viatica(["quote", "--help"])
    assert.include(stdout, "at most 1,000,000 EUR")
    assert.include(stdout, "also as tripInfo")
  })
})
