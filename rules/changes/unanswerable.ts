import * as Data from "effect/Data"

/** A question about tables has no answer, for a reason that people read; the workbench has words for its code. */
export class Unanswerable extends Data.TaggedError("Unanswerable")<{
  readonly code: string
  readonly reason: string
}> {
  override get message() {
    return this.reason
  }
}

/** That nothing can be said of tables that hold mistakes. */
export const tablesBroken = (): Unanswerable =>
  new Unanswerable({
    code: "TablesBroken",
    reason: "The tables hold mistakes; repair those first",
  })
