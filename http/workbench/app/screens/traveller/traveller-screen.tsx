import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import type { TravellerView } from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { followOwnCases } from "../../panels/own-cases.ts"
import { BilanCard } from "./bilan-card.tsx"
import { KeepCase } from "./keep-case.tsx"
import { NotShownCard } from "./not-shown-card.tsx"
import { OffersCard } from "./offers-card.tsx"
import { answers, choices, followTraveller, isAsking, unshown } from "./traveller-answers.ts"
import { headlineText, isPriceChanged, isReadingChanged } from "./traveller-facts.ts"
import { TravellerForm } from "./traveller-form.tsx"
import { travellerWords } from "./traveller-words.ts"

const Answers = ({ view }: { readonly view: TravellerView }): JSX.Element => {
  const words = inWords(travellerWords)
  const { offers } = view
  const changed = offers.filter(isPriceChanged).length
  return (
    <>
      <p class="second">
        {offers.length === 0 ? null : `${words.prices(changed, offers.length)} `}
        {isReadingChanged(view) ? words.readingChanges : words.readingStays}
      </p>
      {view.isStale ? (
        <p class="notice warning">
          <Symbol name="warning" />
          <span>{words.stale}</span>
        </p>
      ) : null}
      <div class="traveller-cards">
        <div class="stack">
          <OffersCard view={view} />
          <BilanCard view={view} />
        </div>
        <div class="stack">
          <NotShownCard items={unshown.value} />
        </div>
      </div>
    </>
  )
}

/** One traveller: what is offered and said before and after, why, and why not the rest. */
export const TravellerScreen = (): JSX.Element => {
  const words = inWords(travellerWords)
  useEffect(followTraveller, [])
  useEffect(followOwnCases, [])
  const view = answers.value
  return (
    <div class="traveller">
      <aside aria-label={words.title}>
        <h2>{words.title}</h2>
        {choices.value === null ? null : <TravellerForm choices={choices.value} />}
        <KeepCase />
      </aside>
      <div class="traveller-answers" aria-busy={isAsking.value}>
        <div class={isAsking.value ? "progress-line running" : "progress-line"} />
        <h1 class="display" aria-live="polite">
          {view === null ? words.asking : headlineText(view)}
        </h1>
        {view === null ? null : <Answers view={view} />}
      </div>
    </div>
  )
}
