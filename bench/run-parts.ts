import { inspect } from "node:util"
import type { Figure } from "./figure.ts"
import type { Part } from "./part.ts"
import { foundText } from "./report/text.ts"

/** What became of a part; what it found before it failed counts. */
export interface PartOutcome {
  readonly name: string
  readonly about: string
  readonly figures: ReadonlyArray<Figure>
  readonly notes: ReadonlyArray<string>
  /** Why the part came to no end; null where it did. */
  readonly failure: string | null
}

/** What a part or a race says of why it failed. */
export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : inspect(cause, { breakLength: Infinity })

const runPart = async (part: Part, say: (text: string) => void): Promise<PartOutcome> => {
  const { about, name } = part
  const figures: Array<Figure> = []
  const notes: Array<string> = []
  say(`\n${name}: ${about}`)
  try {
    for await (const found of part.run()) {
      figures.push(...found.figures)
      notes.push(...(found.notes ?? []))
      say(foundText(found))
    }
  } catch (cause) {
    say(`${name} failed: ${inspect(cause)}`)
    return { name, about, figures, notes, failure: messageOf(cause) }
  }
  return { name, about, figures, notes, failure: null }
}

/** Runs parts one after another and says what they find; one that fails does not stop the others. */
export const runParts = async (
  parts: ReadonlyArray<Part>,
  say: (text: string) => void,
): Promise<ReadonlyArray<PartOutcome>> => {
  const outcomes: Array<PartOutcome> = []
  for (const part of parts) outcomes.push(await runPart(part, say))
  return outcomes
}
