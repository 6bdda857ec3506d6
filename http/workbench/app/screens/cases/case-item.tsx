import type { JSX } from "preact"
import type { CaseView } from "../../../../../rules/changes/cases-view.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { hrefOf, rowHref } from "../../kit/route.ts"
import { shownStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { ownCases } from "../../panels/own-cases.ts"
import { casesWords } from "./cases-words.ts"
import { differenceLines, fieldTitle } from "./difference-text.ts"

const casesFile = "corpus/cases.csv"

const remove = async (name: string): Promise<void> => {
  try {
    await shownStep(call("deleteCase", { name }))
    tell(inWords(casesWords).removed(name))
  } catch (cause) {
    tellRefusal(cause)
  }
}

const Differences = ({ view }: { readonly view: CaseView }): JSX.Element => {
  const words = inWords(casesWords)
  const ground = { offers: ownCases.value?.offers ?? {}, trip: view.trip }
  return (
    <dl class="differences" aria-label={words.whatChanges}>
      {view.differences.map((difference) => (
        <div key={difference.field}>
          <dt>{fieldTitle(difference.field)}</dt>
          {differenceLines(difference, ground).map((line) => (
            <dd>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** One case: pass or fail, what differs, and what one can do about it. */
export const CaseItem = ({
  isChosen,
  onChoose,
  view,
}: {
  readonly view: CaseView
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}): JSX.Element => {
  const words = inWords(casesWords)
  const { about, accepted, differences, line, name, trip } = view
  const isFailing = differences.length > 0
  const isFresh = differences.some(({ field }) => field === "")
  return (
    <li class="case">
      <div class="case-choice">
        {isFailing ? (
          <input
            type="checkbox"
            aria-label={words.choose(name)}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        ) : null}
      </div>
      <div class="case-body">
        <h3>
          {name}{" "}
          <span class={isFailing ? "badge error" : "badge held"}>
            <Symbol name={isFailing ? "error" : "held"} size={14} />
            {isFailing ? (isFresh ? words.fresh : words.fail) : words.pass}
          </span>
        </h3>
        <p class="third">
          {trip.residence} → {trip.destinations.join(", ")} · {trip.ages.join(", ")} ·{" "}
          {words.days(trip.days)}
          {about === "" ? null : (
            <>
              {" · "}
              <span lang="en">{about}</span>
            </>
          )}
        </p>
        {isFailing ? <Differences view={view} /> : null}
        {accepted === null ? null : <p class="third">{words.acceptedFor(accepted)}</p>}
      </div>
      <p class="case-actions">
        <a href={hrefOf("traveller", "", { case: name })}>{words.open}</a>
        <a href={rowHref(casesFile, line)}>{words.edit}</a>
        <button type="button" class="link" onClick={() => void remove(name)}>
          {words.remove}
        </button>
      </p>
    </li>
  )
}
