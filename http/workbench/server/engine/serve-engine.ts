import * as Result from "effect/Result"
import { parentPort, workerData } from "node:worker_threads"
import {
  type LoadedVersions,
  makeLoading,
  Unanswerable,
  type VersionTexts,
} from "../../../../rules/changes/loaded-versions.ts"
import {
  afterNews,
  type EngineAnswer,
  type EngineQuestion,
  type EngineStart,
  withSameTexts,
} from "./versions.ts"

/** Prepares to load both versions in the thread of an engine; tables without any sound version are said. */
export const makeEngineLoading = (): ((versions: VersionTexts) => LoadedVersions) => {
  const load = makeLoading()
  return (versions) => answered(load(versions))
}

/** What a kernel answers; that it has no answer is thrown, and said to its caller. */
export const answered = <Answer>(result: Result.Result<Answer, Unanswerable>): Answer =>
  Result.getOrThrow(result)

/**
 * What answers questions of one name: from the versions as they are then, with word of how far it is.
 * Long work is given as steps: a question that comes between two of them takes its place.
 */
export type EngineHandler = (
  input: unknown,
  versions: VersionTexts,
  progress: (part: unknown) => void,
) => unknown

const isSteps = (answer: unknown): answer is Iterator<unknown, unknown> =>
  typeof answer === "object" &&
  answer !== null &&
  "next" in answer &&
  typeof answer.next === "function"

/** What answers the questions to an engine, by their names, made once for a folder. */
export type EngineHandlers = (start: EngineStart) => Readonly<Record<string, EngineHandler>>

const send = (answer: EngineAnswer): void => parentPort?.postMessage(answer, [])

/**
 * Answers questions in the thread of an engine, one after the other, for as long as it lives. A caller who
 * asks while steps are under way no longer waits for those: what is left of them is dropped.
 */
export const serveEngine = (make: EngineHandlers): void => {
  const { folder, versions: given } = workerData as EngineStart
  let versions = withSameTexts(given)
  const handlers = make({ folder, versions })
  let newest = 0

  /** Runs one part of the work on a question; what cannot be answered is said. */
  const guarded = (id: number, work: () => void): void => {
    try {
      work()
    } catch (cause) {
      if (!(cause instanceof Unanswerable)) throw cause
      send({ id, _tag: "Refused", code: cause.code, facts: cause.facts })
    }
  }

  const goOn = (id: number, steps: Iterator<unknown, unknown>): void => {
    if (id !== newest) return
    guarded(id, () => {
      const { done, value } = steps.next()
      if (done === true) send({ id, _tag: "Answered", output: value })
      else setImmediate(goOn, id, steps)
    })
  }

  parentPort?.on("message", ({ id, input, name, news }: EngineQuestion) => {
    newest = id
    if (news !== undefined) versions = afterNews(versions, news)
    guarded(id, () => {
      const handler = handlers[name]
      if (handler === undefined) throw new Error(`no engine answers ${name}`)
      const output = handler(input, versions, (part) => send({ id, _tag: "Progress", part }))
      if (isSteps(output)) goOn(id, output)
      else send({ id, _tag: "Answered", output })
    })
  })
}
