/** Loads the master key of the environment and prints its fingerprint; run as a process by tests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MasterKey } from "../../../http/secrets/master-key.ts"
import { RandomBytes } from "../../../http/secrets/random.ts"

const layer = MasterKey.layer.pipe(Layer.provide(RandomBytes.layer))
const { fingerprint } = await Effect.runPromise(Effect.provide(MasterKey, layer))
process.stdout.write(fingerprint)
