import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import { describe, expect, it } from "vitest"
import { demandReasons } from "../../../../rules/coach/explanation/bilan-case.ts"
import { prepareBilan } from "../../../../rules/coach/bilan.ts"
import type { DestinationRules } from "../../../../rules/coach/formalities.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { textTable } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { liveContext } from "../support.ts"
import * as Result from "effect/Result"

const pieces = prepareCoachPieces(shippedTables, prepareArgumentGuards)
const bilans = prepareBilan(pieces)

/** The reasons of a trip's demands, each by its file, first cells and words. */
const reasonsOf = (
  residence: string,
  destination: string,
  kind: "mandatory" | "visa",
  destinationRules: DestinationRules = pieces.tableRules,
): ReadonlyArray<string> => {
  const asked = { residence, destinations: [destination] }
  const request = Result.getOrThrow(pieces.readRequest(asked, liveContext.allowedCardModes))
  const context = { ...liveContext, destinationRules }
  const situation = bilans.situationOf(request, context)
  const demand = situation.formalities?.[kind] ?? null
  if (demand === null) return []
  const reasons = demandReasons(
    {
      pieces,
      request,
      situation,
      market: pieces.markets.marketOf(residence, null),
      place: bilans.placeOf(request),
      warning: null,
      answer: bilans.answerOf(request, context),
    },
    demand,
  )
  return reasons.map(({ column = "", file, line, says }) => {
    const row = textTable(file).rows.find((each) => each.line === line)
    const cells = Object.values(row?.cells ?? {}).slice(0, 2)
    return `${file} [${cells.join()}] ${column}=${row?.cells[column]}: ${says}`
  })
}

describe("the reasons of a demand", () => {
  it("are the destination's rule and its reading, where visitors must be insured", () => {
    expect(reasonsOf("FR", "GE", "mandatory")).toEqual([
      "coach/formalities.csv [GE,1] requirement=mandatory_medical: GE asks for mandatory_medical, 30000 GEL",
      "coach/formality_rules.csv [,] demand=mandatory: visitors must be insured",
    ])
    expect(reasonsOf("FR", "EC", "mandatory")[0]).toBe(
      "coach/formalities.csv [EC,2] requirement=mandatory_medical: EC asks for mandatory_medical",
    )
  })

  it("are the visa and its area besides, where a visa asks for insurance", () => {
    expect(reasonsOf("MA", "SE", "visa")).toEqual([
      "coach/formalities.csv [SE,1] requirement=visa_condition: SE asks for visa_condition, 30000 EUR",
      "coach/formality_rules.csv [,] demand=visa: the passport needs a visa that asks for insurance",
      "coach/visa_obligations.csv [MA,schengen] requirement=visa: a passport of MA needs visa for schengen",
      "countries.csv [SE,SWE] schengen=true: SE is part of schengen",
    ])
    expect(reasonsOf("FR", "RU", "visa").slice(2)).toEqual([
      "coach/visa_obligations.csv [FR,RU] requirement=e_visa: a passport of FR needs e_visa for RU",
    ])
  })

  it("are the reading alone for a rule that stands in no table", () => {
    const source: DestinationRules = {
      rulesOf: (destination) => [
        {
          destination,
          requirement: "mandatory_medical",
          amount: null,
          currency: null,
          certainty: "high",
        },
      ],
      visaFor: () => null,
    }
    expect(reasonsOf("FR", "JP", "mandatory", source)).toEqual([
      "coach/formality_rules.csv [,] demand=mandatory: visitors must be insured",
    ])
  })
})
