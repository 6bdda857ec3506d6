import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createCipheriv, createDecipheriv } from "node:crypto"
import { memo } from "../../../core/memory.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { type AddressPurpose, SealedAddresses } from "../../ports/sealed-addresses.ts"
import { MasterKey } from "./envelope.ts"

/**
 * Layout: version (1 byte), nonce (12), tag (16), ciphertext, of which the first four bytes are the
 * second it was sealed in. AES-256-GCM under a key of each purpose, the version as additional data.
 */
const version = Buffer.of(1)

const offsets = { nonce: 1, tag: 13, text: 29 } as const

const secondBytes = 4

/** Longer than any form makes one; what is longer is not looked at. */
const partCharactersMax = 8_192

const alphabet = /^[A-Za-z0-9_-]+$/

const makeSealedAddresses = Effect.gen(function* () {
  const master = yield* MasterKey
  const random = yield* RandomBytes
  const keyOf = memo((purpose: AddressPurpose) => master.derive(`address: ${purpose}`))

  const seal = (purpose: AddressPurpose, held: Uint8Array, atMs: number): string => {
    const nonce = random.take(offsets.tag - offsets.nonce)
    const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce)
    cipher.setAAD(version)
    const second = Buffer.alloc(secondBytes)
    second.writeUInt32BE(Math.floor(atMs / 1000))
    const text = Buffer.concat([cipher.update(second), cipher.update(held), cipher.final()])
    return Buffer.concat([version, nonce, cipher.getAuthTag(), text]).toString("base64url")
  }

  const decrypt = (purpose: AddressPurpose, sealed: Buffer): Buffer => {
    const nonce = sealed.subarray(offsets.nonce, offsets.tag)
    const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), nonce, { authTagLength: 16 })
    decipher.setAAD(version)
    decipher.setAuthTag(sealed.subarray(offsets.tag, offsets.text))
    return Buffer.concat([decipher.update(sealed.subarray(offsets.text)), decipher.final()])
  }

  const open = (purpose: AddressPurpose, part: string) => {
    if (part.length > partCharactersMax || !alphabet.test(part)) return undefined
    const sealed = Buffer.from(part, "base64url")
    // One address has one spelling: the last letter may carry bits that belong to no byte.
    if (sealed.toString("base64url") !== part) return undefined
    if (sealed.length < offsets.text + secondBytes || sealed[0] !== version[0]) return undefined
    return Option.getOrUndefined(
      Option.map(Option.liftThrowable(() => decrypt(purpose, sealed))(), (text) => ({
        held: text.subarray(secondBytes),
        sealedAtMs: text.readUInt32BE(0) * 1000,
      })),
    )
  }

  return { seal, open }
})

/** Addresses under keys derived from the master key: every process of an installation opens them. */
export const layerSealedAddresses: Layer.Layer<SealedAddresses, never, MasterKey | RandomBytes> =
  Layer.effect(SealedAddresses, makeSealedAddresses)
