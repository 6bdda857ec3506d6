/**
 * What the thread that looks at tables runs: it reads the folder and judges what it holds as often as
 * it is asked to, so that no call waits for it, and so that what is too much for it ends it alone.
 */
import { parentPort, workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { lookAt } from "./folder-look.ts"
import type { LookAnswer, LookJob, LookRequest } from "./look-thread.ts"

const { folder } = workerData as LookJob

const answer = async ({ known }: LookRequest): Promise<LookAnswer> => {
  const looked = await Effect.runPromise(Effect.result(lookAt(folder, known)))
  return Result.isSuccess(looked)
    ? { _tag: "Looked", look: looked.success }
    : { _tag: "Unreadable", reason: looked.failure.reason }
}

parentPort?.on("message", (request: LookRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered, []))
})
