import { medicalSlug } from "../card/products.ts"
import { type BilanCase, coverReason, coverText, homeReasons } from "./bilan-case.ts"
import { isInside } from "../medical-target.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"

/** Cites the amount of the trip's medical step in the market's currency. */
export const stepReason = ({ market, pieces, situation }: BilanCase): Reason => {
  const { medicalSteps } = pieces.tables
  const row = pieces.markets.stepRow(market.currency, situation.step)
  const amount = row === undefined ? "nothing" : `${row.amount} ${row.currency}`
  return citeRow(medicalSteps, row, `step ${situation.step}: ${amount}`, "amount")
}

/** Why the medical target is what it is, and whether the card meets it. */
export const medicalFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { market, pieces, situation } = bilan
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
      because: [stepReason(bilan), ...destinationReasons(bilan)],
      from: ["request.destinations", "request.residence", "meta.market"],
    },
    {
      figure: "bilan.medical.ceilingOk",
      because: [
        ...coverReason(bilan, medicalSlug, `${held} ${met} ${situation.targetValue}`),
        stepReason(bilan),
        ...rateReasons(bilan),
      ],
      from: ["card.origin", "bilan.medical.targetValue"],
    },
  ]
}

/** Cites the rates between the currencies of card and market, where these are two. */
export const rateReasons = ({ market, pieces, situation }: BilanCase): ReadonlyArray<Reason> => {
  const { currencies, otherRates } = pieces.tables
  const { currency } = situation.card.product
  if (currency === market.currency) return []
  return [currency, market.currency].flatMap((code) => {
    const row = currencies.get(code)
    const other = otherRates.get(code)
    return [
      ...(row === undefined ? [] : [citeRow(currencies, row, `a rate of ${code}`)]),
      ...(other === undefined ? [] : [citeRow(otherRates, other, `a rate of ${code}`)]),
    ]
  })
}

/** Cites what is recommended of a guarantee in the market's currency, and the rows that ask for less. */
export const marketNeedReasons = (bilan: BilanCase, slug: string): ReadonlyArray<Reason> => {
  const { market, pieces, situation } = bilan
  if (slug === medicalSlug) return [stepReason(bilan)]
  const { recommendedCover } = pieces.tables
  const need = pieces.gaps
    .needsOf(market.currency, situation.trip, situation.reach.kind)
    .find((each) => each.slug === slug)
  return recommendedCover
    .evaluate({ currency: market.currency, ...situation.trip, reach: situation.reach.kind })
    .filter((row) => row.slug === slug)
    .map((row) => {
      const amount = row.amount === null ? "to have it" : `${row.amount} ${market.currency}`
      return row.line === need?.line
        ? citeHit(recommendedCover, row, `${slug}: ${amount}`, "amount")
        : citeHit(recommendedCover, row, `${slug}: ${amount}, which is no more`)
    })
}

/** The destination that sets the step comes first. */
const destinationReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { destination } = bilan.situation
  const others = bilan.request.destinations.filter((code) => code !== destination)
  return [destination, ...others].flatMap((code) => destinationReasonsOf(bilan, code))
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
