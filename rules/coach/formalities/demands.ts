import type { TripFlags } from "../request.ts"
import { prepareSchengenByCode } from "../../reference/schengen.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Demand, Demands } from "./demand.ts"
import type { DestinationRule, DestinationRules } from "./destination-rules.ts"
import type { DemandWord } from "./formality-words.ts"

/** What formalities depend on of a request. */
export interface FormalityRequest {
  /** Where the traveller lives; its passport is assumed. */
  readonly residence: string
  readonly destinations: ReadonlyArray<string>
  readonly trip: TripFlags
}

/** What the destinations of a trip ask a traveller for, by their rules. */
export type DemandsOf = (request: FormalityRequest, rules: DestinationRules) => Demands

const noDemands: Demands = { mandatory: null, visa: null }

/**
 * How well a demand stands for the trip, best lowest: first what binds every visitor, then what a
 * policy bought at home answers, then what names an amount to hold that policy against.
 */
const bindingRank = ({ amount, localPolicy, partly }: Demand): number =>
  (partly ? 4 : 0) + (localPolicy ? 2 : 0) + (amount === null ? 1 : 0)

/** A Schengen visa is refused without insurance: no other visa hides it. */
const visaRank = (demand: Demand): number => (demand.schengen ? 0 : 8) + bindingRank(demand)

/** Of two demands the one that counts; amounts are in currencies without a rate, so codes decide a tie. */
const foremost = (
  known: Demand | null,
  other: Demand,
  rankOf: (demand: Demand) => number,
): Demand => {
  if (known === null) return other
  const ahead = rankOf(known) - rankOf(other)
  return ahead < 0 || (ahead === 0 && known.destination <= other.destination) ? known : other
}

const demandOf = (
  rule: DestinationRule,
  schengen: boolean,
  { demand: word, line }: { readonly demand: DemandWord; readonly line: number },
): Demand => ({
  destination: rule.destination,
  schengen,
  amount: rule.amount,
  currency: rule.currency,
  partly: word === "mandatory_in_part",
  localPolicy: word === "mandatory_local" || rule.requirement === "mandatory_local_policy",
  rule,
  line,
})

/**
 * Prepares the reading of destinations' rules. Of several demands of one kind the foremost counts,
 * whatever the order of the destinations; another destination never takes a demand away.
 */
export const prepareDemands = (
  tables: Pick<CoachTables, "countries" | "formalityRules">,
): DemandsOf => {
  const isSchengen = prepareSchengenByCode(tables.countries)
  const { evaluate } = tables.formalityRules

  return ({ destinations, residence, trip }, rules) => {
    let mandatory: Demand | null = null
    let visa: Demand | null = null
    const schengenResident = isSchengen(residence)
    for (const destination of destinations) {
      const ofDestination = rules.rulesOf(destination)
      if (ofDestination.length === 0) continue
      const visaNeed = rules.visaFor(residence, destination)
      for (const rule of ofDestination) {
        const [reading] = evaluate({
          resident: destination === residence,
          certainty: rule.certainty,
          requirement: rule.requirement,
          destination,
          residence,
          schengenResident,
          visa: visaNeed,
          longTrip: trip.longTrip,
          riskyActivity: trip.riskyActivity,
        })
        if (reading === undefined || reading.demand === "nothing") continue
        const demand = demandOf(rule, isSchengen(destination), reading)
        if (reading.demand === "visa") visa = foremost(visa, demand, visaRank)
        else mandatory = foremost(mandatory, demand, bindingRank)
      }
    }
    return mandatory === null && visa === null ? noDemands : { mandatory, visa }
  }
}
