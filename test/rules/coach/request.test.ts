import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { prepareReadBilan } from "../../../rules/coach/request.ts"
import { describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import { refusalOf, sandboxContext } from "./support.ts"

const readBilan = prepareReadBilan(shippedTables)
const read = (input: unknown) => Result.getOrThrow(readBilan(input, cardModes))

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const codes = (count: number) =>
  alphabet.flatMap((left) => alphabet.map((right) => left + right)).slice(0, count)

const valid = { residence: "FR", destinations: ["US"] }

describe("refusals", () => {
  it("come in their order of precedence when several apply", () => {
    const everything = { residence: "FRA", destinations: [], card: { catalogueId: 1 } }
    expect(refusalOf(everything, sandboxContext).code).toBe("CARD_MODE_FORBIDDEN")
    expect(refusalOf(everything).code).toBe("BAD_RESIDENCE")
    expect(refusalOf({ ...everything, residence: "FR" }).code).toBe("NO_DESTINATIONS")
    expect(refusalOf({ ...valid, destinations: codes(51) }).code).toBe("TOO_MANY_DESTINATIONS")
  })

  it.each([undefined, null, 33, "", "F", "FRA", "F1", "é1", ["FR"]])(
    "refuse the residence %j",
    (residence) => {
      expect(refusalOf({ ...valid, residence }).code).toBe("BAD_RESIDENCE")
    },
  )

  it.each([undefined, null, "US", [], [7, null, "USA", ""], { 0: "US" }])(
    "refuse the destinations %j",
    (destinations) => {
      expect(refusalOf({ ...valid, destinations }).code).toBe("NO_DESTINATIONS")
    },
  )

  it.each([null, [], "text", 7, true])("take %j as a body without fields", (body) => {
    expect(refusalOf(body).code).toBe("BAD_RESIDENCE")
  })

  it("count destinations after they are made normal: 50 pass, 51 do not", () => {
    expect(read({ ...valid, destinations: codes(50) }).destinations).toHaveLength(50)
    const repeated = [...codes(50), ...codes(50), "nowhere"]
    expect(read({ ...valid, destinations: repeated }).destinations).toHaveLength(50)
    const refusal = refusalOf({ ...valid, destinations: codes(51) })
    expect(describeCoachRefusal(refusal)).toBe(
      "destinations: at most 50 different countries, not 51",
    )
  })

  it("name the modes that the key may send", () => {
    for (const card of [
      { catalogueId: 1 },
      { catalogueId: "x" },
      { bin: "497010", catalogueId: 1 },
    ]) {
      const refusal = refusalOf({ ...valid, card }, sandboxContext)
      expect(refusal).toEqual({
        _tag: "CoachRefusal",
        code: "CARD_MODE_FORBIDDEN",
        mode: "catalogueId",
        cardModes: ["bin", "bank", "network", "none"],
      })
    }
  })
})

describe("the normal request", () => {
  it("has upper-case codes and every default", () => {
    expect(read({ residence: "fr", destinations: ["us", "US", "x", "jp"] })).toEqual({
      residence: "FR",
      lang: null,
      destinations: ["US", "JP"],
      card: { _tag: "None" },
      trip: { friends: false, longTrip: false, riskyActivity: false },
      market: null,
      ref: null,
    })
  })

  it("takes optional fields of a wrong type as absent", () => {
    const odd = { trip: { friends: "yes", longTrip: 1 }, market: "mars", ref: 7 }
    expect(read({ ...valid, ...odd })).toEqual(read(valid))
    expect(read({ ...valid, trip: [] })).toEqual(read(valid))
  })

  it.each(["visa", "", "x", [], [{ none: true }], 7, 0, true, false])(
    "reads the card %j, which is no object, as one that names none",
    (card) => {
      expect(read({ ...valid, card }).card).toEqual({ _tag: "Unmatched" })
    },
  )

  it.each([null, undefined])("reads the card %j as no card", (card) => {
    expect(read({ ...valid, card }).card).toEqual({ _tag: "None" })
  })

  it("keeps eight digits of a BIN and drops the rest", () => {
    expect(read({ ...valid, card: { bin: "4970101234567890" } }).card).toEqual({
      _tag: "Bin",
      bin: "49701012",
    })
  })

  it.each([
    [{}, "Unmatched"],
    [{ none: false }, "Unmatched"],
    [{ none: true }, "None"],
    [{ none: true, bin: "497010" }, "Unmatched"],
    [{ catalogueId: 3, network: "visa", tier: "mid" }, "Unmatched"],
    [{ catalogueId: 1.5 }, "Unmatched"],
    [{ catalogueId: "3" }, "Unmatched"],
    [{ catalogueId: 3, bin: null }, "Catalogue"],
    [{ bin: 497010 }, "Unmatched"],
    [{ bank: "BNP", network: "visa" }, "Unmatched"],
    [{ bank: "BNP", network: "visa", tier: "mid" }, "Bank"],
    [{ network: "visa" }, "Unmatched"],
    [{ network: "visa", tier: "mid" }, "Generic"],
  ])("reads the card %j as %s", (card, tag) => {
    expect(read({ ...valid, card }).card._tag).toBe(tag)
  })
})
