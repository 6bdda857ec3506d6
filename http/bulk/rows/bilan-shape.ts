import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { BilanResponse } from "../../../rules/coach/response.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import type { AnswerShape } from "./answer-columns.ts"

/** Bilans as a table: a row each, or one for each argument where columns of arguments are asked for. */
export const bilanShape = (limitOf: LimitOf): AnswerShape => ({
  answer: BilanResponse,
  request: bilanBody(limitOf),
  items: { name: "argument", path: ["bilan", "arguments"] },
  shortNames: {
    market: "meta.market",
    origin: "card.origin",
    cardCurrency: "card.currency",
    shouldSell: "bilan.shouldSell",
    headline: "bilan.headline.key",
    medicalTarget: "bilan.medical.targetValue",
    ceilingOk: "bilan.medical.ceilingOk",
    gapCount: "#card.guarantees.*.state",
    coveredCount: "#card.guarantees.*.covered",
    argumentCount: "bilan.argumentCount",
    arguments: "bilan.arguments.*.id",
    warnings: "meta.warnings",
  },
  usual: [
    "row",
    "id",
    "market",
    "destinations",
    "origin",
    "shouldSell",
    "headline",
    "medicalTarget",
    "ceilingOk",
    "gapCount",
    "coveredCount",
    "argumentCount",
    "arguments",
    "warnings",
    "unread",
  ],
})
