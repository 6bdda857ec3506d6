import { plainName } from "./plain-name.ts"
import { anyCountry } from "./profiles.ts"
import type { CoachTables } from "../coach-tables.ts"

/** A row that says whether cards of a type carry travel covers. */
export type CardTypeRow = CoachTables["cardTypes"]["rows"][number]

/** Finds what a type of card carries in a country; undefined for a type that nothing is known of. */
export type CardTypeReader = (country: string, type: string | null) => CardTypeRow | undefined

/** Indexes the types of cards; a country's own row wins over the one for every country. */
export const prepareCardTypes = (tables: CoachTables): CardTypeReader => {
  const rows = new Map(
    tables.cardTypes.rows.map((row) => [`${row.country} ${plainName(row.type)}`, row]),
  )
  return (country, type) => {
    if (type === null) return undefined
    const plain = plainName(type)
    return rows.get(`${country} ${plain}`) ?? rows.get(`${anyCountry} ${plain}`)
  }
}
