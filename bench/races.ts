import { compare, type Race } from "./compare.ts"
import type { Part } from "./part.ts"

/** A part that is made of races, each prepared only when its turn comes. */
export const racesPart = (
  facts: Pick<Part, "name" | "about">,
  races: ReadonlyArray<() => Race | Promise<Race>>,
): Part => ({
  ...facts,
  run: async function* () {
    for (const makeRace of races) {
      const race = await makeRace()
      const figures = await compare(race)
      yield { figures, ...(race.exactness === undefined ? {} : { exactness: race.exactness }) }
    }
  },
})
