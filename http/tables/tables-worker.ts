/**
 * What the thread that looks at tables runs: it reads the folder and judges what it holds as often as
 * it is asked to, so that no call waits for it, and so that what is too much for it ends it alone.
 */
import { parentPort, workerData } from "node:worker_threads"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { approvalsRequired } from "../config/table-settings.ts"
import { lookAt } from "./folder-look.ts"
import type { LookAnswer, LookJob, LookRequest } from "./look-thread.ts"

const { approvals, folder } = workerData as LookJob

const settings = ConfigProvider.layer(
  ConfigProvider.fromEnvRecord({ [approvalsRequired.variable]: String(approvals) }),
)

const answer = async ({ known }: LookRequest): Promise<LookAnswer> => {
  const looked = await Effect.runPromise(
    Effect.provide(Effect.result(lookAt(folder, known)), settings),
  )
  return Result.isSuccess(looked)
    ? { _tag: "Looked", look: looked.success }
    : { _tag: "Unreadable", reason: looked.failure.reason }
}

parentPort?.on("message", (request: LookRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered, []))
})
