/** Facts of a commit as git keeps them at the end of its message: a key and a line of text each. */
export type Trailers = ReadonlyArray<readonly [key: string, value: string]>

/**
 * A text on one line, as a trailer holds it.
 *
 * ```ts
 * import { oneLine } from "../http/workbench/server/repository/trailers.ts"
 *
 * oneLine(" why 12 %\n past 31 days? ") // => "why 12 % past 31 days?"
 * ```
 */
export const oneLine = (text: string): string =>
  text.replaceAll("\0", " ").replaceAll(/\s+/g, " ").trim()

/**
 * A message of a commit: its subject, and its trailers as the last paragraph. Trailers without a value
 * are left out.
 *
 * ```ts
 * import { commitMessage } from "../http/workbench/server/repository/trailers.ts"
 *
 * commitMessage("Raise fees", [["Reason", "costs\nrose"], ["Also", " "]]) // => "Raise fees\n\nReason: costs rose\n"
 * ```
 */
export const commitMessage = (subject: string, trailers: Trailers): string => {
  const lines = trailers
    .map(([key, value]) => [key, oneLine(value)] as const)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}: ${value}`)
  return `${oneLine(subject)}\n\n${lines.join("\n")}\n`
}

/**
 * Trailers as git prints them, a line each.
 *
 * ```ts
 * import { readTrailers } from "../http/workbench/server/repository/trailers.ts"
 *
 * readTrailers("Comment-on: fees.csv:2\nComment: why: so much?\n") // => [["Comment-on", "fees.csv:2"], ["Comment", "why: so much?"]]
 * ```
 */
export const readTrailers = (printed: string): Trailers =>
  printed.split("\n").flatMap((line) => {
    const [, key, value] = /^([A-Za-z][\w-]*): ?(.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, value.trim()] as const]
  })

/** The first value of a key; keys are the same in any case, as git has it. */
export const trailerOf = (trailers: Trailers, key: string): string | undefined =>
  trailers.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]

/** All values of a key. */
export const trailersOf = (trailers: Trailers, key: string): ReadonlyArray<string> =>
  trailers.filter(([name]) => name.toLowerCase() === key.toLowerCase()).map(([, value]) => value)
