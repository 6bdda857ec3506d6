import type { RequestWanted } from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords } from "../../kit/language.ts"
import { cardOptions, cardValue } from "./card-options.ts"
import { choices } from "./traveller-answers.ts"
import { changeForm, type TravellerForm, travellerForm } from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"

const flagNames: Readonly<Record<string, "friends" | "longTrip" | "riskyActivity">> = {
  "trip.friends": "friends",
  "trip.longTrip": "longTrip",
  "trip.riskyActivity": "riskyActivity",
}

const isCard = (would: RequestWanted["would"]): would is NonNullable<TravellerForm["card"]> =>
  typeof would === "object" && !Array.isArray(would)

const countryName = (code: string): string => {
  const found = choices.value?.countries.find((country) => country.code === code)
  return found === undefined ? code : inWords(found.name)
}

/** The fields of the form that a wanted change sets; null where the form has no such field. */
const fieldsOf = ({ field, would }: RequestWanted): Partial<TravellerForm> | null => {
  const flag = flagNames[field]
  if (flag !== undefined && typeof would === "boolean") return { [flag]: would }
  if (field === "residence" && typeof would === "string") return { residence: would, state: "" }
  if (field === "destinations" && Array.isArray(would)) return { destinations: would }
  if (field === "card" && isCard(would)) return { card: would }
  return null
}

/** A wanted change in the words of the form; null where the form has no such field. */
export const wantedText = (wanted: RequestWanted): string | null => {
  const words = inWords(travellerWords)
  const { field, would } = wanted
  const flag = flagNames[field]
  if (flag !== undefined && typeof would === "boolean") {
    return words.wantedFlag(words[flag], would ? words.yes : words.no)
  }
  if (field === "residence" && typeof would === "string") {
    return words.wantedField(words.residence, countryName(would))
  }
  if (field === "destinations" && Array.isArray(would)) {
    return words.wantedField(words.destinations, would.map(countryName).join(", "))
  }
  if (field !== "card" || !isCard(would) || choices.value === null) return null
  const value = cardValue(would)
  const options = cardOptions(choices.value, travellerForm.value.residence, would)
  const option = options.find((each) => each.value === value)
  if (option === undefined) return null
  const hint = "catalogueId" in would && option.hint !== undefined ? ` (${option.hint})` : ""
  return words.wantedField(words.card, `${option.label}${hint}`)
}

/** Where the keyboard goes on: to the field that was filled in, or to the fold that it lies in. */
const fieldShown = (field: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    field in flagNames ? ".traveller .more summary" : `#traveller-${field}`,
  )

/** Fills the wanted change into the form; the browser's way back leads to the traveller as it was. */
export const tryWanted = (wanted: RequestWanted): void => {
  const fields = fieldsOf(wanted)
  if (fields === null) return
  history.pushState(null, "", location.href)
  changeForm(fields)
  fieldShown(wanted.field)?.focus()
}
