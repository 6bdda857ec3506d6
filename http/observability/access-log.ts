import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"

/** One answered call; only these fields are ever logged of it. */
export interface AccessLine {
  readonly requestId: string
  readonly method: string
  /** The name of the endpoint or route pattern, never the raw target. */
  readonly route: string
  readonly status: number
  readonly keyId?: KeyId
  readonly durationMs: number
}

/** Where answered calls are logged. */
export class AccessLog extends Context.Reference<(line: AccessLine) => void>("viatica/AccessLog", {
  defaultValue: () => () => {},
}) {}

/** Lines that are gathered until they are written. */
export interface GatheredLines {
  readonly add: (line: string) => void
  /** Writes what waits; for the end. */
  readonly flush: () => void
}

/**
 * Gathers the lines of one turn of the event loop and writes them together: a write for each call
 * costs more than its line.
 */
export const gatherLines = (write: (text: string) => void): GatheredLines => {
  let waiting = ""
  const flush = (): void => {
    const text = waiting
    waiting = ""
    if (text !== "") write(text)
  }
  const add = (line: string): void => {
    if (waiting === "") setImmediate(flush)
    waiting += `${line}\n`
  }
  return { add, flush }
}

/** A line of the access log for people. */
export const accessText = (line: AccessLine): string =>
  `${line.status} ${line.method} ${line.route} ${line.durationMs} ms ${line.keyId ?? "-"} ${line.requestId}`
