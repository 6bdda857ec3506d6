import type { JSX } from "preact"
import { call } from "../../kit/call.ts"
import { inWords, moneyText } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { hrefOf, rowHref } from "../../kit/route.ts"
import { shownStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { ownCases } from "../../panels/review-state.ts"
import { casesWords } from "./cases-words.ts"
import type {
  CaseDifference,
  CasesView,
  CaseView,
} from "../../../../../rules/changes/cases-view.ts"

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

/** `101 9108, 102 14036` as values by name. */
const named = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(", ")
      .filter((part) => part !== "")
      .map((part) => {
        const at = part.lastIndexOf(" ")
        return [part.slice(0, at), part.slice(at + 1)] as const
      }),
  )

/** Fields that list a value for each of several names. */
const listFields = new Set(["gaps", "live", "liveOthers", "offers", "others"])

const priceFields = new Set(["live", "offers"])

/** What the lines of a case are told with. */
interface CaseGround {
  readonly offers: CasesView["offers"]
  readonly trip: CaseView["trip"]
}

const nameText = (name: string, { offers }: CaseGround): string =>
  inWords(casesWords).counts[name] ?? offers[name] ?? name

/** Prices are recorded in minor units of the currency that the case asks for. */
const valueText = (field: string, value: string, { trip }: CaseGround): string => {
  const { currency, minorUnits } = trip
  if (!priceFields.has(field) || !/^\d+$/.test(value) || minorUnits === null) return value
  return moneyText(Number(value), currency, minorUnits)
}

const inLists = (
  { after, before, field }: CaseDifference,
  ground: CaseGround,
): ReadonlyArray<string> => {
  const words = inWords(casesWords)
  const [old, now] = [named(before ?? ""), named(after ?? "")]
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    if (was === is) return []
    const title = nameText(name, ground)
    if (was === undefined) return words.comes(title)
    if (is === undefined) return words.goes(title)
    return words.becomes(title, valueText(field, was, ground), valueText(field, is, ground))
  })
  return changes.length === 0 ? [words.moves] : changes
}

const inIds = ({ after, before }: CaseDifference): ReadonlyArray<string> => {
  const words = inWords(casesWords)
  const [old, now] = [(before ?? "").split(" "), (after ?? "").split(" ")]
  const changes = [
    ...now.filter((id) => !old.includes(id)).map(words.comes),
    ...old.filter((id) => !now.includes(id)).map(words.goes),
  ]
  return changes.length === 0 ? [words.moves] : changes
}

/** The name of a field of an outcome. */
const fieldTitle = (field: string): string => {
  const words = inWords(casesWords)
  return field === "everything" ? words.everything : (words.fields[field] ?? field)
}

/** What differs in a field, in lines that people read. */
const differenceLines = (difference: CaseDifference, ground: CaseGround): ReadonlyArray<string> => {
  const words = inWords(casesWords)
  const { after, before, field } = difference
  if (field === "") return [words.fresh]
  if (field === "everything") return []
  const isRefused = [before, after].some((text) => text?.startsWith("refused") ?? true)
  if (listFields.has(field) && !isRefused) return inLists(difference, ground)
  if (field === "arguments" && !isRefused) return inIds(difference)
  return [`${before ?? words.nothing} → ${after ?? words.nothing}`]
}
