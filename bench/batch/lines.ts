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

/** Writes a file of so many lines, a multiple of the different ones. */
export const writeLines = async (file: string, lines: number): Promise<void> => {
  const block = drawLines().join("")
  await writeFile(
    file,
    Array.from({ length: lines / differentLines }, () => block),
  )
}
