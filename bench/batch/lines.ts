import { writeFile } from "node:fs/promises"
import { shippedTables as tables } from "../../test/support/tables.ts"
import { makeChoices } from "../inputs.ts"
import { countryCodes } from "../trips.ts"

/** How many different lines there are; they come round again in longer inputs. */
export const differentLines = 10_000

/** Lines of requests for bilans, each with its line feed and, as its id, its place. */
export const drawLines = (): ReadonlyArray<string> => {
  const { chance, pick } = makeChoices()
  return Array.from({ length: differentLines }, (_, id) => {
    const request = {
      id,
      residence: pick(["FR", "FR", "US", "CA", "SG", "MY", "DE"]),
      destinations: [pick(countryCodes), pick(countryCodes)],
      card: { catalogueId: pick(tables.coachCards.rows).catalogueId },
      trip: { longTrip: chance(0.2), friends: chance(0.3), riskyActivity: chance(0.2) },
    }
    return `${JSON.stringify(request)}\n`
  })
}

/** Writes a file of so many lines, a multiple of the different ones. */
export const writeLines = async (file: string, lines: number): Promise<void> => {
  const block = drawLines().join("")
  await writeFile(
    file,
    Array.from({ length: lines / differentLines }, () => block),
  )
}
