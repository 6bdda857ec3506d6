import { csvText } from "../../core/table/csv.ts"
import type { CardBody, Situation } from "./situation.ts"

const cardFields = ["catalogueId", "bin", "bank", "network", "tier"] as const

/** The mode in which a case sends a card, by the fields that it sends. */
const modeOf = (card: CardBody | undefined): string => {
  if (card === undefined) return ""
  if (card["none"] === true) return "none"
  const sent = cardFields.filter((name) => card[name] !== undefined).join(" ")
  switch (sent) {
    case "catalogueId":
      return "catalogue"
    case "bin":
      return "bin"
    case "network tier":
      return "generic"
    default:
      return sent.includes("bin") || sent.includes("catalogueId") ? "malformed" : "bank"
  }
}

/** A situation as a row of `corpus/cases.csv`, under a name and with what it is there for. */
export const caseLine = (
  { bilan, quote: { trip } }: Situation,
  name: string,
  about: string,
): string => {
  const { card } = bilan
  const cells = [
    name,
    bilan.residence,
    trip.stateResidence,
    bilan.destinations.join("|"),
    modeOf(card),
    ...cardFields.map((field) => card?.[field]),
    bilan.trip.longTrip,
    bilan.trip.friends,
    bilan.trip.riskyActivity,
    bilan.market,
    trip.intent,
    trip.startDate,
    trip.endDate,
    trip.travellers.map(({ age }) => age).join("|"),
    trip.tripPrice,
    trip.currency,
    trip.shouldCoverCancellation,
    trip.shouldCoverExtremeSports,
    trip.isAnnual,
    about,
  ]
  return cells.map((cell) => csvText(String(cell ?? ""))).join(",")
}
