import type { FlatValue } from "./flatten.ts"
import type { Outcome } from "./outcome.ts"

/** What a situation comes to in a few named lines that people compare. */
export type OutcomeSummary = Readonly<Record<string, string>>

const text = (value: FlatValue | undefined): string => String(value ?? "none")

/** The fields whose path matches, as `name value` each, in their order. */
const listed = (outcome: Outcome, path: RegExp): string =>
  Object.entries(outcome)
    .flatMap(([field, value]) => {
      const name = path.exec(field)?.[1]
      return name === undefined ? [] : `${name} ${text(value)}`
    })
    .join(", ")

const bilanSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["bilan.refused"]
  if (refused !== undefined) return { bilan: `refused ${text(refused)}` }
  return {
    card: `${text(outcome["bilan.card.origin"])} ${text(outcome["bilan.card.catalogueId"])}`,
    headline: text(outcome["bilan.bilan.headline.key"]),
    target: text(outcome["bilan.bilan.medical.target"]),
    gaps: listed(outcome, /^bilan\.card\.guarantees\.([^.]+)\.badge$/),
    arguments: text(outcome["bilan.bilan.arguments"]),
    social: text(outcome["bilan.bilan.social.pct"]),
  }
}

const quoteSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["quote.refused"] ?? outcome["quote.unavailable"]
  if (refused !== undefined) return { offers: `refused ${text(refused)}` }
  return {
    offers: listed(outcome, /^quote\.offers\.(\d+)\.price\.amountInCents$/),
    others: listed(outcome, /^quote\.([a-zA-Z]+Count)$/),
  }
}

const liveSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["live.refused"] ?? outcome["live.unavailable"]
  if (refused !== undefined) return { live: `refused ${text(refused)}` }
  return {
    live: listed(outcome, /^live\.offers\.(\d+)\.price\.amountInCents$/),
    liveOthers: listed(outcome, /^live\.([a-zA-Z]+Count)$/),
  }
}

/**
 * Sums an outcome up: card, headline, target, gaps, arguments and social proof of the bilan, the
 * price of each offer in minor units and how many were left out, in the sandbox and live.
 *
 * ```ts
 * import { summarise } from "../rules/impact/summary.ts"
 *
 * summarise({ "bilan.refused": "INVALID", "quote.offers.101.price.amountInCents": 4520 }) // => { bilan: "refused INVALID", offers: "101 4520", others: "", live: "", liveOthers: "" }
 * ```
 */
export const summarise = (outcome: Outcome): OutcomeSummary => ({
  ...bilanSummary(outcome),
  ...quoteSummary(outcome),
  ...liveSummary(outcome),
})
