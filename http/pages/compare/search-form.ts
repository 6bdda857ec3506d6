import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { Choices } from "./choices.ts"
import type { SearchFault, SearchFaults, SearchField } from "../../../rules/trip/trip-search.ts"
import { choiceField, hiddenFields, textField, tick } from "./form-fields.ts"
import { type TripSearch, searchOptions } from "./search.ts"
import type { CompareSpeech, SpeechValues } from "./speech.ts"

/** What the form is made of. */
export interface SearchFormParts {
  readonly say: CompareSpeech
  readonly choices: Choices
  readonly banks: ReadonlyArray<string>
  readonly search: TripSearch
  readonly faults: SearchFaults
  /** What texts of faults show, such as how many travellers there may be. */
  readonly faultValues: Readonly<Partial<Record<SearchField, SpeechValues>>>
  /** Lists that get a row more than is filled in. */
  readonly more?: "ages" | "destinations" | undefined
}

/** What is wrong with a field in a sentence, with the code after it. */
export const faultText = (
  say: CompareSpeech,
  { code, word }: SearchFault,
  values: SpeechValues = {},
): PageContent => html`${say(word, values)} <code>${code}</code>`

const wrongIn = (
  { faults, faultValues, say }: SearchFormParts,
  name: SearchField,
): { readonly wrong?: PageContent } => {
  const found = faults[name]
  return found === undefined ? {} : { wrong: faultText(say, found, faultValues[name]) }
}

/** The rows of a list: what is filled in, at least one, and another one where it is asked for. */
const rowsOf = (values: ReadonlyArray<string>, isMore: boolean): ReadonlyArray<string> => [
  ...values,
  ...(values.length === 0 || isMore ? [""] : []),
]

const moreButton = (say: CompareSpeech, list: "ages" | "destinations"): PageNode =>
  html`<div class="more">
    <button class="button quiet small" name="more" value=${list} formnovalidate data-more=${list}>
      ${say(list === "ages" ? "add_traveller" : "add_destination")}
    </button>
  </div>`

const places = (parts: SearchFormParts): PageNode => {
  const { choices, more, say, search } = parts
  return html`<fieldset>
    <legend>${say("trip")}</legend>
    <div class="grid">
      ${choiceField({
        id: "residence",
        name: "residence",
        label: say("residence"),
        value: search.residence,
        choices: choices.countries,
        none: say("choose_one"),
        ...wrongIn(parts, "residence"),
      })}
      <div class="state">
        ${choiceField({
          id: "state",
          name: "state",
          label: say("state"),
          value: search.state,
          choices: choices.states,
          none: say("choose_one"),
          ...wrongIn(parts, "state"),
        })}
      </div>
      <div class="rows" data-rows="destinations" role="group" aria-label=${say("destinations")}>
        ${rowsOf(search.destinations, more === "destinations").map((code, index) =>
          choiceField({
            id: `destination-${index + 1}`,
            name: "destinations",
            label: say("destination", { number: index + 1 }),
            value: code,
            choices: choices.countries,
            none: say("choose_one"),
            ...(index === 0 ? wrongIn(parts, "destinations") : {}),
          }),
        )}
        ${moreButton(say, "destinations")}
      </div>
      ${(["start", "end"] as const).map((name) =>
        textField({
          id: name,
          name,
          label: say(name),
          value: search[name],
          // A field for days would drop what is none.
          type: search[name] === "" || isCalendarDay(search[name]) ? "date" : "text",
          ...wrongIn(parts, name),
        }),
      )}
      ${choiceField({
        id: "intent",
        name: "intent",
        label: say("intent"),
        value: search.intent === "" ? "forTourism" : search.intent,
        choices: choices.intents,
        ...wrongIn(parts, "intent"),
      })}
    </div>
  </fieldset>`
}

const party = (parts: SearchFormParts): PageNode => {
  const { more, say, search } = parts
  return html`<fieldset aria-describedby="ages-help">
    <legend>${say("travellers")}</legend>
    <p class="help" id="ages-help">${say("age_help")}</p>
    <div class="grid rows" data-rows="ages">
      ${rowsOf(search.ages, more === "ages").map((age, index) =>
        textField({
          id: `age-${index + 1}`,
          name: "ages",
          label: say("age", { number: index + 1 }),
          value: age,
          inputMode: "numeric",
          ...(index === 0 ? wrongIn(parts, "ages") : {}),
        }),
      )}
      ${moreButton(say, "ages")}
    </div>
  </fieldset>`
}

const money = (parts: SearchFormParts): PageNode => {
  const { choices, say, search } = parts
  return html`<fieldset>
    <legend>${say("options")}</legend>
    <div class="grid">
      ${textField({
        id: "price",
        name: "price",
        label: say("price"),
        value: search.price,
        inputMode: "decimal",
        help: say("price_help"),
        ...wrongIn(parts, "price"),
      })}
      ${choiceField({
        id: "currency",
        name: "currency",
        label: say("currency"),
        value: search.currency === "" ? "EUR" : search.currency,
        choices: choices.currencies,
        help: say("currency_help"),
        ...wrongIn(parts, "currency"),
      })}
    </div>
    <div class="ticks">
      ${searchOptions.map((option) => tick(option, say(option), search.options.has(option)))}
    </div>
  </fieldset>`
}

const card = (parts: SearchFormParts): PageNode => {
  const { banks, choices, faults, say, search } = parts
  const { bank, bin, network, tier } = search
  const isOpen = bank + bin + network + tier !== "" || faults.card !== undefined
  const isOfDigits = faults.card?.word === "fault_bin"
  const wrong = wrongIn(parts, "card")
  return html`<details class="your-card" open=${isOpen}>
    <summary>${say("card")}</summary>
    <p class="help">${say("card_help")}</p>
    <div class="grid">
      ${textField({ id: "bank", name: "bank", label: say("bank"), value: bank, list: "banks" })}
      ${choiceField({
        id: "network",
        name: "network",
        label: say("network"),
        value: network,
        choices: choices.networks,
        none: say("choose_one"),
        ...(isOfDigits ? {} : wrong),
      })}
      ${choiceField({
        id: "tier",
        name: "tier",
        label: say("tier"),
        value: tier,
        choices: choices.tiers,
        none: say("choose_one"),
      })}
      ${textField({
        id: "bin",
        name: "bin",
        label: say("bin"),
        value: bin,
        inputMode: "numeric",
        charactersMax: 8,
        ...(isOfDigits ? wrong : {}),
      })}
    </div>
    <datalist id="banks">${banks.map((name) => html`<option value=${name}></option>`)}</datalist>
  </details>`
}

/** The form of a search, sent by POST: no address holds a date, an age, a price or a card's digits. */
export const searchForm = (parts: SearchFormParts): PageNode => {
  const { say, search } = parts
  const carried = [
    ["lang", say.language],
    ["ref", search.ref],
    ["session", search.session],
  ] as const
  return html`<form class="search" method="post" action="/compare" novalidate>
    ${hiddenFields(carried.filter(([, value]) => value !== ""))}
    <button class="unseen" tabindex="-1" aria-hidden="true">${say("submit")}</button>
    ${places(parts)} ${party(parts)} ${money(parts)} ${card(parts)}
    <div class="actions">${submitButton({ label: say("submit") })}</div>
  </form>`
}
