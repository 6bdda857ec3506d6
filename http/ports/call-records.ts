import * as Context from "effect/Context"

/** A signed call that was answered, as it is kept for its account; nothing of its body or query. */
export interface CallRecord {
  readonly keyId: string
  /** Whether its signature was found to hold: else anybody may have sent it who knows the key id. */
  readonly isSigned: boolean
  /** Whether it is kept among the last calls; it counts in any case. */
  readonly isListed: boolean
  readonly requestId: string
  /** When it came in, in milliseconds since 1970. */
  readonly atMs: number
  readonly durationMs: number
  /** The name of the endpoint. */
  readonly endpoint: string
  readonly method: string
  readonly status: number
  /** The code and the sentence that the caller got; undefined where the call was answered. */
  readonly refused: { readonly code: string; readonly detail: string } | undefined
}

/**
 * Where signed calls are recorded for their accounts: nowhere, unless a layer says otherwise. It
 * never fails and waits for nothing.
 */
export class CallRecords extends Context.Reference<(call: CallRecord) => void>(
  "viatica/CallRecords",
  { defaultValue: () => () => {} },
) {}
