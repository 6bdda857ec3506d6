/** A process that runs one race, the n-th of a subject, and tells the process that has started it. */
import { compare } from "./compare.ts"
import type { Found } from "./part.ts"
import { raceSubjects } from "./race-subjects.ts"
import type { Told } from "./races.ts"

const findFigures = async (name: string, index: number): Promise<Found> => {
  const makeRace = raceSubjects.find((subject) => subject.name === name)?.races[index]
  if (makeRace === undefined) throw new Error(`no race ${index} of ${name}`)
  const race = await makeRace()
  const figures = await compare(race)
  return { figures, ...(race.exactness === undefined ? {} : { exactness: race.exactness }) }
}

const tell = (told: Told): void => {
  process.send?.(told, undefined, undefined, () => process.exit())
}

// Whoever asked is gone.
process.on("disconnect", () => process.exit(1))

const [name = "", index = ""] = process.argv.slice(2)
findFigures(name, Number(index)).then(
  (found) => tell({ found }),
  (cause: unknown) => tell({ failure: cause instanceof Error ? cause.message : String(cause) }),
)
