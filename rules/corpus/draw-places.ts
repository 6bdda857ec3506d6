import { groupBy } from "../../core/group-by.ts"
import type { Draws } from "../../core/random/draws.ts"
import { evenly, type Share, weighted, weightedBy } from "./shares.ts"
import type { CorpusTables } from "./tables.ts"

/** Draws the different destinations of a resident's trip. */
export type DrawPlaces = (residence: string, draws: Draws) => ReadonlyArray<string>

/** A place that is drawn already is drawn again, at most this often for each destination. */
const drawsMax = 50

/** Prepares the drawing of destinations. */
export const preparePlaces = (tables: CorpusTables): DrawPlaces => {
  const rowFor = weightedBy(tables.corpusDestinations.rows, (row) => row.residence)
  const countFor = weighted(tables.corpusDestinationCounts.rows)
  const anywhere = evenly(tables.countries.rows.map(({ code }) => code))
  const inRegion = new Map(
    [...groupBy(tables.countries.rows, ({ region }) => region)].map(
      ([region, rows]) => [region, evenly(rows.map(({ code }) => code))] as const,
    ),
  )
  const placeIn = (region: string | null): Share<string> =>
    region === null ? anywhere : (inRegion.get(region) ?? anywhere)

  return (residence, draws) => {
    const count = countFor(draws)?.destinations ?? 0
    const places = new Set<string>()
    for (let draw = 0; places.size < count && draw < count * drawsMax; draw += 1) {
      const row = rowFor(residence)(draws)
      const place = row?.destination ?? placeIn(row?.region ?? null)(draws)
      if (row !== undefined && place !== undefined) places.add(place)
    }
    return [...places]
  }
}
