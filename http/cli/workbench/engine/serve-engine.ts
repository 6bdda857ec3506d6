import { parentPort, workerData } from "node:worker_threads"
import { afterNews } from "./after-news.ts"
import type { EngineAnswer, EngineQuestion, EngineStart, EngineVersions } from "./versions.ts"

/** A question that has no answer, for a reason that people read; the page has words for its code. */
export class Unanswerable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What answers questions of one name: from the versions as they are then, with word of how far it is. */
export type EngineHandler = (
  input: unknown,
  versions: EngineVersions,
  progress: (part: unknown) => void,
) => unknown

/** What answers the questions to an engine, by their names, made once for a folder. */
export type EngineHandlers = (start: EngineStart) => Readonly<Record<string, EngineHandler>>

const send = (answer: EngineAnswer): void => parentPort?.postMessage(answer, [])

/** Answers questions in the thread of an engine, one after the other, for as long as it lives. */
export const serveEngine = (make: EngineHandlers): void => {
  const start = workerData as EngineStart
  const handlers = make(start)
  let versions = start.versions
  parentPort?.on("message", ({ id, input, name, news }: EngineQuestion) => {
    if (news !== undefined) versions = afterNews(versions, news)
    try {
      const handler = handlers[name]
      if (handler === undefined) throw new Error(`no engine answers ${name}`)
      const output = handler(input, versions, (part) => send({ id, _tag: "Progress", part }))
      send({ id, _tag: "Answered", output })
    } catch (cause) {
      if (!(cause instanceof Unanswerable)) throw cause
      send({ id, _tag: "Refused", code: cause.code, message: cause.message })
    }
  })
}
