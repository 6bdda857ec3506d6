import type { CallFailure } from "./failure.ts"

/** How the quotas of the key stand after a call, as its answer's headers tell. */
export interface RatesTold {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly burstRemaining: number
}

/** What is known of a call beside its answer. */
export interface CallAbout {
  readonly status: number
  readonly attempts: number
  readonly requestId?: string
  readonly rates?: RatesTold
  /** Paths of fields that the service does not know; sandbox keys alone are told. */
  readonly unknownFields?: ReadonlyArray<string>
}

/** An answer, and what is known of its call. */
export interface CallAnswered<Answer> {
  readonly _tag: "Success"
  readonly success: Answer
  readonly call: CallAbout
}

/** A call that failed. */
export interface CallUnanswered<Failure = CallFailure> {
  readonly _tag: "Failure"
  readonly failure: Failure
}

/** What a call gives: the answer, or why there is none. */
export type CallResult<Answer> = CallAnswered<Answer> | CallUnanswered

/** Makes the result of a call that failed. */
export const failed = <Failure extends CallFailure>(failure: Failure): CallUnanswered<Failure> => ({
  _tag: "Failure",
  failure,
})
