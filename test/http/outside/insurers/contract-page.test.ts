import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { daysInclusive } from "../../../../core/vocabulary/day.ts"
import {
  insurerPolicy,
  readDocument,
  readEntries,
} from "../../../../http/outside/insurers/insurer.ts"
import { makePrepareLines, makeRatingBody } from "../../../../http/outside/insurers/insurers.ts"
import { readRatingCall } from "../../../../http/emulator/simulator/answer.ts"
import {
  plainFaults,
  readFault,
  readFaultList,
} from "../../../../http/emulator/simulator/faults.ts"
import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import type { Trip } from "../../../../rules/trip/trip.ts"
import { shippedTables } from "../../../support/tables.ts"
import { insurerOf, requestOf, rulesWith } from "./requests.ts"
import type { RatingRequest } from "../../../../rules/pricing/rating.ts"

const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/rating-contract.md", import.meta.url)),
  "utf8",
)
const [request = "", answer = ""] = [...page.matchAll(/```json\n([^`]*)```/g)].map(
  ([, text = ""]) => text,
)

interface RequestDocument {
  readonly requestId: string
  readonly trip: Trip
  readonly days: number
  readonly offers: ReadonlyArray<string>
}

const told = JSON.parse(request) as RequestDocument
const asked = requestOf(insurerOf("kestrelgate"), told.offers, "USD")

describe("the page of the rating contract", () => {
  it("shows a request as it is sent", () => {
    const rating: RatingRequest = {
      ...asked,
      trip: told.trip,
      facts: { ...asked.facts, days: daysInclusive(told.trip.startDate, told.trip.endDate) },
    }
    const body = makeRatingBody(() => told.requestId)(rating)
    expect(JSON.parse(body)).toEqual(told)
    expect(Object.keys(JSON.parse(body) as object)).toEqual(Object.keys(told))
    expect(told.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(Option.isSome(readRatingCall(request))).toBe(true)
  })

  it("shows an answer that is read without a doubt", () => {
    const entries = Result.getOrThrow(readDocument(answer))
    const { answered, wrong } = readEntries(entries, asked.offers)
    expect(wrong).toEqual([])
    expect(answered.map(({ entry, offer }) => [offer.code, entry.soldByRedirect])).toEqual([
      ["KG1001", false],
      ["KG2001", true],
    ])
    const slugs = new Set(shippedTables.guarantees.rows.map(({ slug }) => slug))
    const prepareLines = makePrepareLines(
      rulesWith({
        readPrinted: prepareReadPrinted(shippedTables),
        isGuarantee: (slug) => slugs.has(slug),
      }),
    )
    for (const { entry, offer } of answered) {
      expect(prepareLines(offer, entry.lines ?? []).doubts).toEqual([])
    }
  })

  it("names codes of the catalogue, in the currencies that it has", () => {
    const currencies = new Map(
      shippedTables.catalogueOffers.rows.map(({ code, currency }) => [code, currency]),
    )
    expect(told.offers.map((code) => currencies.get(code))).toEqual(["USD", "USD", "USD"])
    expect(currencies.get("KG1002")).toBe("CAD")
  })

  it("tells the figures in force", () => {
    expect(insurerPolicy).toMatchObject({
      timeoutMs: 4_000,
      inFlightMax: 32,
      bytesMax: 1_024 * 1_024,
      retriesMax: 1,
      failuresMax: 5,
      restMs: 10_000,
      steadyMs: 30_000,
      noticePeriodMs: 10 * 60_000,
    })
  })

  it("names faults that there are", () => {
    const named = [...page.matchAll(/--fault (\S+?)[`,\s]/g)].map(([, text = ""]) => text)
    expect(named.map((text) => Option.isSome(readFault(text)))).toEqual([true, true])
    const [list = ""] = /\[\{"kind".*?\}\]/.exec(page) ?? []
    expect(Result.isSuccess(readFaultList(list))).toBe(true)
    for (const kind of Object.keys(plainFaults)) expect(Option.isSome(readFault(kind))).toBe(true)
  })
})
