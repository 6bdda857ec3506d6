import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ImpactView } from "../../../../rules/changes/impact-view.ts"
import type { Desk } from "../desk/desk.ts"
import type { ImpactWord } from "./impact-messages.ts"
import { type ImpactPool, startImpactPool } from "./impact-pool.ts"
import type { ImpactProgress, ImpactState } from "../../protocol/impact.ts"
import type { SharePart } from "../../../../rules/changes/count-share.ts"

/** Re-runs the corpus whenever tables change, once a page has asked for it. */
export interface ImpactRuns {
  readonly state: () => ImpactState
  /** Begins, and goes on after a stop. */
  readonly begin: () => void
  /** Stops what is under way, until the next change. */
  readonly stop: () => void
}

/** What is known of the run that is under way. */
interface OpenRun {
  readonly id: number
  readonly startedAtMs: number
  readonly revision: number
  /** Situations that each thread has counted, and has to. */
  readonly done: Array<number>
  readonly of: Array<number>
  readonly firstParts: Map<number, SharePart>
  readonly parts: Map<number, SharePart>
}

/** After so long, with as long to go, a run reports the own cases alone. */
const earlyMs = 1_200

const waiting: ImpactProgress = { state: "waiting", revision: 0, done: 0, of: 0, failure: null }

const sumOf = (counts: ReadonlyArray<number>): number =>
  counts.reduce((sum, count) => sum + (count ?? 0), 0)

/** Prepares runs over the tables of a desk; threads start with the first. */
export const makeImpactRuns = Effect.fnUntraced(function* (
  desk: Desk,
  situations: number,
  changed: (topic: "impact" | "impact-progress") => void,
): Effect.fn.Return<ImpactRuns, never, Scope.Scope> {
  let pool: ImpactPool | undefined
  /** What the threads keep the answers of. */
  let comparedWith = desk.before
  let open: OpenRun | undefined
  let view: ImpactView | null = null
  let progress = waiting
  let count = 0
  let hasBegun = false
  let early: NodeJS.Timeout | undefined

  const show = (next: Partial<ImpactProgress>): void => {
    progress = { ...progress, ...next }
    changed("impact-progress")
  }

  const fail = (failure: ImpactProgress["failure"]): void => {
    open = undefined
    show({ state: "failed", failure })
  }

  const tell = ({ firstParts, id, parts }: OpenRun, isWhole: boolean): void =>
    pool?.send(0, {
      _tag: "Tell",
      run: id,
      isWhole,
      parts: [...(isWhole ? parts : firstParts).values()],
    })

  /** Takes the parts of a thread; when all have come they are told. */
  const take = (run: OpenRun, thread: number, word: ImpactWord & { readonly _tag: "Counted" }) => {
    const parts = word.isWhole ? run.parts : run.firstParts
    parts.set(thread, word.part)
    run.done[thread] = word.part.situations
    const size = pool?.size ?? 0
    if (parts.size < size) return
    if (word.isWhole || view === null) return tell(run, word.isWhole)
    // Own cases alone take the place of older figures only where the rest is far.
    clearTimeout(early)
    early = setTimeout(
      () => {
        if (open === run && sumOf(run.done) * 2 < sumOf(run.of)) tell(run, false)
      },
      Math.max(0, run.startedAtMs + earlyMs - Date.now()),
    ).unref()
  }

  const said = (thread: number, word: ImpactWord): void => {
    const run = open
    if (run === undefined || word.run !== run.id) return
    switch (word._tag) {
      case "Counting":
        run.done[thread] = word.done
        run.of[thread] = word.of
        return show({ done: sumOf(run.done), of: sumOf(run.of) })
      case "Counted":
        return take(run, thread, word)
      case "Refused":
        return fail({ code: word.code, reason: null })
      case "Told": {
        const isFirst = progress.state === "running"
        // Own cases alone, told late: all situations are there by now.
        if (!isFirst && !word.view.isWhole) return
        const finishedAtMs = isFirst || view === null ? Date.now() : view.finishedAtMs
        const tookMs = isFirst || view === null ? finishedAtMs - run.startedAtMs : view.tookMs
        view = { ...word.view, finishedAtMs, tookMs }
        changed("impact")
        if (word.view.isWhole && isFirst) {
          const { situations: all } = word.view
          show({ state: "done", done: all, of: all })
        }
      }
    }
  }

  const started = (): ImpactPool => {
    if (comparedWith !== desk.before) {
      void pool?.end()
      pool = undefined
    }
    comparedWith = desk.before
    pool ??= startImpactPool(desk, situations, {
      said,
      ended: (reason) => {
        pool = undefined
        fail({ code: "ThreadStopped", reason })
      },
    })
    return pool
  }

  const run = (): void => {
    count += 1
    const { revision } = desk.state()
    open = {
      id: count,
      startedAtMs: Date.now(),
      revision,
      done: [],
      of: [],
      firstParts: new Map(),
      parts: new Map(),
    }
    show({ state: "running", revision, done: 0, of: 0, failure: null })
    started().run(count)
  }

  desk.listen((_, files) => {
    if (hasBegun && files.length > 0) run()
  })
  yield* Effect.addFinalizer(() => {
    clearTimeout(early)
    return Effect.promise(async () => pool?.end())
  })

  return {
    state: () => ({ view, progress }),
    begin: () => {
      hasBegun = true
      if (progress.state !== "running" && progress.state !== "done") run()
    },
    stop: () => {
      if (progress.state !== "running") return
      open = undefined
      pool?.stop()
      show({ state: "stopped" })
    },
  }
})
