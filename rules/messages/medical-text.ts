import type { BilanResponse } from "../coach/response.ts"
import { basisOf } from "./gap-text.ts"
import { type MedicalKey, medicalKeys } from "./message-keys.ts"
import { type AnswerVariables, variablesOf } from "./sentence-writer.ts"

const medicalSlug = "hospitalFeesAbroad"

/** What headlines say of the trip and of the card's ceiling, beside the gap in it. */
const byHeadline: ReadonlyMap<string, MedicalKey> = new Map([
  ["coach.headline.travel_warning", "travel_warning"],
  ["coach.headline.domestic", "domestic"],
  ["coach.headline.domestic_enough", "domestic"],
  ["coach.headline.domestic_us", "domestic"],
  ["coach.headline.domestic_ca", "domestic"],
  ["coach.headline.own_territory", "domestic"],
  ["coach.headline.no_card", "no_card"],
  ["coach.headline.medical_unverified", "unverified"],
  ["coach.headline.medical_ceiling_unread", "unverified"],
  ["coach.headline.target_met_unverified", "unverified"],
])

const byGap = ({ card }: BilanResponse): MedicalKey | undefined => {
  const gap = Object.hasOwn(card.guarantees, medicalSlug) ? card.guarantees[medicalSlug] : undefined
  if (gap === undefined) return undefined
  if (gap.badge === "unverified") return "unverified"
  if (gap.badge === "missing") return "missing"
  return gap.badge === "insufficient" && gap.value === null ? "unverified" : undefined
}

/** Whether rights to public care hold where the trip goes, as far as the answer tells. */
const isInZone = ({ bilan }: BilanResponse, { vars }: AnswerVariables): boolean => {
  if (vars["zone"] !== undefined) return String(vars["zone"]) === "true"
  return bilan.arguments.some(({ id }) => id === "public_care_only" || id.endsWith("_in_zone"))
}

/** The text on the medical ceiling: the one that the answer names, or what the rest of it comes to. */
export const medicalKeyOf = (response: BilanResponse): MedicalKey => {
  const { bilan, card } = response
  const named: unknown = Reflect.get(bilan.medical, "key")
  const known = medicalKeys.find((key) => named === key || named === `coach.medical.${key}`)
  if (known !== undefined) return known
  const told = byHeadline.get(bilan.headline.key)
  if (told !== undefined) return told
  if (card.origin === "none") return "no_card"
  const gap = byGap(response)
  if (gap !== undefined) return gap
  if (!bilan.medical.ceilingOk) return "not_met"
  return isInZone(response, variablesOf(bilan.medical)) ? "met_in_zone" : "met"
}

/** The currency of the benchmark: the market's, or without a market the card's. */
export type BenchmarkCurrency = (market: string) => string | undefined

/**
 * The values of the sentence on the medical ceiling: its own, or where it has none those of the
 * headline; the target is raw in every answer.
 */
export const medicalVariables = (
  response: BilanResponse,
  currencyOf: BenchmarkCurrency,
): AnswerVariables => {
  const { headline, medical } = response.bilan
  const own = variablesOf(medical)
  const around = Object.keys(own.vars).length > 0 ? own : variablesOf(headline)
  const currency = currencyOf(response.meta.market)
  const target = currency === undefined ? {} : { target: { value: medical.targetValue, currency } }
  return {
    vars: { basis: basisOf(response), ...around.vars, ...own.vars, target: medical.target },
    values: { ...around.values, ...target, ...own.values },
  }
}
