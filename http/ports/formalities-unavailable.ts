import * as Data from "effect/Data"
import { describeOutsideFailure, type OutsideFailure } from "./outside-failure.ts"

/** The facts of destinations could not be had; a bilan is made without them. */
export class FormalitiesUnavailable extends Data.TaggedError("FormalitiesUnavailable")<{
  readonly reason: OutsideFailure
}> {
  override get message(): string {
    return `The facts of destinations cannot be had: ${describeOutsideFailure(this.reason)}`
  }
}

/** The error of a failure to have the facts. */
export const formalitiesUnavailable = (reason: OutsideFailure): FormalitiesUnavailable =>
  new FormalitiesUnavailable({ reason })
