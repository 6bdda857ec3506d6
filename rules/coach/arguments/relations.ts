import type { CoachTables } from "../coach-tables.ts"
import { type Found, foundOrder, withoutTerm } from "./found.ts"

/** Arguments once each has had its effect on the others, and the rows of what had one. */
export interface Weighed {
  readonly told: ReadonlyArray<Found>
  readonly rows: ReadonlyArray<RelationRow>
}

/** A row of what arguments do to each other. */
export type RelationRow = CoachTables["argumentRelations"]["rows"][number]

/** Lets arguments have their effect on each other; in the order of an answer. */
export type WeighTogether = (found: ReadonlyArray<Found>) => Weighed

/** Whether a row is about an argument. */
export const happensTo = (row: RelationRow, { id }: Found): boolean =>
  row.argument === null ? id !== row.told : id === row.argument

const isUseful = ({ strength }: Found): boolean => strength === "useful"

/** The same arguments after one relation; the very same list where it changes none. */
const afterRelation = (found: ReadonlyArray<Found>, row: RelationRow): ReadonlyArray<Found> => {
  if (row.told !== null && !found.some(({ id }) => id === row.told)) return found
  const { effect, term } = row
  if (!found.some((each) => happensTo(row, each))) return found
  switch (effect) {
    case "excludes":
      return found.filter((each) => !happensTo(row, each))
    case "weakens":
      if (!found.some((each) => happensTo(row, each) && !isUseful(each))) return found
      return found.map((each) => (happensTo(row, each) ? { ...each, strength: "useful" } : each))
    case "weakens_alone":
      if (found.some((each) => !happensTo(row, each) && !isUseful(each))) return found
      return found.map((each) => (happensTo(row, each) ? { ...each, strength: "useful" } : each))
    case "drops_term":
      if (term === null) return found
      if (!found.some((each) => happensTo(row, each) && each.terms.some((t) => t.term === term))) {
        return found
      }
      return found.map((each) => (happensTo(row, each) ? withoutTerm(each, term) : each))
  }
}

const byOrder = (left: Found, right: Found): number =>
  foundOrder(left) - foundOrder(right) ||
  left.choice.prepared.row.line - right.choice.prepared.row.line

/** Prepares what arguments do to each other: the table's rows, one after another. */
export const prepareRelations = ({
  argumentRelations,
}: Pick<CoachTables, "argumentRelations">): WeighTogether => {
  const { rows } = argumentRelations
  return (found) => {
    let told = found
    const effective: Array<RelationRow> = []
    for (const row of rows) {
      const after = afterRelation(told, row)
      if (after === told) continue
      effective.push(row)
      told = after
    }
    return { told: told.toSorted(byOrder), rows: effective }
  }
}
