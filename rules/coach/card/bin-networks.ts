import type { BinNetworkRow } from "../tables/index.ts"
import type { CoachTables } from "../coach-tables.ts"

/** Finds the network that a card's first digits belong to. */
export type BinNetworks = (bin: string) => BinNetworkRow | undefined

/** Indexes the networks by first digits; more digits win over fewer. */
export const prepareBinNetworks = (tables: CoachTables): BinNetworks => {
  const rows = [...tables.coachBinNetworks.rows].sort(
    (left, right) => right.from.length - left.from.length,
  )
  return (bin) =>
    rows.find(({ from, to }) => {
      const digits = bin.slice(0, from.length)
      return digits.length === from.length && digits >= from && digits <= to
    })
}
