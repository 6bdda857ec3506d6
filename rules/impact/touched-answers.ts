import { saysOfTravel } from "../tables/index.ts"

/** Which answers a change of tables can touch. */
export interface TouchedAnswers {
  readonly bilan: boolean
  readonly quote: boolean
  readonly live: boolean
}

/** Every answer. */
export const allAnswers: TouchedAnswers = { bilan: true, quote: true, live: true }

/** Tables whose answers are their own: no other answer reads them. */
const readers: ReadonlyArray<readonly [folder: string, answer: keyof TouchedAnswers]> = [
  ["sandbox/", "quote"],
  ["catalogue/", "live"],
  ["printed/", "live"],
  ["coach/", "bilan"],
]

/**
 * The answers that can differ where these tables do, by their files: what a catalogue says touches its
 * own prices alone, texts and pictures touch none.
 *
 * ```ts
 * import { touchedAnswers } from "../rules/impact/touched-answers.ts"
 *
 * touchedAnswers(["catalogue/tariffs.csv"]) // => { bilan: false, quote: false, live: true }
 * touchedAnswers(["fees.csv"]) // => { bilan: true, quote: true, live: true }
 * touchedAnswers(["messages/arguments.csv"]) // => { bilan: false, quote: false, live: false }
 * ```
 */
export const touchedAnswers = (files: Iterable<string>): TouchedAnswers => {
  const touched = { bilan: false, quote: false, live: false }
  for (const file of files) {
    if (!saysOfTravel(file)) continue
    const answer = readers.find(([folder]) => file.startsWith(folder))?.[1]
    if (answer === undefined) return allAnswers
    touched[answer] = true
  }
  return touched
}
