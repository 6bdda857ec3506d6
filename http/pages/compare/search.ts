import { searchOptions, type TripSearch } from "../../../rules/comparison/trip-search.ts"
import { typedAges } from "../../../rules/comparison/typed-ages.ts"
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
    residence: text("residence"),
    state: told("state").toUpperCase(),
    destinations: listOf(fields, "destinations", listMax),
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

/** Where a search begins: the empty form, under a ref where there is one. */
export const formAddress = (language: string, ref: string): string => {
  const query = new URLSearchParams({ lang: language })
  if (ref !== "") query.set("ref", ref)
  return `/compare?${query.toString()}`
}

/** What a form says of cancellation once somebody was asked and does not want it. */
export const declined = "no"

/** The lists of a search, which get rows and lose them. */
export const searchLists = ["ages", "destinations"] as const

/** A list of a search. */
export type SearchList = (typeof searchLists)[number]

/**
 * A form without the row that its button takes out, such as `ages 1` the second age; the form itself
 * where no button was pressed.
 *
 * ```ts
 * import { formFields } from "../http/pages/kit/form.ts"
 * import { withoutRow } from "../http/pages/compare/search.ts"
 *
 * withoutRow(formFields("ages=34&ages=31&remove=ages+0")).all("ages") // => ["31"]
 * ```
 */
export const withoutRow = (sent: FormFields): FormFields => {
  const [list = "", row = ""] = sent.text(removeName).split(" ")
  return {
    ...sent,
    all: (name) =>
      name === list ? sent.all(name).filter((_, index) => String(index) !== row) : sent.all(name),
  }
}

/** The name of a button that takes a row out of a list. */
export const removeName = "remove"

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

const agesOf = (fields: FormFields): ReadonlyArray<string> =>
  fields
    .all("ages")
    .flatMap((field) => typedAges(field.slice(0, agesCharactersMax), listMax))
    .slice(0, listMax)
    .map(shortened)

/** The ages of the largest party fit into one field, with its signs. */
const agesCharactersMax = 1_000

/** A field for the age of each traveller; an address tells how many they are, and no age. */
const emptyAges = (travellers: string): ReadonlyArray<string> =>
  /^[1-9]\d?$/.test(travellers) ? Array.from({ length: Number(travellers) }, () => "") : []
