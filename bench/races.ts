import { fork } from "node:child_process"
import { once } from "node:events"
import type { Race } from "./compare.ts"
import type { Found, Part } from "./part.ts"

/** Races over one subject, each prepared only when its turn comes. */
export interface Races {
  readonly name: string
  readonly about: string
  readonly races: ReadonlyArray<() => Race | Promise<Race>>
}

/** What the process of a race tells of it. */
export type Told = { readonly found: Found } | { readonly failure: string }

const raceProcess = new URL("race-process.ts", import.meta.url)

/** Runs the n-th race of a subject in a process of its own, and gives what it found. */
const runApart = async (name: string, index: number): Promise<Found> => {
  const child = fork(raceProcess, [name, String(index)], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  const killed = (): void => void child.kill("SIGKILL")
  process.once("exit", killed)
  let told: Told | undefined
  child.on("message", (message: Told) => {
    told = message
  })
  const [status, signal] = (await once(child, "close")) as [number | null, string | null]
  process.off("exit", killed)
  if (told === undefined) throw new Error(`a race of ${name} ended with ${signal ?? status}`)
  if ("failure" in told) throw new Error(told.failure)
  return told.found
}

/**
 * A part that is made of races. What a process has run before decides how V8 compiles what it runs
 * next, by which a short race differs by half: none meets what another one has left.
 */
export const racesPart = ({ about, name, races }: Races): Part => ({
  name,
  about,
  run: async function* () {
    for (const index of races.keys()) yield await runApart(name, index)
  },
})
