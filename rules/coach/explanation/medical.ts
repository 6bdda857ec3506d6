import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { isInside } from "../medical-target.ts"
import { medicalSlug } from "../card/products.ts"
import type { BilanCase } from "./bilan-case.ts"
import { coverReason, coverText } from "./cover.ts"
import { homeReasons } from "./reach.ts"

/** Cites the amount of the trip's medical step in a currency. */
export const stepReason = ({ pieces, situation }: BilanCase, currency: string): Reason => {
  const { medicalSteps } = pieces.tables
  const row = pieces.markets.stepRow(currency, situation.step)
  const amount = row === undefined ? "nothing" : `${row.amount} ${row.currency}`
  return citeRow(medicalSteps, row, `step ${situation.step}: ${amount}`, "amount")
}

/** Cites the facts that put a destination inside or, contradicting each other, outside the health zone. */
const zoneReasons = (
  { pieces, request }: BilanCase,
  destination: string,
): ReadonlyArray<Reason> => {
  const { healthZones } = pieces.tables
  const { contradicted, full } = pieces.targets.zoneFacts(request.residence, destination) ?? {}
  if (full === undefined) return []
  const zone = `${destination} is in ${request.residence}'s health zone (${full.zone})`
  return contradicted === undefined
    ? [citeRow(healthZones, full, zone)]
    : [citeRow(healthZones, contradicted, `${destination} treats in part (${contradicted.zone})`)]
}

const destinationReasonsOf = (bilan: BilanCase, destination: string): ReadonlyArray<Reason> => {
  const { countries } = bilan.pieces.tables
  const home = homeReasons(bilan, destination)
  if (home.length > 0) return home
  const facts = bilan.pieces.targets.zoneFacts(bilan.request.residence, destination)
  const zone = zoneReasons(bilan, destination)
  if (facts !== undefined && isInside(facts)) return zone
  const row = countries.get(destination)
  const tier = row?.costTier ?? null
  const says = tier === null ? "no cost tier, which counts as top" : `cost tier ${tier}`
  return [...zone, citeRow(countries, row, `${destination}: ${says}`, "cost_tier")]
}

/** The destination that sets the step comes first. */
const destinationReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { destination } = bilan.situation
  const others = bilan.request.destinations.filter((code) => code !== destination)
  return [destination, ...others].flatMap((code) => destinationReasonsOf(bilan, code))
}

/** Why the medical target is what it is, and whether the card meets it. */
export const medicalFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { market, pieces, situation } = bilan
  const { product } = situation.card
  const held = coverText(bilan, medicalSlug)
  const met = situation.medicalOk ? "reaches" : "is not shown to reach"
  return [
    {
      figure: "bilan.medical.target",
      because: [
        citeRow(
          pieces.tables.coachMarkets,
          market,
          `amounts are printed for ${market.locale}`,
          "locale",
        ),
      ],
      from: ["bilan.medical.targetValue"],
    },
    {
      figure: "bilan.medical.targetValue",
      because: [stepReason(bilan, market.currency), ...destinationReasons(bilan)],
      from: ["request.destinations", "request.residence", "meta.market"],
    },
    {
      figure: "bilan.medical.ceilingOk",
      because: [
        ...coverReason(bilan, medicalSlug, `${held} ${met} ${situation.targetValue}`),
        stepReason(bilan, product.currency),
      ],
      from: ["card.origin", "bilan.medical.targetValue"],
    },
  ]
}
