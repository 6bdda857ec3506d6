import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites that a destination is home, or a territory with the same cover; nothing for one abroad. */
export const homeReasons = (
  { pieces, request: { residence } }: BilanCase,
  destination: string,
): ReadonlyArray<Reason> => {
  const { domestic, territories } = pieces.tables
  const home = pieces.homePlaces.homeRow(residence, destination)
  if (home !== undefined) {
    const says = `${residence} is home: the usual cover (${home.plan}) holds, ${home.extent}`
    return [citeRow(domestic, home, says, "extent")]
  }
  const territory = pieces.homePlaces.territoryRow(residence, destination)
  if (territory === undefined) return []
  const says = `the cover of ${residence} holds in ${destination}, ${territory.extent}`
  return [citeRow(territories, territory, says, "extent")]
}

/** Cites what makes a trip one inside home, or to its territories; nothing for a trip abroad. */
export const reachReasons = (bilan: BilanCase): ReadonlyArray<Reason> =>
  bilan.situation.reach.kind === "abroad"
    ? []
    : bilan.request.destinations.flatMap((code) => homeReasons(bilan, code))
