import * as Context from "effect/Context"

/** One answered call; only these fields are ever logged of it. */
export interface AccessLine {
  readonly requestId: string
  readonly method: string
  /** The name of the endpoint or route pattern, never the raw target. */
  readonly route: string
  readonly status: number
  readonly keyId?: string
  readonly durationMs: number
}

/** Where answered calls are logged. */
export class AccessLog extends Context.Reference<(line: AccessLine) => void>(
  "viatica/http/serve/AccessLog",
  { defaultValue: () => () => {} },
) {}

/** A line of the access log for people. */
export const accessText = (line: AccessLine): string =>
  `${line.status} ${line.method} ${line.route} ${line.durationMs} ms ${line.keyId ?? "-"} ${line.requestId}`
