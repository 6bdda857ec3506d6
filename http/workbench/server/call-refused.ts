import * as Data from "effect/Data"
import { type RefusalCode, type RefusalFacts, refusalSentence } from "../protocol/refusals.ts"

/** A call does not do what it was asked: which of the refusals of the protocol it is, and its facts. */
export class CallRefused extends Data.TaggedError("CallRefused")<{
  readonly code: RefusalCode
  readonly facts: RefusalFacts[RefusalCode]
}> {
  override get message(): string {
    return refusalSentence(this.code, this.facts)
  }
}

/** Makes a refusal of its code, and of the facts that the sentence of this code needs. */
export const callRefused = <Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts[Code],
): CallRefused => new CallRefused({ code, facts })
