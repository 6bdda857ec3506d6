/** Loads the master key of the environment and prints its fingerprint; run as a process by tests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerDatabase } from "../../../http/database/client.ts"
import { layerMigrations } from "../../../http/database/migrator.ts"
import { layerMasterKey } from "../../../http/secrets/layer.ts"
import { MasterKey } from "../../../http/secrets/master-key.ts"
import { RandomBytes } from "../../../http/secrets/random.ts"

const layer = layerMasterKey.pipe(
  Layer.provide(Layer.merge(layerMigrations, RandomBytes.layer)),
  Layer.provide(layerDatabase),
)
const { fingerprint } = await Effect.runPromise(Effect.provide(MasterKey, layer))
process.stdout.write(fingerprint)
