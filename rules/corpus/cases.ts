import { nearestNumber } from "../../core/money/rational.ts"
import { csvText } from "../../core/table/csv.ts"
import type { CorpusTables } from "./corpus-tables.ts"
import type { CaseRow } from "./share-tables.ts"
import { type CardBody, type Situation, situationOf } from "./situation.ts"

type CardField = "bank" | "bin" | "catalogueId" | "network" | "tier"

/** The fields of a case that each card mode sends. */
const sentFields: Readonly<
  Record<"bank" | "bin" | "catalogue" | "generic" | "malformed", ReadonlyArray<CardField>>
> = {
  catalogue: ["catalogueId"],
  bin: ["bin"],
  bank: ["bank", "network", "tier"],
  generic: ["network", "tier"],
  malformed: ["catalogueId", "bin", "bank", "network", "tier"],
}

const cardOf = (row: CaseRow): CardBody | null => {
  if (row.cardMode === null) return null
  if (row.cardMode === "none") return { none: true }
  const card: Record<string, string | number> = {}
  for (const name of sentFields[row.cardMode]) {
    const value = row[name]
    if (value !== null) card[name] = value
  }
  return card
}

const situationOfCase = (row: CaseRow): Situation =>
  situationOf(row.case, "case", {
    ...row,
    card: cardOf(row),
    tripPrice: row.tripPrice === null ? null : nearestNumber(row.tripPrice),
  })

/** The analysts' own situations, in the order of their file. */
export const caseSituations = (
  tables: Pick<CorpusTables, "corpusCases">,
): ReadonlyArray<Situation> => tables.corpusCases.rows.map(situationOfCase)

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
