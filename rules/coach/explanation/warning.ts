import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites the advice that warns of the trip, where the tables have it, and what makes it stale. */
export const warningReasons = ({ pieces, warning }: BilanCase): ReadonlyArray<Reason> => {
  if (warning === null) return []
  const { limits, travelWarnings } = pieces.tables
  const { advice } = warning
  const { asOf, country, issuer, level } = advice
  const row = travelWarnings.rows.find((each) => each === advice)
  const days = limits.get("travel_warning_stale_days")
  return [
    ...(row === undefined
      ? []
      : [
          citeRow(
            travelWarnings,
            row,
            `${issuer}, ${asOf}: level ${level} for ${country}`,
            "level",
          ),
        ]),
    citeRow(limits, days, `older than ${days?.value ?? 0} days, it may have changed`, "value"),
  ]
}
