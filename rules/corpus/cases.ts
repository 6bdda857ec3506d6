import { nearestNumber } from "../../core/money/rational.ts"
import type { CaseRow } from "./share-tables.ts"
import { type CardBody, type Situation, situationOf } from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"

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
