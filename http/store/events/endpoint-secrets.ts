import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import type { Envelope } from "../secrets/envelope.ts"
import type { SealBroken, WrongMasterKey } from "../secrets/secret-errors.ts"

/** Random bytes in the secret of an endpoint: 256 bits. */
const endpointSecretBytes = 32

/** A fresh secret of an endpoint, in the form of Standard Webhooks: `whsec_` and base64. */
export const newEndpointSecret = (random: RandomBytes["Service"]): Redacted.Redacted<string> =>
  Redacted.make(`whsec_${Buffer.from(random.take(endpointSecretBytes)).toString("base64")}`)

/** The sealed secrets of an endpoint. */
export interface SealedEndpoint {
  readonly endpointId: string
  readonly secretSealed: Uint8Array
  /** Null where there is none, or it signs no more. */
  readonly previousSealed: Uint8Array | null
}

/** Opens the secrets of an endpoint, the newest first. */
export const openEndpointSecrets = (
  { endpointId, previousSealed, secretSealed }: SealedEndpoint,
  envelope: Envelope["Service"],
): Result.Result<ReadonlyArray<Redacted.Redacted<string>>, WrongMasterKey | SealBroken> => {
  const current = envelope.open({ endpointId, slot: "event" }, secretSealed)
  if (Result.isFailure(current)) return Result.fail(current.failure)
  if (previousSealed === null) return Result.succeed([current.success])
  return Result.map(
    envelope.open({ endpointId, slot: "event previous" }, previousSealed),
    (older) => [current.success, older],
  )
}
