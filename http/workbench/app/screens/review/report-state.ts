import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { ReviewCheck, ReviewReport } from "../../../../../rules/changes/reviewed-change.ts"
import { call, RefusedCall } from "../../kit/call.ts"
import { refusedText } from "../../kit/notices.ts"
import { onEvent } from "../../kit/views.ts"
import { session } from "../../kit/session.ts"
import type { ReviewProgress } from "../../../protocol/review.ts"

/** The change in figures; an older one stays until the newer one is there. */
export const report = signal<ReviewReport | null>(null)

/** What was checked; likewise. */
export const check = signal<ReviewCheck | null>(null)

/** How the work on both stands. */
export type WorkState =
  | { readonly state: "done" | "stopped" }
  | { readonly state: "busy"; readonly progress: ReviewProgress | null }
  | { readonly state: "failed"; readonly why: string }

/** How the work on the figures stands. */
export const work = signal<WorkState>({ state: "done" })

let stop: AbortController | undefined
let askedFor: number | undefined

onEvent("review-progress", ({ progress }) => {
  if (work.value.state === "busy") work.value = { state: "busy", progress }
})

/** Ends the work on the figures; those that are there stay. */
export const stopReport = (): void => stop?.abort()

const run = async (signalled: AbortSignal): Promise<void> => {
  report.value = await call("reviewReport", {}, signalled)
  check.value = await call("reviewCheck", {}, signalled)
}

/** Asks for figures of the tables as they are now. */
export const startReport = async (): Promise<void> => {
  if (work.value.state === "busy") return
  const asking = new AbortController()
  stop = asking
  askedFor = session.value?.revision
  work.value = { state: "busy", progress: null }
  try {
    await run(asking.signal)
    work.value = { state: "done" }
  } catch (cause) {
    if (asking.signal.aborted) {
      work.value = { state: "stopped" }
      return
    }
    if (!(cause instanceof RefusedCall)) throw cause
    work.value = { state: "failed", why: refusedText(cause) }
    return
  }
  // Edited meanwhile: what was asked for is not what the tables say now.
  if (session.value !== null && session.value.revision !== askedFor) await startReport()
}

const pauseMs = 600

/** Keeps the figures up to date while the review is shown. */
export const useReport = (): void => {
  const revision = session.value?.revision
  useEffect(() => {
    if (revision === undefined || revision === askedFor) return undefined
    const timer = setTimeout(() => void startReport(), askedFor === undefined ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [revision])
}
