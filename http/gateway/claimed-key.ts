import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { signingHeaderNames } from "../../rules/signing/headers.ts"
import { readKeyId } from "../../rules/signing/read.ts"
import type { RequestHead } from "../api/incoming.ts"
import { KeyCache } from "../ports/key-cache.ts"
import type { SigningSettings } from "./signing/authenticate.ts"

/** The key that a call names, which need not have signed it; undefined for one that is not known. */
export type ClaimedKey = (head: Pick<RequestHead, "headerValues">) => string | undefined

/** Tells which key a refused call names: whoever holds it looks for the call among their own. */
export const makeClaimedKey = ({ prefix }: SigningSettings) =>
  Effect.map(KeyCache, ({ knows }): ClaimedKey => {
    const { keyId: name } = signingHeaderNames(prefix)
    return ({ headerValues }) => {
      const keyId = Result.getOrUndefined(readKeyId(headerValues(name)))
      return keyId !== undefined && knows(keyId) ? keyId : undefined
    }
  })
