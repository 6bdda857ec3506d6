import { compare } from "./compare.ts"
import { answerParent } from "./http/children.ts"
import type { Found } from "./part.ts"
import { raceSubjects } from "./race-subjects.ts"
import type { RaceAsked, RaceTold } from "./races.ts"

const runRace = async ({ index, name }: RaceAsked): Promise<Found> => {
  const makeRace = raceSubjects.find((subject) => subject.name === name)?.races[index]
  if (makeRace === undefined) throw new Error(`no race ${index} of ${name}`)
  const race = await makeRace()
  const figures = await compare(race)
  return { figures, ...(race.exactness === undefined ? {} : { exactness: race.exactness }) }
}

const tell = (asked: RaceAsked): Promise<RaceTold> =>
  runRace(asked).then(
    (found) => ({ found }),
    (cause: unknown) => ({ failure: cause instanceof Error ? cause.message : String(cause) }),
  )

answerParent((asked) => (asked === null ? null : tell(asked as RaceAsked)))
