import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { signRequest } from "../../http/platform/sign-request.ts"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { layerFoundations } from "../../http/runtime/foundations.ts"
import { layerLogging } from "../../http/observability/logging.ts"
import { layerObservability } from "../../http/metrics/layer.ts"
import { layerServeOn } from "../../http/runtime/node-server.ts"
import { freePort, send } from "../support/http-call.ts"
import { readyToGoLive } from "../support/ready-to-go-live.ts"
import { bilanBody, paths, quoteBody, sampleTrip } from "../support/sample-trips.ts"

/** Prepares a call: what it needs is there, and all that is left is to send it. */
type Prepare = () => Promise<() => Promise<unknown>>

/** A service as it is shipped, over an embedded database in a folder, and calls of one partner to it. */
export const startWayService = async (folder: string) => {
  const port = await freePort()
  const settings = {
    DATA_DIR: folder,
    MASTER_KEY: "5a".repeat(32),
    PORT: String(port),
    LOG_LEVEL: "Fatal",
    TABLES_WATCH: "false",
  }
  const runtime = ManagedRuntime.make(
    layerServeOn(layerFoundations).pipe(
      Layer.merge(layerFoundations),
      Layer.provide(layerObservability),
      Layer.provide(layerLogging),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(settings))),
    ),
  )
  const { key, ref } = await runtime.runPromise(makeKey)

  const signed = (path: string, fields: unknown) => {
    const body = JSON.stringify(fields)
    const nowSeconds = Math.floor(Date.now() / 1000)
    const headers = signRequest({ ...key, method: "POST", path, body, nowSeconds })
    return async (): Promise<unknown> => {
      const answer = await send({ port, method: "POST", path, headers, body })
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
  }

  let orders = 0
  const prepare: Readonly<Record<"bilan" | "quote" | "link" | "conversion", Prepare>> = {
    bilan: async () => signed(paths.bilan, bilanBody()),
    quote: async () => signed(paths.quotes, quoteBody()),
    link: async () => {
      const { sessionId } = (await signed(paths.quotes, quoteBody())()) as { sessionId: string }
      return signed(paths.links, { sessionId, trip: sampleTrip })
    },
    conversion: async () => {
      orders += 1
      const order = { externalOrderId: `order-${orders}`, amount: 110, status: "pending" }
      return signed(paths.conversion, { ref, ...order })
    },
  }
  return { prepare, stop: () => runtime.dispose() }
}

/** A live key of an account with a tracked link, and the link's ref. */
const makeKey = Effect.gen(function* () {
  const keys = yield* Keys
  const partnerCode = "way"
  yield* (yield* Partners).create({ code: partnerCode, name: partnerCode })
  yield* readyToGoLive(partnerCode)
  const { keyId, secret } = yield* keys.create({ partnerCode, mode: "live" })
  const record = yield* keys.find(keyId)
  const ref = `${partnerCode}-${record?.partner.defaultLinkCode ?? ""}`
  return { key: { keyId, secret: Redacted.value(secret) }, ref }
})
