import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

/** What the command line asks of the torture. */
export interface Asked {
  readonly json: boolean
  readonly short: boolean
  readonly seed: number
  readonly only: ReadonlyArray<string> | undefined
  /** Where the report goes. */
  readonly out: string
}

const seedMax = 2 ** 31 - 1

const drawnSeed = (): number => Math.floor(Math.random() * seedMax)

/** Reads the command line, or tells in one line why it cannot be read. */
export const readAsked = (args: ReadonlyArray<string>): Asked | string => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        short: { type: "boolean", default: false },
        seed: { type: "string" },
        only: { type: "string", multiple: true },
        out: {
          type: "string",
          default: join(fileURLToPath(new URL("..", import.meta.url)), "torture-results"),
        },
      },
    })
    const seed = values.seed === undefined ? drawnSeed() : Number(values.seed)
    if (!Number.isSafeInteger(seed) || seed < 0 || seed > seedMax) {
      return `--seed is a whole number from 0 to ${seedMax}`
    }
    return { ...values, only: values.only, seed }
  } catch (cause) {
    return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause)
  }
}
