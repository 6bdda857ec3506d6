import { createHash } from "node:crypto"
import * as Redacted from "effect/Redacted"
import { keyIdBytes, keyIdText, secretBody, secretBytes } from "../../../rules/accounts/key-text.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"

const takeHex = (random: RandomBytes["Service"], count: number): string =>
  Buffer.from(random.take(count)).toString("hex")

/** A fresh key id of a mode: 128 random bits. */
export const newKeyId = (random: RandomBytes["Service"], mode: KeyMode): string =>
  keyIdText(mode, takeHex(random, keyIdBytes))

/** A fresh signing secret of a mode: 256 random bits and a checksum (start of a SHA-256). */
export const newSecret = (
  random: RandomBytes["Service"],
  mode: KeyMode,
): Redacted.Redacted<string> => {
  const body = secretBody(mode, takeHex(random, secretBytes))
  const checksum = createHash("sha256").update(body).digest("hex").slice(0, 8)
  return Redacted.make(`${body}${checksum}`)
}
