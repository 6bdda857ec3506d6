import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Charge } from "../../rules/quota/quota.ts"
import { Quotas } from "../../http/ports/quotas.ts"
import { layerFoundations } from "../../http/runtime/foundations.ts"
import { layerObservability } from "../../http/metrics/layer.ts"
import { layerLogging } from "../../http/observability/logging.ts"
import { layerServeOn } from "../../http/runtime/node-server.ts"
import { makeMemoryCounter } from "./memory-quotas.ts"
import type { ServerGiven } from "./server-child.ts"

/** Quotas that are counted in memory. */
const layerMemoryQuotas = Layer.sync(Quotas, () => {
  const count = makeMemoryCounter()
  const granted = ({ keyId, kind }: Charge) =>
    Exit.succeed({ _tag: "Granted", state: count(keyId, kind, Date.now()) } as const)
  return {
    charge: (charge) => Effect.suspend(() => granted(charge)),
    refund: () => Effect.void,
  }
})

const isCountedInMemory = process.env["BENCH_QUOTAS"] === "memory"

/** Serves as the service does as it is shipped; with `BENCH_QUOTAS=memory`, with other quotas. */
export const serveService = async ({ baseUrl, port }: ServerGiven): Promise<void> => {
  const environment = { ...process.env, PORT: String(port), BASE_URL: baseUrl }
  const runtime = ManagedRuntime.make(
    layerServeOn(
      isCountedInMemory
        ? Layer.provideMerge(layerMemoryQuotas, layerFoundations)
        : layerFoundations,
    ).pipe(
      Layer.provide(layerObservability),
      Layer.provide(layerLogging),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))),
    ),
  )
  // Ctrl-C ends the parent process, which then lets go of this one; the database is closed first.
  process.on("SIGINT", () => {})
  process.once("SIGTERM", () => void runtime.dispose().then(() => process.exit()))
  await runtime.context()
}
