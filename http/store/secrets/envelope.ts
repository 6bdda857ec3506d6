import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { once } from "../../../core/memory.ts"
import { masterKey, masterKeyBytes } from "../../config/storage.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"

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

/** The database is sealed under another master key than the one at hand; both by their fingerprints. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey")<{
  readonly sealedWith: string
  readonly holding: string
  /** Where the one at hand comes from. */
  readonly origin: string
}> {
  override get message() {
    return (
      `The database is sealed under another master key (${this.sealedWith}) than that in ` +
      `${this.origin} (${this.holding}): give the right key (MASTER_KEY, or master.key in DATA_DIR) ` +
      `or the right database (DATABASE_URL).`
    )
  }
}

/** The database is sealed under a master key, and no key is at hand. */
export class MasterKeyMissing extends Data.TaggedError("MasterKeyMissing")<{
  readonly sealedWith: string
  readonly path: string
}> {
  override get message() {
    return (
      `The database is sealed under the master key ${this.sealedWith}, and there is no ${this.path}: ` +
      `put that file back or set MASTER_KEY; a new key would open nothing, so none is made.`
    )
  }
}

/** MASTER_KEY, or the file that holds the key, is not 32 bytes in hex or base64. */
export class MasterKeyInvalid extends Data.TaggedError("MasterKeyInvalid")<{
  readonly origin: string
  readonly isEmpty: boolean
}> {
  override get message() {
    const { expected } = masterKey
    return this.isEmpty
      ? `${this.origin} is empty: it must hold ${expected}; unset MASTER_KEY to use master.key in DATA_DIR.`
      : `${this.origin} must hold ${expected}.`
  }
}

/** The database does not take what is sealed under another master key than its own. */
export class SealRefused extends Data.TaggedError("SealRefused")<{ readonly sealedWith: string }> {
  override get message() {
    return (
      `The database is sealed under another master key (${this.sealedWith}) than this process ` +
      `seals under: check MASTER_KEY, DATA_DIR and DATABASE_URL, and start it again.`
    )
  }
}

/** What is sealed is damaged, or belongs to another place. */
export class SealBroken extends Data.TaggedError("SealBroken")<{ readonly place: SealPlace }> {
  override get message() {
    const { place } = this
    if ("endpointId" in place) return `The sealed secret of ${place.endpointId} is damaged.`
    if ("payeeId" in place) return `The sealed bank account ${place.payeeId} is damaged.`
    if ("personId" in place) return `The sealed code secret of ${place.personId} is damaged.`
    if ("batchNumber" in place) return `The sealed file of ${place.batchNumber} is damaged.`
    return place.slot === "trip"
      ? `The sealed trip of ${place.subscriptionId} is damaged.`
      : `The sealed ${place.slot} secret of ${place.keyId} is damaged.`
  }
}

/** A secret of a key: the newest, or the one before it. */
interface KeyPlace {
  readonly keyId: string
  readonly slot: "current" | "previous"
}

/** The trip of a subscription, or of a sandbox session under its placeholder id. */
interface TripPlace {
  readonly subscriptionId: string
  readonly slot: "trip"
}

/** A secret of an endpoint of events: the newest, or the one before it. */
interface EndpointPlace {
  readonly endpointId: string
  readonly slot: "event" | "event previous"
}

/** The bank account and the tax details of an account. */
interface PayeePlace {
  readonly payeeId: string
  readonly slot: "payee"
}

/** The file for the bank of a batch of payouts. */
interface BatchPlace {
  readonly batchNumber: string
  readonly slot: "transfers"
}

/** The secret of the six-digit codes of a person. */
interface PersonPlace {
  readonly personId: string
  readonly slot: "code"
}

/** Where something sealed stands; it opens nowhere else. */
type SealPlace = KeyPlace | TripPlace | EndpointPlace | PayeePlace | BatchPlace | PersonPlace

/**
 * Layout of what is sealed: version (1 byte), master key fingerprint (4), nonce (12), tag (16),
 * ciphertext. AES-256-GCM, the place as additional data.
 */
const version = 1

const offsets = { fingerprint: 1, nonce: 5, tag: 17, text: 33 } as const

const ownerOf = (place: SealPlace): string => {
  if ("endpointId" in place) return place.endpointId
  if ("payeeId" in place) return place.payeeId
  if ("batchNumber" in place) return place.batchNumber
  if ("personId" in place) return place.personId
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
  // Derived when first needed: a process that neither seals nor opens may have no master key.
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

/** The one key of an installation, from which every other key is derived. */
export class MasterKey extends Context.Service<
  MasterKey,
  {
    /** A 32-byte key for one purpose (HKDF-SHA256); knowing one tells nothing of another. */
    readonly derive: (purpose: string) => Uint8Array
    /** Eight hex digits that tell two master keys apart and reveal neither. */
    readonly fingerprint: string
    /** Where it comes from: `MASTER_KEY`, or the path of the file. */
    readonly origin: string
  }
>()("viatica/MasterKey") {
  /** A master key given as 32 bytes, whatever database it is for. */
  static readonly layerFrom = (bytes: Uint8Array) =>
    Layer.succeed(MasterKey, makeMasterKey(bytes, "the process"))

  /** Stands in for a master key where nothing is sealed or opened: using it is a defect. */
  static readonly layerNone = Layer.succeed(MasterKey, {
    derive: (purpose) => {
      throw new Error(`There is no master key here to derive the key for ${purpose} from.`)
    },
    fingerprint: "none",
    origin: "nothing",
  })
}

/** The master key of 32 bytes. */
export const makeMasterKey = (bytes: Uint8Array, origin: string): MasterKey["Service"] => {
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync("sha256", bytes, "viatica", purpose, masterKeyBytes))
  const fingerprint = Buffer.from(derive("fingerprint")).toString("hex").slice(0, 8)
  return { derive, fingerprint, origin }
}
