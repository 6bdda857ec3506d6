import * as Layer from "effect/Layer"
import { RandomBytes } from "../platform/random-bytes.ts"
import { layerDatabase } from "../store/database/client.ts"
import { layerMigrations } from "../store/database/migrator.ts"
import { layerMasterKey } from "../store/secrets/layer.ts"

/**
 * What a process that starts others keeps open for them: the migrated database, which is theirs too
 * where it is the embedded one, and the master key, made once.
 */
export const layerPrimary = layerMasterKey.pipe(
  Layer.provideMerge(RandomBytes.layer),
  Layer.provideMerge(layerMigrations),
  Layer.provideMerge(layerDatabase),
)
