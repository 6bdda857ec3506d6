import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { helpOption, onlyOption } from "../../bench/usage.ts"

/** What the command line takes, and how `--help` says it. */
export const options = {
  only: onlyOption,
  short: { type: "boolean", default: false, about: "runs the form that the tests run" },
  seed: { type: "string", word: "N", about: "repeats a run that told this seed" },
  json: { type: "boolean", default: false, about: "prints the report as JSON alone" },
  out: {
    type: "string",
    default: join(fileURLToPath(new URL("../..", import.meta.url)), "torture-results"),
    word: "FOLDER",
    about: "writes latest.json there instead of torture-results",
  },
  help: helpOption,
} as const

/** What the command line asks of the torture. */
export interface Asked {
  readonly help: boolean
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
    const { values } = parseArgs({ args: [...args], options })
    const seed = values.seed === undefined ? drawnSeed() : Number(values.seed)
    if (!Number.isSafeInteger(seed) || seed < 0 || seed > seedMax) {
      return `--seed is a whole number from 0 to ${seedMax}`
    }
    return { ...values, only: values.only, seed }
  } catch (cause) {
    return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause)
  }
}
