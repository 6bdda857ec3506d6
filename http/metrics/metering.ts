import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CannotListen } from "../platform/cannot-listen.ts"
import { AccessLog, type AccessLine } from "../observability/access-log.ts"
import { ProcessGroup } from "../ports/process-group.ts"
import { ServiceMeters } from "../observability/meters.ts"
import { type MetricsAddress, serveMetrics } from "./metrics-server.ts"
import { meterProcess } from "../observability/process-gauges.ts"
import { makeExposition } from "../observability/prometheus.ts"

/**
 * Counts what the service does, and serves the figures on a port of their own; of several processes,
 * the primary one serves those of all.
 */
export const layerMetering = (address: MetricsAddress): Layer.Layer<never, CannotListen> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const log = yield* AccessLog
      const { meters, text } = makeExposition()
      yield* meterProcess(meters)
      const { offerFigures } = yield* ProcessGroup
      yield* offerFigures === undefined ? serveMetrics(address, text) : offerFigures(text)
      const logged = (line: AccessLine): void => {
        meters.call(line)
        log(line)
      }
      return Context.make(ServiceMeters, meters).pipe(Context.add(AccessLog, logged))
    }),
  )
