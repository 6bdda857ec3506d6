import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { dataFolder, requestSample } from "../../config/storage.ts"
import { keepNothing, RequestSample } from "../../ports/request-sample.ts"
import { makeRequestSample, samplePolicy } from "./make-request-sample.ts"

/** The share of requests that `REQUEST_SAMPLE` says, in files below `DATA_DIR`; without one, none. */
export const layerRequestSample: Layer.Layer<RequestSample, Config.ConfigError> = Layer.effect(
  RequestSample,
  Effect.gen(function* () {
    const share = yield* requestSample
    if (share === 0) return keepNothing
    const folder = join(yield* dataFolder, "requests")
    return yield* makeRequestSample({ share, folder }, samplePolicy)
  }),
)
