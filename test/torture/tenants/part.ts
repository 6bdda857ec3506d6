import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, withStage } from "../stage.ts"
import { cardModesTried, lostBy, tryForAll, wrongCardModes } from "./attempts.ts"
import { belongingsOf, changesOf } from "./belongings.ts"
import { type Estate, type Mode, openEstate } from "./estate.ts"
import { type Intruder, intruderWith, openIntruders } from "./intruders.ts"
import { type Attempt, violationsOf } from "./judge.ts"
import { drawText, nonsenseLike } from "./names.ts"
import { breakKeyTerms } from "./key-terms.ts"
import { breakIntoPeople } from "./people.ts"

/** How many accounts are broken into. */
const accounts = { short: 1, long: 50 } as const

const number = (value: number): string => value.toLocaleString("en")

/** What was tried for, and what came of it. */
interface Found {
  readonly tries: number
  readonly violations: ReadonlyArray<string>
}

const together = (found: ReadonlyArray<Found>): Found => ({
  tries: found.reduce((sum, { tries }) => sum + tries, 0),
  violations: found.flatMap(({ violations }) => violations),
})

/** Lets keys try for all of an estate, and looks whether anything of it was reached or changed. */
const breakInto = async (
  stage: Stage,
  port: number,
  draws: Draws,
  estate: Estate,
  intruders: ReadonlyArray<Intruder>,
  modes: ReadonlyArray<Mode>,
): Promise<Found> => {
  const before = await belongingsOf(stage, estate.names.partnerId, modes)
  const nonsense = nonsenseLike(draws, estate.names)
  const attempts: Array<Attempt> = []
  for (const intruder of intruders) {
    attempts.push(...(await tryForAll(port, intruder, estate.names, nonsense)))
  }
  const after = await belongingsOf(stage, estate.names.partnerId, modes)
  return {
    tries: attempts.length,
    violations: [
      ...attempts.flatMap(violationsOf),
      ...changesOf(before, after),
      ...(await lostBy(port, estate)),
    ],
  }
}

/** The accounts of intruders begin with the victim's code, so that a careless comparison is seen. */
const breakIntoAccount = async (
  stage: Stage,
  port: number,
  draws: Draws,
  isShort: boolean,
): Promise<Found> => {
  const code = `a${drawText(draws, 7).toLowerCase()}`
  const sandbox = await openEstate(stage, port, draws, code, "sandbox")
  const live = await openEstate(stage, port, draws, code, "live")
  const intruders = await openIntruders(stage, port, draws, `${code}-x`, isShort)
  const found: Array<Found> = []
  for (const estate of [sandbox, live]) {
    found.push(await breakInto(stage, port, draws, estate, intruders, ["sandbox", "live"]))
  }
  const itself = (estate: Estate) => [intruderWith(`its own ${estate.mode} key`, estate)]
  found.push(
    await breakInto(stage, port, draws, live, itself(sandbox), ["live"]),
    await breakInto(stage, port, draws, sandbox, itself(live), ["sandbox"]),
  )
  for (const intruder of [...itself(sandbox), ...itself(live)]) {
    found.push({ tries: cardModesTried, violations: await wrongCardModes(port, intruder) })
  }
  return together(found)
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const draws = makeDraws(given.seed)
    const { port } = await stage.startServer()
    const found: Array<Found> = []
    for (let account = 0; account < accounts[given.isShort ? "short" : "long"]; account += 1) {
      found.push(await breakIntoAccount(stage, port, draws, given.isShort))
    }
    const { tries, violations } = together(found)
    const people = await breakIntoPeople(stage, port, given.isShort ? 4 : 8)
    const terms = await breakKeyTerms(stage, port, given.isShort ? 2 : 10)
    return [
      {
        promise:
          "no key signs for addresses that it does not list, and no copy outlives a revoked key",
        figure: `${number(terms.violations.length)} passed of ${number(terms.tries)} tries`,
        cases: terms.tries,
        violations: terms.violations,
        notes: [
          "addresses claimed by headers; keys of others changed and copied; copies while revoked",
        ],
      },
      {
        promise: "no key reaches what belongs to another account or to the other mode",
        figure: `${number(violations.length)} reached of ${number(tries)} tries`,
        cases: tries,
        violations,
        notes: [
          "each tried with the object's name, with a name that nothing has, and with one of its own",
          "sessions, subscriptions, link codes, refs, orders, cards; by keys in use, narrowed, revoked, suspended, ended, used elsewhere",
        ],
      },
      {
        promise:
          "nobody passes by another's second factor, session or former role, and none counts twice",
        figure: `${number(people.violations.length)} passed of ${number(people.tries)} tries`,
        cases: people.tries,
        violations: people.violations,
        notes: [
          "codes of others, of before, forged, and one sent by several sessions at once; forged passkeys",
          "sessions of others ended, their factors and roles changed; sessions after a removal and a change of role",
        ],
      },
    ]
  })

/** Tries for everything of an account with the keys of others, and with its own of the other mode. */
export const tenants: Part = {
  name: "tenants",
  about:
    "every object of an account, tried with other accounts' keys and in the other mode; its people, by others",
  run,
}
