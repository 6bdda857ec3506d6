import { answerParent } from "./http/children.ts"
import { runRace } from "./measure.ts"
import type { Found } from "./part.ts"
import { messageOf } from "./run-parts.ts"
import { allRaces, type RaceAsked, type RaceTold } from "./races.ts"

const findIn = async ({ index, name }: RaceAsked): Promise<Found> => {
  const makeRace = allRaces.find((races) => races.name === name)?.races[index]
  if (makeRace === undefined) throw new Error(`no race ${index} of ${name}`)
  const race = makeRace()
  return { figures: await runRace(race), notes: race.notes ?? [] }
}

const tell = (asked: RaceAsked): Promise<RaceTold> =>
  findIn(asked).then(
    (found) => ({ found }),
    (cause: unknown) => ({ failure: messageOf(cause) }),
  )

answerParent((asked) => (asked === null ? null : tell(asked as RaceAsked)))
