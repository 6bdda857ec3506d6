import { createCipheriv, createDecipheriv } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { once } from "../../../core/memory.ts"
import { SealBroken, WrongMasterKey } from "./secret-errors.ts"
import { MasterKey } from "./master-key.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"

/** A secret of a key: the newest, or the one before it. */
export interface KeyPlace {
  readonly keyId: string
  readonly slot: "current" | "previous"
}

/** The trip of a subscription, or of a sandbox session under its placeholder id. */
export interface TripPlace {
  readonly subscriptionId: string
  readonly slot: "trip"
}

/** A secret of an endpoint of events: the newest, or the one before it. */
export interface EndpointPlace {
  readonly endpointId: string
  readonly slot: "event" | "event previous"
}

/** Where something sealed stands; it opens nowhere else. */
export type SealPlace = KeyPlace | TripPlace | EndpointPlace

/**
 * Layout of what is sealed: version (1 byte), master key fingerprint (4), nonce (12), tag (16),
 * ciphertext. AES-256-GCM, the place as additional data.
 */
const version = 1
const offsets = { fingerprint: 1, nonce: 5, tag: 17, text: 33 } as const

/** Seals secrets and trips for storage and opens them again. */
export class Envelope extends Context.Service<
  Envelope,
  {
    readonly seal: (place: SealPlace, secret: Redacted.Redacted<string>) => Uint8Array
    readonly open: (
      place: SealPlace,
      sealed: Uint8Array,
    ) => Result.Result<Redacted.Redacted<string>, WrongMasterKey | SealBroken>
  }
>()("viatica/Envelope") {
  /** AES-256-GCM under a key derived from the master key. */
  static readonly layer: Layer.Layer<Envelope, never, MasterKey | RandomBytes> = Layer.effect(
    Envelope,
    Effect.suspend(() => makeEnvelope),
  )
}

const ownerOf = (place: SealPlace): string => {
  if ("endpointId" in place) return place.endpointId
  return place.slot === "trip" ? place.subscriptionId : place.keyId
}

const additionalData = (place: SealPlace): Buffer => Buffer.from(`${ownerOf(place)}\n${place.slot}`)

const decrypt = (key: Uint8Array, place: SealPlace, sealed: Uint8Array): string => {
  const nonce = sealed.subarray(offsets.nonce, offsets.tag)
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 })
  decipher.setAAD(additionalData(place))
  decipher.setAuthTag(sealed.subarray(offsets.tag, offsets.text))
  const text = decipher.update(sealed.subarray(offsets.text))
  return Buffer.concat([text, decipher.final()]).toString("utf8")
}

const makeEnvelope = Effect.gen(function* () {
  const master = yield* MasterKey
  const random = yield* RandomBytes
  // Derived when first needed: whoever neither seals nor opens may have no master key.
  const key = once(() => master.derive("seal"))
  const { fingerprint, origin } = master
  const header = Buffer.concat([Buffer.of(version), Buffer.from(fingerprint, "hex")])

  const seal = (place: SealPlace, secret: Redacted.Redacted<string>): Uint8Array => {
    const nonce = random.take(offsets.tag - offsets.nonce)
    const cipher = createCipheriv("aes-256-gcm", key(), nonce, { authTagLength: 16 })
    cipher.setAAD(additionalData(place))
    const text = Buffer.concat([cipher.update(Redacted.value(secret), "utf8"), cipher.final()])
    return Buffer.concat([header, nonce, cipher.getAuthTag(), text])
  }

  const open = (
    place: SealPlace,
    sealed: Uint8Array,
  ): Result.Result<Redacted.Redacted<string>, WrongMasterKey | SealBroken> => {
    const broken = () => new SealBroken({ place })
    if (sealed.byteLength < offsets.text || sealed[0] !== version) return Result.fail(broken())
    const mark = Buffer.from(sealed.subarray(offsets.fingerprint, offsets.nonce)).toString("hex")
    if (mark !== fingerprint) {
      return Result.fail(new WrongMasterKey({ sealedWith: mark, holding: fingerprint, origin }))
    }
    return Result.try({ try: () => Redacted.make(decrypt(key(), place, sealed)), catch: broken })
  }

  return { seal, open }
})
