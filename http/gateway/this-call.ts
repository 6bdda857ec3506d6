import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { type Answer, responseOf } from "../api/answer.ts"
import type { Refusal } from "../api/api-refusal.ts"
import type { IncomingCall } from "../api/incoming.ts"

/** What is found out about a call on its way, for the log and the records. */
export interface FoundOut {
  /** The name of an endpoint or the pattern of an open route; `-` where there is none. */
  route: string
  /** The key that has signed it. */
  keyId?: KeyId | undefined
  /** The key that it names, where it was not found to be signed with it. */
  claimedKeyId?: KeyId | undefined
  refused?: Refusal | undefined
}

/** What is known of a call at first, and of one that died. */
export const nothingFound: FoundOut = {
  route: "-",
  keyId: undefined,
  claimedKeyId: undefined,
  refused: undefined,
}

/**
 * The call that a request was read as. Effect's own request holds no raw target and no raw head, which
 * signatures and the refusal of what HTTP forbids rest on: whatever answers looks here.
 */
export class ThisCall extends Context.Service<
  ThisCall,
  { readonly call: IncomingCall; readonly requestId: string; readonly found: FoundOut }
>()("viatica/ThisCall") {}

/** Gives a call its answer, and notes whether that is a refusal. */
export const respond = (
  { found, requestId }: ThisCall["Service"],
  answer: Answer,
): HttpServerResponse => {
  found.refused = answer.refused
  return responseOf(answer, requestId)
}
