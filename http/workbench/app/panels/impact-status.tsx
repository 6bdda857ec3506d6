import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import {
  followImpact,
  impactProgress,
  impactView,
  resumeImpact,
  stopImpact,
} from "../kit/impact.ts"
import { inWords } from "../kit/language.ts"
import { impactWords, timeText } from "./impact-words.ts"

/** Begins to follow the impact, for a part of the page that shows it. */
export const useImpact = (): void => {
  useEffect(followImpact, [])
}

/** What there is to say of how far the re-run is; empty where the figures are whole and new. */
const statusText = (): string => {
  const words = inWords(impactWords)
  const { done, failure, of, state } = impactProgress.value
  const view = impactView.value
  if (state === "failed") {
    return failure?.code === "TablesBroken" ? words.broken : words.failed(failure?.message ?? "")
  }
  if (state === "stopped") return words.stopped
  if (state !== "running") return ""
  const running = words.running(done, of)
  if (view === null) return running
  if (!view.isWhole) return `${running} ${words.early(view.cases)}`
  return `${running} ${words.stale(timeText(view.finishedAtMs))}`
}

/** The line under a head: how far the re-run is, with what stops it; its space is kept. */
export const ImpactStatus = (): JSX.Element => {
  const words = inWords(impactWords)
  const { done, of, state } = impactProgress.value
  const isRunning = state === "running"
  return (
    <div class="impact-status">
      <div class="impact-progress" hidden={!isRunning}>
        <progress
          aria-label={words.title}
          {...(of === 0 ? {} : { value: done, max: of })}
        ></progress>
      </div>
      <p class={state === "failed" ? "label wrong" : "label third"}>
        <span>{statusText()}</span>
        {isRunning ? (
          <button type="button" class="button quiet small" onClick={() => void stopImpact()}>
            {words.stop}
          </button>
        ) : null}
        {state === "stopped" || state === "failed" ? (
          <button type="button" class="button quiet small" onClick={() => void resumeImpact()}>
            {words.again}
          </button>
        ) : null}
      </p>
    </div>
  )
}
