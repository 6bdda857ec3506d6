import { join } from "node:path"
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { dataFolder, masterKey, masterKeyBytes, parseMasterKey } from "../../config/storage.ts"
import { MasterKeyInvalid } from "./secret-errors.ts"
import {
  createKeyFile,
  type MasterKeyFileFailed,
  masterKeyFileName,
  readKeyFile,
} from "./master-key-file.ts"
import { makeMasterKey, type MasterKey } from "./master-key.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"

/** Why no key can be had from the environment. */
export type MasterKeySourceError = Config.ConfigError | MasterKeyInvalid | MasterKeyFileFailed

const parsed = (text: string, origin: string) => {
  const bytes = parseMasterKey(text)
  return bytes === undefined
    ? Effect.fail(new MasterKeyInvalid({ origin, isEmpty: text.trim() === "" }))
    : Effect.succeed(makeMasterKey(bytes, origin))
}

/** The path of the file that holds the key: `master.key` in DATA_DIR (default `.viatica`). */
export const masterKeyPath: Effect.Effect<string, Config.ConfigError> = Effect.map(
  dataFolder,
  (folder) => join(folder, masterKeyFileName),
)

/** Whether MASTER_KEY is set to nothing, which settings usually take for not set at all. */
const isSetEmpty = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const names = yield* provider.load(["MASTER"])
  const isNamed = names?._tag === "Record" && names.keys.has("KEY")
  return isNamed && (yield* provider.load(["MASTER", "KEY"])) === undefined
}).pipe(Effect.orDie)

/** The master key of the environment: MASTER_KEY, else the file; undefined without either. */
export const findMasterKey: Effect.Effect<MasterKey["Service"] | undefined, MasterKeySourceError> =
  Effect.gen(function* () {
    if (yield* isSetEmpty) {
      return yield* new MasterKeyInvalid({ origin: "MASTER_KEY", isEmpty: true })
    }
    const given = yield* masterKey
    if (Option.isSome(given)) return yield* parsed(Redacted.value(given.value), "MASTER_KEY")
    const path = yield* masterKeyPath
    const text = yield* readKeyFile(path)
    return text === undefined ? undefined : yield* parsed(text, path)
  })

/** A new key in the file, unless another process has just made one: then it is that one. */
export const makeKeyInFile = (
  random: RandomBytes["Service"],
): Effect.Effect<MasterKey["Service"], MasterKeySourceError> =>
  Effect.gen(function* () {
    const path = yield* masterKeyPath
    const fresh = Buffer.from(random.take(masterKeyBytes)).toString("hex")
    return yield* parsed(yield* createKeyFile(path, fresh), path)
  })
