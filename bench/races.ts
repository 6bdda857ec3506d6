import { conversionRace } from "./conversion.ts"
import { decisionTableRace } from "./decision-tables.ts"
import { startChild } from "./http/children.ts"
import type { Race } from "./measure.ts"
import type { Found, Part } from "./part.ts"
import { bilanRace, quoteRace } from "./shipped-answers.ts"

/** Races over one subject, each prepared only when its turn comes. */
export interface Races {
  readonly name: string
  readonly about: string
  readonly races: ReadonlyArray<() => Race>
}

/** What is raced within one process, without a server or a database. */
export const allRaces: ReadonlyArray<Races> = [
  { name: "bilan", about: "Offline bilans over the shipped tables.", races: [bilanRace] },
  { name: "quote", about: "Sandbox quotes over the shipped tables.", races: [quoteRace] },
  {
    name: "conversion",
    about: "Exact currency conversion against libraries of decimals.",
    races: [undefined, "EUR"].map((from) => () => conversionRace(from)),
  },
  {
    name: "decision-tables",
    about: "Generated decision tables against rules engines.",
    races: [40, 1_000].map((size) => () => decisionTableRace(size)),
  },
]

/** Which race a process is to run: the n-th of a subject. */
export interface RaceAsked {
  readonly name: string
  readonly index: number
}

/** What the process of a race reports. */
export type RaceTold = { readonly found: Found } | { readonly failure: string }

const raceProcess = new URL("race-process.ts", import.meta.url)

/** Runs a race in a process of its own, and gives what it found. */
const runApart = async (asked: RaceAsked): Promise<Found> => {
  const child = await startChild(raceProcess, null)
  try {
    const told = await child.ask<RaceTold>(asked)
    if ("failure" in told) throw new Error(told.failure)
    return told.found
  } finally {
    await child.end()
  }
}

/**
 * A part that is made of races. What a process has run before decides how V8 compiles what it runs
 * next, by which a short race differs by half: none meets what another one has left.
 */
export const racesPart = ({ about, name, races }: Races): Part => ({
  name,
  about,
  run: async function* () {
    for (const index of races.keys()) yield await runApart({ name, index })
  },
})
