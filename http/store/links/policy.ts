/** How long making a link may take before it is given up; times in milliseconds. */
export interface MintPolicy {
  /** Everything together, the account's turn and the wait for other calls of the session included. */
  readonly timeoutMs: number
  /** One statement. */
  readonly statementTimeoutMs: number
}

/** How long links may take by default. */
export const mintPolicy: MintPolicy = {
  timeoutMs: 5_000,
  statementTimeoutMs: 4_000,
}
