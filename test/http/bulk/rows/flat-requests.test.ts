import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { nestRequests } from "../../../../http/bulk/rows/flat-requests.ts"
import {
  prepareAskedRow,
  readHeader,
  requestColumns,
} from "../../../../http/bulk/rows/row-request.ts"
import { bilanBody } from "../../../../rules/coach/bilan-body.ts"
import { quoteBody } from "../../../../rules/trip/quote-body.ts"
import { tripRequest } from "../../../../rules/trip/trip.ts"

const limits = () => 50
const bilans = requestColumns(bilanBody(limits))
const quotes = requestColumns(quoteBody(tripRequest(limits)))
const nestBilan = nestRequests(bilans)
const nestQuote = nestRequests(quotes)

const detailOf = (result: ReturnType<typeof nestBilan>): string =>
  Result.isFailure(result) ? `${result.failure.error} ${result.failure.detail}` : ""

describe("lines that programs write for rows", () => {
  it("become requests by the names that columns of CSV have", () => {
    const row = {
      id: "a",
      residence: "FR",
      destinations: "US;CA",
      network: "visa",
      tier: null,
      friends: "TRUE",
      longTrip: false,
      market: undefined,
    }
    assert.deepStrictEqual(Result.getOrThrow(nestBilan(row)), {
      id: "a",
      residence: "FR",
      destinations: ["US", "CA"],
      card: { network: "visa" },
      trip: { friends: true, longTrip: false },
    })
    const trip = {
      startDate: "2027-07-01T00:00:00.000",
      travellers: [34, 31],
      tripPrice: "2500.50",
    }
    assert.deepStrictEqual(
      Result.getOrThrow(nestQuote({ ...trip, "trip.endDate": "2027-07-14" })),
      {
        trip: {
          startDate: "2027-07-01",
          endDate: "2027-07-14",
          travellers: [{ age: 34 }, { age: 31 }],
          tripPrice: 2500.5,
        },
      },
    )
  })

  it.each([
    ["497203.0", "497203"],
    [497203, "497203"],
    ["49720311.00", "49720311"],
    ["0497203", "0497203"],
    ["497203.5", "497203.5"],
    ["4.97203e5", "4.97203e5"],
  ])("have a BIN of digits, whatever program took it for a number: %j", (bin, meant) => {
    assert.deepStrictEqual(Result.getOrThrow(nestBilan({ bin })), { card: { bin: meant } })
  })

  it("are requests as they are where they name fields where they stand, and are no rows", () => {
    for (const request of [
      { residence: "FR", destinations: "US;CA", card: { network: "visa" } },
      { id: "a" },
      {},
      [],
      [{ network: "visa" }],
      "network",
      null,
      7,
      { ntework: "visa" },
    ]) {
      assert.strictEqual(Result.getOrThrow(nestBilan(request)), request)
    }
  })

  it("keep what no column is called, and what fits no cell, to be told as unread", () => {
    const row = { network: "visa", ntework: "visa", destinations: [{ code: "US" }] }
    assert.deepStrictEqual(Result.getOrThrow(nestBilan(row)), {
      ntework: "visa",
      destinations: [{ code: "US" }],
      card: { network: "visa" },
    })
  })

  it("are refused by name where two values are for one field, or one is none", () => {
    assert.strictEqual(
      detailOf(nestBilan({ network: "visa", "card.network": "amex" })),
      'BAD_CELL "network" and "card.network" are the same column',
    )
    assert.strictEqual(
      detailOf(nestBilan({ network: "visa", card: { network: "amex" } })),
      "BAD_CELL network does not fit card, which is there too",
    )
    assert.strictEqual(
      detailOf(nestBilan({ network: "visa", card: "amex" })),
      "BAD_CELL network does not fit card, which is there too",
    )
    assert.strictEqual(
      detailOf(nestBilan({ network: "visa", friends: "oui" })),
      'BAD_CELL friends: "oui" should be TRUE or FALSE',
    )
  })

  it("ask for what the same row of CSV asks for", () => {
    const text = fc.oneof(
      fc.constantFrom("", "FR", "US;CA", " x ", "TRUE", "497203.0", "34"),
      fc.string(),
    )
    const names = bilans.names.filter((name) => name !== "id")
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
        fc.array(text),
        (header, texts) => {
          const cells = header.map((_, at) => texts[at] ?? "")
          fc.pre(header.some((name) => name === "network" || name === "bin" || name === "friends"))
          const columns = Result.getOrThrow(readHeader(header, bilans))
          const { request } = prepareAskedRow(columns)({ line: 1, cells })
          const nested = nestBilan(Object.fromEntries(header.map((name, at) => [name, cells[at]])))
          if (Result.isSuccess(nested)) assert.deepStrictEqual(nested.success, JSON.parse(request))
          else assert.match(request, /^\[/)
        },
      ),
    )
  })
})
