import type { JSX } from "preact"
import { impactView } from "../kit/impact.ts"
import { inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { ChangeFigure } from "./change-figure.tsx"
import { FirstPlaces } from "./first-places.tsx"
import { ImpactStatus, useImpact } from "./impact-status.tsx"
import { impactWords, secondsText } from "./impact-words.ts"

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
