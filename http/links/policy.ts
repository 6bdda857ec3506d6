/** How long making a link may take before it is given up; times in milliseconds. */
export interface MintPolicy {
  /** Everything together, a free connection to the database included. */
  readonly timeoutMs: number
  /** One statement, and in it the wait for another call of the session. */
  readonly statementTimeoutMs: number
  /** Links that are made at once; each holds a connection, and other calls need some too. */
  readonly inFlightMax: number
}

/** How long links may take unless something else is said. */
export const mintPolicy: MintPolicy = {
  timeoutMs: 5_000,
  statementTimeoutMs: 4_000,
  inFlightMax: 6,
}
