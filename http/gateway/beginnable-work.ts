import type { QuotaState } from "../../rules/quota/state.ts"
import type { AnswerProgram, Work } from "../api/operation.ts"

/** Work on an admitted call that may be begun before its charge is known. */
export interface BeginnableWork {
  /** Begins what can be begun; undefined where that is nothing. */
  readonly begin: (() => void) | undefined
  /** The program that answers the call, as it was begun, or made now. */
  readonly answer: (state: QuotaState) => AnswerProgram<unknown>
}

/** Lets work be begun once, ahead of the answer that it is for. */
export const beginnable = (work: Work<unknown>): BeginnableWork => {
  if (work._tag === "AfterCharge") return { begin: undefined, answer: work.answer }
  let begun: AnswerProgram<unknown> | undefined
  return {
    begin: () => {
      begun = work.answer()
    },
    answer: () => begun ?? work.answer(),
  }
}
