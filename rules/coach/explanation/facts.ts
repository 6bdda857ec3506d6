import { citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Where a fact that arguments test comes from, in the answer or in the request. */
const origins: Readonly<Record<string, string>> = {
  origin: "card.origin",
  tier: "card.origin",
  long_trip: "request.trip.longTrip",
  friends: "request.trip.friends",
  risky_activity: "request.trip.riskyActivity",
  medical_ok: "bilan.medical.ceilingOk",
  step: "bilan.medical.targetValue",
  market: "meta.market",
}

/** The figures and fields behind the facts that a row tests. */
export const originsOf = (tested: ReadonlyArray<string>): ReadonlyArray<string> =>
  tested.flatMap((name) => origins[name] ?? [])

/** Cites the destinations' rules, for a row of the arguments that tests whether there is one. */
export const insuranceReasons = (
  { pieces, request }: BilanCase,
  row: { readonly line: number },
): ReadonlyArray<Reason> => {
  const { coachArguments, formalities } = pieces.tables
  if (!testedInputs(coachArguments, row).includes("mandatory_insurance")) return []
  return pieces.entryRules
    .rulesFor(request.residence, request.destinations)
    .map((rule) =>
      citeRow(formalities, rule, `${rule.destination} asks visitors for insurance`, "requirement"),
    )
}
