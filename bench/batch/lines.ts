import { writeFile } from "node:fs/promises"
import { makeChoices } from "../inputs.ts"
import { drawBilanRequest } from "../trips.ts"

/** How many different lines there are; they come round again in longer inputs. */
export const differentLines = 10_000

/** Lines of requests for bilans, each with its line feed and, as its id, its place. */
export const drawLines = (): ReadonlyArray<string> => {
  const choices = makeChoices()
  return Array.from(
    { length: differentLines },
    (_, id) => `${JSON.stringify({ id, ...drawBilanRequest(choices) })}\n`,
  )
}

/**
 * So many lines, in blocks of whole lines.
 *
 * @yields the different ones, again and again, and of the last round only as many as are left
 */
export function* lineBlocks(lines: number): Generator<string> {
  const drawn = drawLines()
  const whole = drawn.join("")
  for (let left = lines; left > 0; left -= differentLines) {
    yield left >= differentLines ? whole : drawn.slice(0, left).join("")
  }
}

/** Writes a file of so many lines. */
export const writeLines = (file: string, lines: number): Promise<void> =>
  writeFile(file, lineBlocks(lines))
