import { nearNeighbours, neverFalls } from "../../../core/table/meaning.ts"
import { pricingZones } from "../zone.ts"

/** From this age on, an older traveller never costs less. */
const adultAge = 18

/** What the rates of a tariff promise, given the columns that tell its cases apart beside the zone. */
export const tariffMeanings = (
  columns: ReadonlyArray<"age" | "days">,
  flat: ReadonlyArray<string>,
) => {
  const sum = [...flat, "per_person", { column: "per_person_per_day", times: "days" }]
  return [
    neverFalls({ sum, over: "days" }),
    neverFalls({ sum, over: "zone", order: pricingZones }),
    ...(columns.includes("age") ? [neverFalls({ sum, over: "age", from: adultAge })] : []),
    ...[...flat, "per_person", "per_person_per_day"].map((column) =>
      nearNeighbours({ column, per: ["tariff", ...columns], times: 4 }),
    ),
  ]
}

/** What factors by age promise. */
export const ageFactorMeanings = [
  neverFalls({ sum: ["factor_percent"], over: "age", from: adultAge }),
  nearNeighbours({ column: "factor_percent", per: ["age_scale"], times: 5 }),
]

/** What the shares of the trip price promise. */
export const cancellationMeanings = [
  neverFalls({ sum: ["share_bps"], over: "oldest_age" }),
  nearNeighbours({ column: "share_bps", per: [], times: 4 }),
]

/** What surcharges are held to. */
export const surchargeMeanings = [
  nearNeighbours({ column: "surcharge_percent", per: [], times: 4 }),
]
