import { hkdfSync } from "node:crypto"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { dataFolder } from "../database/client.ts"
import { type MasterKeyFileFailed, readOrCreateKeyFile } from "./master-key-file.ts"
import { RandomBytes } from "./random.ts"

/** Bytes of the master key: 256 bits. */
export const masterKeyBytes = 32

/** MASTER_KEY, or the file that holds it, is not 32 bytes in hex or base64. */
export class MasterKeyInvalid extends Data.TaggedError("MasterKeyInvalid")<{
  readonly origin: string
}> {
  override get message() {
    return `${this.origin} must hold 32 bytes, as 64 hex digits or 44 characters of base64.`
  }
}

const hexPattern = /^[0-9a-fA-F]{64}$/
const base64Pattern = /^[A-Za-z0-9+/_-]{43}=?$/

/** The 32 bytes that a text spells in hex or in either base64 alphabet, or undefined. */
export const parseMasterKey = (text: string): Uint8Array | undefined => {
  const trimmed = text.trim()
  if (hexPattern.test(trimmed)) return Buffer.from(trimmed, "hex")
  return base64Pattern.test(trimmed) ? Buffer.from(trimmed, "base64") : undefined
}

/** The one key of an installation, from which every other key is derived. */
export class MasterKey extends Context.Service<
  MasterKey,
  {
    /** A 32-byte key for one purpose (HKDF-SHA256); knowing one tells nothing of another. */
    readonly derive: (purpose: string) => Uint8Array
    /** Eight hex digits that tell two master keys apart and reveal neither. */
    readonly fingerprint: string
  }
>()("viatica/http/secrets/MasterKey") {
  /** A master key given as 32 bytes. */
  static readonly layerFrom = (bytes: Uint8Array) => Layer.succeed(MasterKey, makeMasterKey(bytes))

  /**
   * The master key of the environment: MASTER_KEY, else the file `master.key` in DATA_DIR (default
   * `.viatica`), which is made on first use.
   */
  static readonly layer: Layer.Layer<
    MasterKey,
    Config.ConfigError | MasterKeyInvalid | MasterKeyFileFailed,
    RandomBytes
  > = Layer.effect(
    MasterKey,
    Effect.suspend(() => loadMasterKey),
  )
}

const makeMasterKey = (bytes: Uint8Array) => {
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync("sha256", bytes, "viatica", purpose, masterKeyBytes))
  const fingerprint = Buffer.from(derive("fingerprint")).toString("hex").slice(0, 8)
  return { derive, fingerprint }
}

const parseOrFail = (text: string, origin: string) => {
  const bytes = parseMasterKey(text)
  return bytes === undefined
    ? Effect.fail(new MasterKeyInvalid({ origin }))
    : Effect.succeed(makeMasterKey(bytes))
}

const loadMasterKey = Effect.gen(function* () {
  const given = yield* Config.option(Config.Redacted("MASTER_KEY"))
  const text = Option.match(given, { onNone: () => "", onSome: Redacted.value })
  if (text !== "") return yield* parseOrFail(text, "MASTER_KEY")
  const folder = yield* dataFolder
  const random = yield* RandomBytes
  const fresh = Buffer.from(random.take(masterKeyBytes)).toString("hex")
  const file = yield* readOrCreateKeyFile(folder, fresh)
  return yield* parseOrFail(file.text, file.path)
})
