import type {
  CaseDifference,
  CasesView,
  CaseView,
} from "../../../../../rules/changes/cases-view.ts"
import { moneyText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { casesWords } from "./cases-words.ts"

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
export interface CaseGround {
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
export const fieldTitle = (field: string): string => {
  const words = inWords(casesWords)
  return field === "everything" ? words.everything : (words.fields[field] ?? field)
}

/** What differs in a field, in lines that people read. */
export const differenceLines = (
  difference: CaseDifference,
  ground: CaseGround,
): ReadonlyArray<string> => {
  const words = inWords(casesWords)
  const { after, before, field } = difference
  if (field === "") return [words.fresh]
  if (field === "everything") return []
  const isRefused = [before, after].some((text) => text?.startsWith("refused") ?? true)
  if (listFields.has(field) && !isRefused) return inLists(difference, ground)
  if (field === "arguments" && !isRefused) return inIds(difference)
  return [`${before ?? words.nothing} → ${after ?? words.nothing}`]
}
