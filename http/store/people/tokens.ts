import { createHash } from "node:crypto"
import * as Redacted from "effect/Redacted"
import type { RandomBytes } from "../../platform/random-bytes.ts"

/** Random bytes of a token, and of what masks one. */
export const tokenBytes = 32

const tokenPattern = /^[\w-]{43}$/

/** Whether a text can be a token at all: 256 bits in base64url. */
export const isTokenText = (text: string): boolean => tokenPattern.test(text)

/** A fresh token of a link or of a session. */
export const newToken = (random: RandomBytes["Service"]): Redacted.Redacted<string> =>
  Redacted.make(Buffer.from(random.take(tokenBytes)).toString("base64url"))

/** What is stored of a token: whoever reads the database can sign in as nobody. */
export const tokenHash = (token: string): Uint8Array => createHash("sha256").update(token).digest()
