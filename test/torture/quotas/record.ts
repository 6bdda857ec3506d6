/** Which limit a key has that is tried out; others are far out of reach. */
export type LimitKind = "reads" | "burst" | "writes"

/** A call that was sent, and what came of it; moments are of one monotonic clock. */
export interface SentCall {
  readonly port: number
  readonly sentAtMs: number
  readonly answeredAtMs: number
  readonly came:
    | { readonly _tag: "Accepted"; readonly remaining: number }
    /** The limit is reached. */
    | { readonly _tag: "Refused" }
    /** Any other answer, in words. */
    | { readonly _tag: "Other"; readonly outcome: string }
    /** No answer: nobody knows whether it was counted. */
    | { readonly _tag: "Unanswered" }
    /** Nobody listened. */
    | { readonly _tag: "Unsent" }
}

/** Everything that was tried on one key. */
export interface Trial {
  readonly kind: LimitKind
  readonly limit: number
  readonly calls: ReadonlyArray<SentCall>
  /** What the database has counted once all calls are over. */
  readonly used: number
  /** The ports that must have refused a call before the trial ended. */
  readonly ports: ReadonlyArray<number>
}
