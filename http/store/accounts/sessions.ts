import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHmac, createSecretKey } from "node:crypto"
import {
  formatSessionToken,
  parseSessionToken,
  sessionMacInput,
  sessionNonceBytes,
  type SessionOwner,
} from "../../../rules/session/token.ts"
import { once } from "../../../core/memory.ts"
import { MasterKey } from "../secrets/envelope.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { equalMacs } from "../../platform/hmac.ts"
import { Sessions } from "../../ports/session-links.ts"

const makeSessions = Effect.gen(function* () {
  // A key object is prepared once; raw bytes would be prepared for each token, at several times the
  // cost of the digest.
  const master = yield* MasterKey
  const key = once(() => createSecretKey(master.derive("session")))
  const random = yield* RandomBytes

  const macOf = (nonce: string, owner: SessionOwner): string =>
    createHmac("sha256", key()).update(sessionMacInput(nonce, owner)).digest("base64url")

  const issue = (owner: SessionOwner): string => {
    const nonce = Buffer.from(random.take(sessionNonceBytes)).toString("base64url")
    return formatSessionToken({ nonce, mac: macOf(nonce, owner) })
  }

  const isIssued = (owner: SessionOwner, value: unknown): value is string => {
    const token = parseSessionToken(value)
    return token !== undefined && equalMacs(token.mac, macOf(token.nonce, owner))
  }

  const resume = (owner: SessionOwner, echoed: unknown): string =>
    isIssued(owner, echoed) ? echoed : issue(owner)

  return { issue, isIssued, resume }
})

/** Sessions under a key derived from the master key: every process of an installation agrees. */
export const layerSessions: Layer.Layer<Sessions, never, MasterKey | RandomBytes> = Layer.effect(
  Sessions,
  makeSessions,
)
