import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./report/record.ts"
import { helpOption, onlyOption } from "./usage.ts"

/** What the command line takes, and how `--help` says it. */
export const options = {
  only: onlyOption,
  long: { type: "boolean", default: false, about: "runs the parts that take minutes as well" },
  json: { type: "boolean", default: false, about: "prints the figures as JSON alone" },
  strict: { type: "boolean", default: false, about: "ends with status 1 where a target is missed" },
  out: {
    type: "string",
    default: join(root, "bench-results"),
    word: "FOLDER",
    about: "writes latest.json and latest.html there instead of bench-results",
  },
  help: helpOption,
} as const

/** What the command line asks of the bench. */
export interface Asked {
  readonly help: boolean
  readonly json: boolean
  readonly long: boolean
  readonly strict: boolean
  readonly only: ReadonlyArray<string> | undefined
  /** Where the reports go. */
  readonly out: string
}

/** Reads the command line, or tells in one line why it cannot be read. */
export const readAsked = (args: ReadonlyArray<string>): Asked | string => {
  try {
    const { values } = parseArgs({ args: [...args], options })
    return { ...values, only: values.only }
  } catch (cause) {
    return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause)
  }
}
