import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites what governments advise about the country that a trip is warned of; nothing without a warning. */
export const warningReasons = ({ pieces, situation }: BilanCase): ReadonlyArray<Reason> => {
  const { limits, travelWarnings } = pieces.tables
  const { travelWarning } = situation
  if (travelWarning === null) return []
  const { country } = travelWarning
  const days = limits.get("travel_warning_stale_days")
  return [
    ...travelWarnings.rows
      .filter((row) => row.country === country)
      .map((row) =>
        citeRow(travelWarnings, row, `${row.issuer} on ${country}: level ${row.level}`, "level"),
      ),
    citeRow(limits, days, "advice older than this many days may have changed", "value"),
  ]
}
