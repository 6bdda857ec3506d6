import {
  isTwofoldAge,
  searchOptions,
  type TripSearch,
} from "../../../rules/comparison/trip-search.ts"
import { type FormFields, formFields } from "../kit/form.ts"

/** So many values of a list are read: one more than the most that any table may allow is enough to refuse it. */
export const listMax = 101

/**
 * What a form or an address says of a search. Addresses hold no date, no age and no price, so of
 * those an address may prefill nothing.
 *
 * ```ts
 * import { formFields } from "../http/pages/kit/form.ts"
 * import { readSearch } from "../http/pages/compare/search.ts"
 *
 * const query = formFields("residence=fr&destinations=US,CA&ages=34")
 * readSearch(query, "address").destinations // => ["US", "CA"]
 * readSearch(query, "address").ages // => []
 * readSearch(query, "form").ages // => ["34"]
 * readSearch(formFields("travellers=2"), "address").ages // => ["", ""]
 * ```
 */
export const readSearch = (sent: FormFields, from: "address" | "form"): TripSearch => {
  const fields = from === "form" ? withAnswer(sent) : sent
  const text = (name: string): string => shortened(fields.text(name))
  const told = (name: string): string => (from === "form" ? text(name) : "")
  return {
    residence: text("residence").toUpperCase(),
    state: told("state").toUpperCase(),
    destinations: listOf(fields, "destinations", listMax).map((code) => code.toUpperCase()),
    start: told("start"),
    end: told("end"),
    ages: from === "form" ? agesOf(fields) : emptyAges(text("travellers")),
    intent: text("intent"),
    price: told("price"),
    currency: text("currency").toUpperCase(),
    options: new Set(searchOptions.filter((option) => !["", declined].includes(told(option)))),
    isCancellationDeclined: told("cancellation") === declined,
    bank: told("bank"),
    network: told("network"),
    tier: told("tier"),
    bin: told("bin").replaceAll(" ", ""),
    ref: text("ref"),
    session: told("session"),
  }
}

/** A search as the fields of a form that carry it on. */
export const carriedFields = (
  search: TripSearch,
): ReadonlyArray<readonly [name: string, value: string]> => {
  const single = [
    "residence",
    "state",
    "start",
    "end",
    "intent",
    "price",
    "currency",
    "bank",
    "network",
    "tier",
    "bin",
    "ref",
    "session",
  ] as const
  return [
    ...single.flatMap((name) => (search[name] === "" ? [] : [[name, search[name]] as const])),
    ...search.destinations.map((code) => ["destinations", code] as const),
    ...search.ages.filter((age) => age !== "").map((age) => ["ages", age] as const),
    ...[...search.options].map((option) => [option, "yes"] as const),
    ...(search.isCancellationDeclined ? [["cancellation", declined] as const] : []),
  ]
}

/** What a form says of cancellation once somebody was asked and does not want it. */
export const declined = "no"

/** The name of a button that answers what a page asks; its value is the fields that it fills in. */
export const answerName = "answer"

/** A form with the fields that its answer fills in, in place of what was typed there. */
const withAnswer = (sent: FormFields): FormFields => {
  const answer = formFields(sent.text(answerName))
  const of = (name: string): FormFields => (answer.all(name).length > 0 ? answer : sent)
  return { text: (name) => of(name).text(name), all: (name) => of(name).all(name) }
}

/** So many characters of a field are read: far more than any of them needs. */
const fieldCharactersMax = 200

const shortened = (text: string): string => text.slice(0, fieldCharactersMax)

const listOf = (fields: FormFields, name: string, most: number): ReadonlyArray<string> =>
  fields
    .all(name)
    .flatMap((value) => value.split(","))
    .slice(0, most)
    .map((value) => shortened(value.trim()))
    .filter((value) => value !== "")

/** Ages, several in a field where they are parted by commas; one that may be half a year stays whole. */
const agesOf = (fields: FormFields): ReadonlyArray<string> =>
  fields
    .all("ages")
    .flatMap((value) => (isTwofoldAge(value.trim()) ? [value] : value.split(/[,，;、]/u)))
    .slice(0, listMax)
    .map((value) => shortened(value.trim()))
    .filter((value) => value !== "")

/** A field for the age of each traveller; an address tells how many they are, and no age. */
const emptyAges = (travellers: string): ReadonlyArray<string> =>
  /^[1-9]\d?$/.test(travellers) ? Array.from({ length: Number(travellers) }, () => "") : []
