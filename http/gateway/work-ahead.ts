import type { QuotaState } from "../../rules/quota/state.ts"
import type { AnswerProgram, Work } from "../api/operation.ts"

/** Work on an admitted call, part of which may be computed before its charge is known. */
export interface WorkAhead {
  /** Computes that part, which is discarded where the charge is refused; undefined without one. */
  readonly begin: (() => void) | undefined
  /** The program that answers the call: the one that was begun, or one made now. */
  readonly answer: (state: QuotaState) => AnswerProgram<unknown>
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** Lets work be begun once, ahead of the charge that it waits for. */
export const workAhead = (work: Work<unknown>): WorkAhead => {
  const { headers } = work
  if (work._tag === "AfterCharge") return { begin: undefined, answer: work.answer, headers }
  let begun: AnswerProgram<unknown> | undefined
  return {
    begin: () => {
      begun = work.answer()
    },
    answer: () => begun ?? work.answer(),
    headers,
  }
}
