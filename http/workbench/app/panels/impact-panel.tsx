import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { ChangeFigure } from "./change-figure.tsx"
import { FirstPlaces } from "./finding-item.tsx"
import { impactWords, secondsText, timeText } from "./impact-words.ts"
import {
  followImpact,
  impactProgress,
  impactView,
  resumeImpact,
  stopImpact,
} from "../kit/impact.ts"

const chartHeight = 150

/** So many offers are named beside the grid. */
const standingsMax = 4

const Told = (): JSX.Element => {
  const words = inWords(impactWords)
  const view = impactView.value
  if (view === null) return <p class="empty">{words.waiting}</p>
  const { changedCases, firstPlaceLine, headline, isLastSound, standings } = view
  return (
    <>
      <p class="display impact-headline">{inWords(headline)}</p>
      {firstPlaceLine === null ? null : <p class="second">{inWords(firstPlaceLine)}</p>}
      {isLastSound ? <p class="label third">{words.lastSound}</p> : null}
      <ChangeFigure {...view} height={chartHeight} />
      <FirstPlaces standings={standings} max={standingsMax} />
      <p class="impact-links">
        {changedCases === 0 ? (
          <span class="second">{words.noOwnCase}</span>
        ) : (
          <a href={hrefOf("cases")}>{words.ownCases(changedCases)}</a>
        )}
        <a href={hrefOf("impact")}>{words.seeAll}</a>
      </p>
    </>
  )
}

/** What the change does to customers, beside the grid. */
export const ImpactPanel = (): JSX.Element => {
  useImpact()
  const words = inWords(impactWords)
  const view = impactView.value
  return (
    <section
      class="impact-panel"
      data-region="impact"
      tabIndex={-1}
      aria-labelledby="impact-panel-title"
    >
      <h2 id="impact-panel-title">
        <span>{words.title}</span>
        <span class="label third">
          {view === null ? "" : words.situations(view.situations, secondsText(view.tookMs))}
        </span>
      </h2>
      <ImpactStatus />
      <Told />
      <p class="unseen" role="status">
        {view === null || !view.isWhole ? "" : inWords(view.headline)}
      </p>
    </section>
  )
}

/** What the change does, in one sentence of money. */
export const ImpactHeadline = (): JSX.Element => {
  useImpact()
  const words = inWords(impactWords)
  const view = impactView.value
  return (
    <div class="impact-line">
      {view === null ? (
        <p class="second">{words.waiting}</p>
      ) : (
        <>
          <p class="display impact-headline">{inWords(view.headline)}</p>
          {view.firstPlaceLine === null ? null : (
            <p class="second">{inWords(view.firstPlaceLine)}</p>
          )}
          {view.isLastSound ? <p class="label third">{words.lastSound}</p> : null}
          <p>
            <a href={hrefOf("impact")}>{words.seeAll}</a>
          </p>
        </>
      )}
      <ImpactStatus />
    </div>
  )
}

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
    return failure?.code === "TablesBroken" ? words.broken : words.failed(failure?.reason ?? null)
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
