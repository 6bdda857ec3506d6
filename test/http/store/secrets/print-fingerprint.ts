/** Loads the master key of the environment and prints its fingerprint; run as a process by tests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerDatabase } from "../../../../http/store/database/client.ts"
import { layerMigrations } from "../../../../http/store/database/migrator.ts"
import { layerMasterKey } from "../../../../http/store/secrets/layer.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"

const layer = layerMasterKey.pipe(
  Layer.provide(Layer.merge(layerMigrations, RandomBytes.layer)),
  Layer.provide(layerDatabase),
)
const { fingerprint } = await Effect.runPromise(Effect.provide(MasterKey, layer))
process.stdout.write(fingerprint)
