import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./report-record.ts"

/** What the command line asks of the bench. */
export interface Asked {
  readonly json: boolean
  readonly long: boolean
  readonly strict: boolean
  readonly install: boolean
  readonly only: ReadonlyArray<string> | undefined
  /** Where the reports go. */
  readonly out: string
  /** The revision to compare with. */
  readonly compare: string | undefined
  /** How often either side of a comparison runs. */
  readonly runs: number
}

/** Reads the command line, or tells in one line why it cannot be read. */
export const readAsked = (args: ReadonlyArray<string>): Asked | string => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        long: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        install: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        out: { type: "string", default: join(root, "bench-results") },
        compare: { type: "string" },
        runs: { type: "string", default: "3" },
      },
    })
    const runs = Number(values.runs)
    // One run has no spread, so that any change would seem to be outside of the noise.
    if (!Number.isSafeInteger(runs) || runs < 2) return "--runs is a whole number from 2"
    return { ...values, only: values.only, compare: values.compare, runs }
  } catch (cause) {
    return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause)
  }
}
