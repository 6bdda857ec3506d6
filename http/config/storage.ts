import * as Config from "effect/Config"
import { share, text } from "./kinds.ts"
import { optionalSetting, setting } from "./setting.ts"

/** Whether a text is a connection URL of Postgres, whatever its parts lead to. */
export const isDatabaseUrl = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

/** The Postgres to use; unset or empty means the embedded one. */
export const databaseUrl = optionalSetting(
  "DATABASE_URL",
  { config: Config.Redacted, expected: "postgres://user:password@host:port/database" },
  {
    unset: "unset: embedded",
    about: "a Postgres, 14 or newer, reached directly rather than through a pooler",
    isSecret: true,
    isRight: isDatabaseUrl,
  },
)

/** The folder for the embedded Postgres and other local state. */
export const dataFolder = setting("DATA_DIR", text, {
  otherwise: ".viatica",
  about: "embedded database and master key",
})

/** How many of the requests for quotes and bilans are kept for analysts. */
export const requestSample = setting("REQUEST_SAMPLE", share, {
  otherwise: 0,
  about:
    "the share of requests for quotes and bilans that is kept below DATA_DIR for analysts, without personal data",
})

/** Bytes of the master key: 256 bits. */
export const masterKeyBytes = 32

const hexPattern = /^[0-9a-fA-F]{64}$/
const base64Pattern = /^[A-Za-z0-9+/_-]{43}=?$/

/** The 32 bytes that a text spells in hex or in either base64 alphabet, or undefined. */
export const parseMasterKey = (text: string): Uint8Array | undefined => {
  const trimmed = text.trim()
  if (hexPattern.test(trimmed)) return Buffer.from(trimmed, "hex")
  return base64Pattern.test(trimmed) ? Buffer.from(trimmed, "base64") : undefined
}

/** The key that seals secrets. */
export const masterKey = optionalSetting(
  "MASTER_KEY",
  {
    config: Config.Redacted,
    expected: `${masterKeyBytes} bytes, as 64 hex digits or 44 characters of base64`,
  },
  {
    unset: "unset: `master.key` in DATA_DIR, made for a new database",
    about: "seals secrets, derives session keys",
    isSecret: true,
    isRight: (text) => parseMasterKey(text) !== undefined,
  },
)
