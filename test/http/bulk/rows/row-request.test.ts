import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { bilanShape, quoteShape } from "../../../../http/bulk/rows/bilan-shape.ts"
import {
  prepareAskedRow,
  prepareRowLine,
  readHeader,
  type RequestCell,
  requestColumns,
  describeHeaderProblem,
} from "../../../../http/bulk/rows/row-request.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"

const limits = (name: Parameters<typeof limitOf>[1]) => limitOf(shippedTables, name)
const quotes = requestColumns(quoteShape(limits).request)
const bilans = requestColumns(bilanShape(limits).request)

const lineOf = (
  columns: typeof quotes,
  header: ReadonlyArray<string>,
  cells: ReadonlyArray<RequestCell>,
): unknown =>
  JSON.parse(prepareRowLine(Result.getOrThrow(readHeader(header, columns)))({ line: 2, cells }))

describe("columns of requests", () => {
  it("are all fields of a request, by their last name where no other has it", () => {
    assert.deepStrictEqual(quotes.names, [
      "id",
      "intent",
      "startDate",
      "endDate",
      "countryResidence",
      "stateResidence",
      "arrivalCountries",
      "travellers",
      "tripPrice",
      "studiesAmount",
      "currency",
      "shouldCoverCancellation",
      "shouldCoverExtremeSports",
      "isAnnual",
      "sessionId",
      "language",
    ])
    assert.includeMembers([...bilans.names], ["residence", "bank", "bin", "friends", "market"])
    for (const path of ["trip.startDate", "trip.travellers"]) assert.isTrue(quotes.byName.has(path))
    for (const path of ["card.bank", "card.none"]) assert.isTrue(bilans.byName.has(path))
  })

  it("are named otherwise at most by mistake, and every mistake is told", () => {
    const refused = readHeader(
      ["id", "residnece", "crad.bank", "friends", "trip.friends", "id", "", "zzzzzzzz"],
      bilans,
    )
    assert.isTrue(Result.isFailure(refused))
    if (Result.isSuccess(refused)) return
    const [residence, bank, friends, id, unknown] = refused.failure.map(describeHeaderProblem)
    assert.strictEqual(residence, 'no column is called "residnece"; did you mean "residence"?')
    assert.strictEqual(bank, 'no column is called "crad.bank"; did you mean "card.bank"?')
    assert.strictEqual(friends, '"friends" and "trip.friends" are the same column')
    assert.strictEqual(id, 'the column "id" is there twice')
    assert.match(unknown ?? "", /^no column is called "zzzzzzzz"; the columns are id, residence, /)
    assert.lengthOf(refused.failure, 5)
  })

  it("are not separated by semicolons or tabs", () => {
    for (const [text, says] of [
      ["id;residence", /not by semicolons: save it as CSV/],
      ["id\tresidence", /not by tabs: save it as CSV/],
    ] as const) {
      const refused = readHeader([text], bilans)
      assert.match(
        Result.isFailure(refused) ? refused.failure.map(describeHeaderProblem).join() : "",
        says,
      )
    }
  })
})

describe("a row", () => {
  it("is the request that its cells make up, empty ones left out", () => {
    const header = ["id", "trip.intent", "startDate", "arrivalCountries", "travellers", "isAnnual"]
    assert.deepStrictEqual(
      lineOf(quotes, header, ["a1", "forTourism", "2027-07-01", "FR; US;", "34;31", "TRUE"]),
      {
        id: "a1",
        trip: {
          intent: "forTourism",
          startDate: "2027-07-01",
          arrivalCountries: ["FR", "US"],
          travellers: [{ age: 34 }, { age: 31 }],
          isAnnual: true,
        },
      },
    )
    assert.deepStrictEqual(lineOf(quotes, header, ["", " ", "", "", "", ""]), {})
    assert.deepStrictEqual(lineOf(quotes, header, []), {})
  })

  it("takes what a workbook holds: numbers, flags and days", () => {
    const header = ["id", "bin", "residence", "none", "destinations"]
    assert.deepStrictEqual(lineOf(bilans, header, [7, 497040, "FR", false, "US"]), {
      id: 7,
      card: { bin: "497040", none: false },
      residence: "FR",
      destinations: ["US"],
    })
  })

  it("is a number's day within this century alone, so that a year is none", () => {
    const start = (cell: RequestCell): unknown =>
      (lineOf(quotes, ["startDate"], [cell]) as { trip: { startDate: unknown } }).trip.startDate
    assert.deepStrictEqual([36_525, 36_526, 73_050, 73_051, 2027, 46_569.5].map(start), [
      "36525",
      "2000-01-01",
      "2099-12-31",
      "73051",
      "2027",
      "46569.5",
    ])
  })

  it("counts a number's day from 1904 where its workbook does", () => {
    const header = Result.getOrThrow(readHeader(["startDate"], quotes))
    const asked = prepareAskedRow(header, { days: "from1904", decimals: "point" })
    for (const [cell, day] of [
      [45_107, "2027-07-01"],
      ["45107", "2027-07-01"],
      [35_064, "2000-01-01"],
      [35_063, "35063"],
      [71_588, "2099-12-31"],
      [71_589, "71589"],
      ["2027-07-01", "2027-07-01"],
    ] as const) {
      const { request } = asked({ line: 2, cells: [cell] })
      assert.deepStrictEqual(JSON.parse(request), { trip: { startDate: day } })
    }
  })

  it("takes a comma before one or two decimals where its table writes so", () => {
    const header = Result.getOrThrow(readHeader(["tripPrice"], quotes))
    const asked = prepareAskedRow(header, { days: "from1900", decimals: "comma" })
    const price = (cell: RequestCell): unknown =>
      (JSON.parse(asked({ line: 2, cells: [cell] }).request) as { trip?: { tripPrice: unknown } })
        .trip?.tripPrice
    assert.deepStrictEqual(
      ["2500,5", "2500,50", "2500.5", "-1,25", "1,250", "1.250,50"].map(price),
      [2500.5, 2500.5, 2500.5, -1.25, undefined, undefined],
    )
  })

  it.each([
    ["2027-07-01 00:00:00", "2027-07-01"],
    ["2027-07-01T00:00", "2027-07-01"],
    ["2027-07-01T00:00:00.000Z", "2027-07-01"],
    ["2027-07-01 00:00:00+02:00", "2027-07-01"],
    ["2027-07-01 00:00:00+00", "2027-07-01"],
    ["2027-06-30T22:00:00.000Z", undefined],
    ["2027-07-01 10:30", undefined],
    ["2027-07-01 00:00:01", undefined],
    ["2027-07-01 00:00:00 CET", undefined],
  ])("takes midnight for its day, and shows any other time: %s", (cell, day) => {
    const refused = [
      {
        error: "BAD_CELL",
        detail: `trip.startDate: "${cell}" should be a day such as 2027-07-01, without a time`,
      },
    ]
    assert.deepStrictEqual(
      lineOf(quotes, ["startDate"], [cell]),
      day === undefined ? refused : { trip: { startDate: day } },
    )
  })

  it("keeps an id as it is written", () => {
    const idOf = (cell: RequestCell): unknown =>
      (lineOf(bilans, ["id"], [cell]) as { readonly id: unknown }).id
    for (const id of ["007", "1.0", "+1", "12345678901234567", "a b"]) {
      assert.strictEqual(idOf(id), id)
    }
    assert.strictEqual(idOf("7"), 7)
  })

  it("is refused with all that its cells should be", () => {
    const header = ["id", "travellers", "tripPrice", "isAnnual", "arrivalCountries", ""]
    const detailOf = (cells: ReadonlyArray<RequestCell>): unknown => {
      const [refused] = lineOf(quotes, header, cells) as ReadonlyArray<{ detail: string }>
      return refused?.detail
    }
    assert.strictEqual(
      detailOf([1, "34;x", "1 250,50", "oui", "FR,US", "stray"]),
      [
        'trip.travellers: "34;x" should be numbers separated by semicolons',
        'trip.tripPrice: "1 250,50" should be a number, with a point before its decimals',
        'trip.isAnnual: "oui" should be TRUE or FALSE',
        'trip.arrivalCountries: "FR,US" should be values separated by semicolons',
        '"stray" stands in column 6, which has no name',
      ].join("; "),
    )
    assert.strictEqual(
      detailOf([1, { fault: "the error #REF!" }]),
      'trip.travellers: "the error #REF!" should be a value',
    )
  })
})
