import { memo } from "../../core/memory.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { certainties, DemandWord, FormalityRequirement, VisaNeed } from "./coach-vocabulary.ts"
import type { TripFlags } from "./request.ts"
import type { AdviceOf, TravelAdvice } from "./travel-warning.ts"
import { prepareSchengenByCode } from "../reference/countries.ts"

/** What formalities depend on of a request. */
export interface FormalityRequest {
  /** Where the traveller lives; its passport is assumed. */
  readonly residence: CountryCode
  readonly destinations: ReadonlyArray<string>
  readonly trip: TripFlags
}

/** What the destinations of a trip ask a traveller for, by their rules. */
export type DemandsOf = (request: FormalityRequest, rules: DestinationRules) => Demands

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
    let local: Demand | null = null
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
        else if (demand.localPolicy && !demand.partly) local = foremost(local, demand, bindingRank)
        else mandatory = foremost(mandatory, demand, bindingRank)
      }
    }
    const demands = { mandatory, local, visa }
    return isDemanding(demands) ? demands : noDemands
  }
}

/** Insurance that a destination asks a traveller for. */
export interface Demand {
  readonly destination: string
  /** Whether the destination is part of the Schengen area. */
  readonly schengen: boolean
  /** Least cover asked, in units of `currency`; null where no amount is named. */
  readonly amount: number | null
  /** ISO 4217 code of the amount; null without one. */
  readonly currency: CurrencyCode | null
  /** Whether it is asked in part of the destination only, or of some of its visitors. */
  readonly partly: boolean
  /** Whether only insurance that the destination recognises answers it: cover bought at home may not. */
  readonly localPolicy: boolean
  /** The destination's rule. */
  readonly rule: DestinationRule
  /** The line of `formality_rules.csv` that reads the rule so. */
  readonly line: number
}

/** What the destinations of a trip ask for: one demand of each kind at most. */
export interface Demands {
  /** Insurance that visitors must have and may bring along, or that only some of them must have. */
  readonly mandatory: Demand | null
  /** Insurance that every visitor must have, which the destination recognises: what is brought along may not do. */
  readonly local: Demand | null
  /** Insurance that goes with a visa which this traveller needs. */
  readonly visa: Demand | null
}

/** All that an answer may say of demands, as one text. */
export const demandsKey = ({ local, mandatory, visa }: Demands): string =>
  [mandatory, local, visa].map(demandKey).join("|")

/** Whether there is any demand. */
export const isDemanding = (demands: Demands | null): boolean =>
  demands !== null && Object.values(demands).some((demand) => demand !== null)

/** One rule of a destination about its visitors' insurance. */
export interface DestinationRule {
  readonly destination: string
  readonly requirement: FormalityRequirement
  /** Least cover asked, in units of `currency`; null where no amount is named. */
  readonly amount: number | null
  /** ISO 4217 code of the amount; null without one. */
  readonly currency: CurrencyCode | null
  /** How sure the fact is. */
  readonly certainty: (typeof certainties)[number]
}

/** What destinations ask of visitors: the tables' facts, or those of another source. */
export interface DestinationRules {
  /** The rules of a destination, in order; none where nothing is known of it. */
  readonly rulesOf: (destination: string) => ReadonlyArray<DestinationRule>
  /** What a passport, by its country, needs at a destination; null where that is not known. */
  readonly visaFor: (passport: string, destination: string) => VisaNeed | null
  /** What governments advise on travel there; left out, or undefined, what the tables say. */
  readonly adviceOf?: (destination: string) => ReadonlyArray<TravelAdvice> | undefined
}

/** The facts of the tables, with the row behind a visa. */
export interface TableRules extends DestinationRules {
  readonly adviceOf: AdviceOf
  /** The row by which a passport needs a visa at a destination; none where it needs none or is not known. */
  readonly visaRow: (passport: string, destination: string) => VisaRow | undefined
}

/**
 * Indexes what the tables know of destinations. A passport that has rows needs nothing wherever it
 * has none; one without any row, such as an overseas territory's, is not known.
 */
export const prepareTableRules = (tables: CoachTables): TableRules => {
  const rulesOf = memo((code: string) => tables.formalities.having("destination", code))
  const adviceOf = memo((code: string) => tables.travelWarnings.having("country", code))
  const isSchengen = prepareSchengenByCode(tables.countries)
  const visasOf = memo((passport: string): ReadonlyMap<string, VisaRow> | undefined => {
    const rows = tables.visaObligations.having("passport", passport)
    return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.destinationArea, row]))
  })
  const areaOf = (destination: string): string =>
    isSchengen(destination) ? schengenArea : destination
  return {
    adviceOf,
    rulesOf,
    visaFor: (passport, destination) => {
      const byArea = visasOf(passport)
      if (byArea === undefined) return null
      return byArea.get(areaOf(destination))?.requirement ?? noVisa
    },
    visaRow: (passport, destination) => visasOf(passport)?.get(areaOf(destination)),
  }
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

/** A Schengen visa is refused without insurance: no other visa hides it. */
const visaRank = (demand: Demand): number => (demand.schengen ? 0 : 8) + bindingRank(demand)

/**
 * How well a demand stands for the trip, best lowest: first what binds every visitor, then what a
 * policy bought at home answers, then what names an amount to hold that policy against.
 */
const bindingRank = ({ amount, localPolicy, partly }: Demand): number =>
  (partly ? 4 : 0) + (localPolicy ? 2 : 0) + (amount === null ? 1 : 0)

const noDemands: Demands = { mandatory: null, local: null, visa: null }

const demandKey = (demand: Demand | null): string => {
  if (demand === null) return ""
  const { amount, currency, destination, localPolicy, partly, schengen } = demand
  return `${destination} ${amount} ${currency} ${schengen} ${partly} ${localPolicy}`
}

/** A row of the visa obligations. */
type VisaRow = CoachTables["visaObligations"]["rows"][number]

/** The name of the Schengen area among visa obligations: its countries share one list of passports. */
const schengenArea = "schengen"

const noVisa: VisaNeed = "none"
