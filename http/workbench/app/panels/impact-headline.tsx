import type { JSX } from "preact"
import { impactView } from "../kit/impact.ts"
import { inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { ImpactStatus, useImpact } from "./impact-status.tsx"
import { impactWords } from "./impact-words.ts"

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
