import { memo } from "../../../core/memory.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import type { CompareSpeech, SpeechValues } from "./speech.ts"
import { answerName, declined } from "./search.ts"
import { describedBy, fault, field, hiddenFields, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { networks, profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import {
  type FaultAnswer,
  type SearchFault,
  type SearchFaults,
  type SearchField,
  type SearchOption,
  searchOptions,
  type TripSearch,
} from "../../../rules/comparison/trip-search.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { defaultCurrency } from "../../../rules/trip/trip-vocabulary.ts"

/** What is wrong with a field, in a sentence. */
export const faultText = (
  say: CompareSpeech,
  { word }: SearchFault,
  values: SpeechValues = {},
): string => say(word, values)

/** What a list offers to choose from: the value that is sent, and what it is called. */
interface SelectChoice {
  readonly value: string
  readonly label: string
  /** The countries of a currency, where it is offered first. */
  readonly countries?: string
}

/** The lists of the form, in one language. */
interface Choices {
  readonly countries: ReadonlyArray<SelectChoice>
  readonly states: ReadonlyArray<SelectChoice>
  readonly intents: ReadonlyArray<SelectChoice>
  readonly currencies: ReadonlyArray<SelectChoice>
  readonly networks: ReadonlyArray<SelectChoice>
  readonly tiers: ReadonlyArray<SelectChoice>
}

/** What the form is made of. */
interface SearchFormParts {
  readonly say: CompareSpeech
  readonly choices: Choices
  readonly banks: ReadonlyArray<string>
  readonly search: TripSearch
  /** The currency of the residence, which is offered first where one is known. */
  readonly usualCurrency: string
  /** The first day that a trip may begin on. */
  readonly today: string
  readonly faults: SearchFaults
  /** What texts of faults show, such as how many travellers there may be. */
  readonly faultValues: Readonly<Partial<Record<SearchField, SpeechValues>>>
  /** Lists that get a row more than is filled in. */
  readonly more?: "ages" | "destinations" | undefined
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

/** Prepares the lists of the form; those of a language are made once. */
export const prepareChoices = (tables: Tables): ((say: CompareSpeech) => Choices) =>
  memo((say) => choicesIn(tables, say))

const places = (parts: SearchFormParts): PageNode => {
  const { choices, more, say, search, today } = parts
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
          min: today,
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

/** One field of the form: what is in it, what helps, and what is wrong with it. */
interface FieldParts {
  readonly id: string
  readonly name: string
  readonly label: PageContent
  readonly value: string
  readonly help?: PageContent
  readonly wrong?: PageContent
  readonly answers?: PageContent
}

/** A field to choose in; a value that its list lacks stands there as it is, so that it is not lost. */
const choiceField = (
  parts: FieldParts & { readonly choices: ReadonlyArray<SelectChoice>; readonly none?: string },
): PageNode => {
  const { choices, none, value } = parts
  const { describedby, invalid } = told(parts)
  const isListed = value === "" || choices.some((choice) => choice.value === value)
  const shown = isListed ? choices : [{ value, label: value }, ...choices]
  return around(
    parts,
    html`<select
      id=${parts.id}
      name=${parts.name}
      aria-describedby=${describedby}
      aria-invalid=${invalid}
    >
      ${none === undefined ? null : html`<option value="">${none}</option>`}
      ${shown.map(
        (choice) =>
          html`<option
            value=${choice.value}
            selected=${choice.value === value}
            data-countries=${choice.countries}
          >
            ${choice.label}
          </option>`,
      )}
    </select>`,
  )
}

const told = ({ help, id, wrong }: FieldParts) => ({
  describedby: describedBy(id, { help: help !== undefined, wrong: wrong !== undefined }),
  invalid: wrong === undefined ? undefined : "true",
})

const around = (parts: FieldParts, control: PageNode): PageNode => {
  const { answers, help, id, label, wrong } = parts
  return field({
    id,
    label,
    control,
    ...(help === undefined ? {} : { help }),
    ...(wrong === undefined ? {} : { wrong }),
    ...(answers === undefined ? {} : { answers }),
  })
}

const wrongIn = (
  { faults, faultValues, say }: SearchFormParts,
  name: SearchField,
): Pick<FieldParts, "answers" | "wrong"> => {
  const found = faults[name]
  if (found === undefined) return {}
  const wrong = faultText(say, found, faultValues[name])
  return found.answers === undefined
    ? { wrong }
    : { wrong, answers: found.answers.map((answer) => answerButton(say, answer)) }
}

/** A button that sends the form with an answer to what it asks. */
const answerButton = (say: CompareSpeech, { fields, says }: FaultAnswer): PageNode =>
  submitButton({
    label: answerText(say, says),
    look: "plain",
    isSmall: true,
    name: answerName,
    value: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })

const answerText = (say: CompareSpeech, says: FaultAnswer["says"]): string => {
  switch (says._tag) {
    case "Amount":
      return say.ceiling(says.amount, says.currency)
    case "Day":
      return say.date(says.day)
    case "Days":
      return say.dateRange(says.start, says.end)
    case "Party":
      return say("party", { count: says.ages.length, ages: say.list(says.ages) })
    case "Word":
      return say(says.word)
  }
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

/** A field to write in. */
const textField = (
  parts: FieldParts & {
    readonly type?: "date" | "text"
    /** The first day of a field for days. */
    readonly min?: string
    readonly inputMode?: "decimal" | "numeric"
    readonly list?: string
    readonly charactersMax?: number
    /** `off` where browsers should keep nothing of it. */
    readonly autocomplete?: "off"
  },
): PageNode => {
  const { describedby, invalid } = told(parts)
  return around(
    parts,
    html`<input
      id=${parts.id}
      name=${parts.name}
      type=${parts.type ?? "text"}
      min=${parts.type === "date" ? parts.min : undefined}
      value=${parts.value}
      inputmode=${parts.inputMode}
      list=${parts.list}
      maxlength=${parts.charactersMax}
      autocomplete=${parts.autocomplete}
      aria-describedby=${describedby}
      aria-invalid=${invalid}
    />`,
  )
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
  const { choices, say, search, usualCurrency } = parts
  const isKnown = search.currency !== "" || search.residence !== ""
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
        value: search.currency === "" && isKnown ? usualCurrency : search.currency,
        choices: choices.currencies,
        ...(isKnown ? {} : { none: say("currency_usual") }),
        help: say("currency_help"),
        ...wrongIn(parts, "currency"),
      })}
    </div>
    <div class="ticks">${searchOptions.map((option) => tick(parts, option))}</div>
    ${cancellationQuestion(parts)}
    ${
      search.isCancellationDeclined
        ? html`<input type="hidden" name="cancellation" value=${declined} />`
        : null
    }
  </fieldset>`
}

/** A choice that is ticked or not. */
const tick = ({ faults, say, search }: SearchFormParts, option: SearchOption): PageNode => {
  const isAsked = option === "cancellation" && faults.cancellation !== undefined
  return html`<label class="tick" for=${option}
    ><input
      type="checkbox"
      id=${option}
      name=${option}
      value="yes"
      checked=${search.options.has(option)}
      aria-describedby=${describedBy(option, { wrong: isAsked })}
    /><span
      >${say(option)}${option === "annual" ? html`<small class="help">${say("annual_help")}</small>` : null}</span
    ></label
  >`
}

const cancellationQuestion = (parts: SearchFormParts): PageNode | null => {
  const { answers, wrong } = wrongIn(parts, "cancellation")
  return wrong === undefined ? null : fault("cancellation", wrong, answers)
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
        autocomplete: "off",
        ...(isOfDigits ? wrong : {}),
      })}
    </div>
    <datalist id="banks">${banks.map((name) => html`<option value=${name}></option>`)}</datalist>
  </details>`
}

/** So many of a range's cards stand beside its name. */
const examplesMax = 3

const networkNames: Readonly<Record<(typeof networks)[number], string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
}

const choicesIn = (tables: Tables, say: CompareSpeech): Choices => {
  const { language } = say
  const money = new Intl.DisplayNames(language, { type: "currency" })
  const examplesOf = (tier: string): ReadonlyArray<string> => {
    const row = tables.coachTiers.rows.find((each) => each.tier === tier)
    if (row === undefined) return []
    const examples = { en: row.examplesEn, fr: row.examplesFr }[writtenLanguage(language)]
    return (examples ?? []).slice(0, examplesMax)
  }
  const countriesOf = (code: string): string =>
    tables.countries.rows
      .flatMap((country) => (country.currency === code ? [country.code] : []))
      .join(" ")
  return {
    countries: sorted(
      tables.countries.rows.map(({ code }) => ({ value: code, label: say.country(code) })),
      language,
    ),
    states: tables.usStates.rows.map(({ name, state }) => ({ value: state, label: name })),
    intents: tables.intents.rows.flatMap(({ aliasOf, intent }) =>
      aliasOf === null ? { value: intent, label: say.intent(intent) } : [],
    ),
    currencies: tables.currencies.rows
      .map(({ code }) => ({
        value: code,
        label: `${code} – ${money.of(code) ?? code}`,
        // All that are not listed are offered the default.
        ...(code === defaultCurrency ? {} : { countries: countriesOf(code) }),
      }))
      .toSorted(
        (left, right) =>
          Number(right.value === defaultCurrency) - Number(left.value === defaultCurrency) ||
          (left.value < right.value ? -1 : 1),
      ),
    networks: networks.map((network) => ({ value: network, label: networkNames[network] })),
    tiers: profileTiers.map((tier) => ({
      value: tier,
      label: say("tier_with", {
        tier: say(`tier_${tier}`),
        examples: examplesOf(tier).join(", "),
      }),
    })),
  }
}

const sorted = (
  choices: ReadonlyArray<SelectChoice>,
  language: string,
): ReadonlyArray<SelectChoice> => {
  const { compare } = new Intl.Collator(language)
  return choices.toSorted((left, right) => compare(left.label, right.label))
}
