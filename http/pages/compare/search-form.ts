import { memo } from "../../../core/memory.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import { countryField, type ListedCountries, prepareCountries } from "./country-field.ts"
import { choiceField, type FieldParts, type SelectChoice, textField } from "./form-fields.ts"
import { answerName, declined, removeName, type SearchList } from "./search.ts"
import type { CompareSpeech, SpeechValues } from "./speech.ts"
import { describedBy, fault, hiddenFields, submitButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
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
import { shownAges } from "../../../rules/comparison/typed-ages.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { defaultCurrency } from "../../../rules/trip/trip-vocabulary.ts"

/** What is wrong with a field, in a sentence. */
export const faultText = (
  say: CompareSpeech,
  { word }: SearchFault,
  values: SpeechValues = {},
): string => say(word, values)

/** The lists of the form, in one language. */
interface Choices {
  readonly countries: ListedCountries
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
  /** The search with its countries by their letters, as far as they were read. */
  readonly search: TripSearch
  /** The currency of the residence, which is offered first where one is known. */
  readonly usualCurrency: CurrencyCode
  /** The first day that a trip may begin on. */
  readonly today: string
  readonly faults: SearchFaults
  /** What texts of faults show, such as how many travellers there may be. */
  readonly faultValues: Readonly<Partial<Record<SearchField, SpeechValues>>>
  /** Lists that get a row more than is filled in. */
  readonly more?: SearchList | undefined
  /** Whether it stands in a frame of a partner's page: then it asks for little, and folds the rest. */
  readonly isFramed: boolean
}

/** The form of a search, sent by POST: no address holds a date, an age, a price or a card's digits. */
export const searchForm = (parts: SearchFormParts): PageNode => {
  const { choices, isFramed, say, search } = parts
  const carried = [
    ["lang", say.language],
    ["ref", search.ref],
    ["session", search.session],
  ] as const
  return html`<form
    class=${isFramed ? "search short" : "search"}
    method="post"
    action="/compare"
    novalidate
  >
    ${hiddenFields(carried.filter(([, value]) => value !== ""))}
    <button class="unseen" tabindex="-1" aria-hidden="true">${say("submit")}</button>
    ${isFramed ? shortFields(parts) : allFields(parts)}
    ${
      search.isCancellationDeclined
        ? html`<input type="hidden" name="cancellation" value=${declined} />`
        : null
    }
    ${choices.countries.list(search.residence)}
  </form>`
}

/** Prepares the lists of the form; those of a language are made once. */
export const prepareChoices = (tables: Tables): ((say: CompareSpeech) => Choices) => {
  const countriesIn = prepareCountries(tables)
  return memo((say) => choicesIn(tables, say, countriesIn(say)))
}

/** Every field, group by group. */
const allFields = (parts: SearchFormParts): PageNode => {
  const { say } = parts
  return html`<fieldset>
      <legend>${say("trip")}</legend>
      <div class="grid">
        ${residenceFields(parts)} ${destinationRows(parts)} ${dayField(parts, "start")}
        ${dayField(parts, "end")} ${intentField(parts)}
      </div>
    </fieldset>
    <fieldset aria-describedby="ages-help">
      <legend>${say("travellers")}</legend>
      <p class="help" id="ages-help">${say("age_help")} ${say("age_group")}</p>
      ${ageRows(parts)}
    </fieldset>
    <fieldset>
      <legend>${say("options")}</legend>
      <div class="grid">${priceField(parts)} ${currencyField(parts)}</div>
      ${ticks(parts)} ${cancellationQuestion(parts)}
    </fieldset>
    ${card(parts)}
    <div class="actions">${submitButton({ label: say("submit") })}</div>`
}

/** What nobody but the traveller knows; the rest is told in a line that unfolds to be changed. */
const shortFields = (parts: SearchFormParts): PageNode => {
  const { choices, faults, say, search } = parts
  const lives = choices.countries.nameOf(search.residence)
  const isTold = lives !== search.residence && faults.residence === undefined
  const isOpen = foldedFields.some((name) => faults[name] !== undefined)
  return html`<div class="lines">
      ${isTold ? null : residenceFields(parts)} ${destinationRows(parts)}
      ${dayField(parts, "start")} ${dayField(parts, "end")} ${ageRows(parts)} ${priceField(parts)}
      ${submitButton({ label: say("submit") })}
    </div>
    ${cancellationQuestion(parts)}
    <details class="rest" open=${isOpen}>
      <summary>
        ${[...(isTold ? [say("lives_in", { country: lives })] : []), say.intent(intentOf(search))].join(" · ")}${" "}<span
          class="link"
          >${say("change")}</span
        >
      </summary>
      <div class="grid">
        ${isTold ? residenceFields(parts) : null} ${intentField(parts)} ${currencyField(parts)}
      </div>
      ${ticks(parts)} ${card(parts)}
    </details>`
}

/** The fields that stand in the fold of the short form. */
const foldedFields = [
  "state",
  "intent",
  "currency",
  "card",
] as const satisfies ReadonlyArray<SearchField>

const residenceFields = (parts: SearchFormParts): PageNode => {
  const { choices, say, search } = parts
  return html`${countryField({
      id: "residence",
      name: "residence",
      label: say("residence"),
      code: search.residence,
      countries: choices.countries,
      autocomplete: "country-name",
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
    </div>`
}

const destinationRows = (parts: SearchFormParts): PageNode => {
  const { choices, more, say, search } = parts
  return html`<div
    class="rows"
    data-rows="destinations"
    role="group"
    aria-label=${say("destinations")}
  >
    ${rowsOf(search.destinations, more === "destinations").map((code, index) =>
      countryField({
        id: `destination-${index + 1}`,
        name: "destinations",
        label: say("destination", { number: index + 1 }),
        code,
        countries: choices.countries,
        autocomplete: "off",
        remove: removeButton(say, "destinations", index),
        ...wrongIn(parts, "destinations", index),
      }),
    )}
    ${moreButton(say, "destinations")}
  </div>`
}

const dayField = (parts: SearchFormParts, name: "end" | "start"): PageNode => {
  const { say, search, today } = parts
  return textField({
    id: name,
    name,
    label: say(name),
    value: search[name],
    // A field for days would drop what is none.
    type: search[name] === "" || isCalendarDay(search[name]) ? "date" : "text",
    min: today,
    ...wrongIn(parts, name),
  })
}

const intentOf = ({ intent }: TripSearch): string => (intent === "" ? "forTourism" : intent)

const intentField = (parts: SearchFormParts): PageNode =>
  choiceField({
    id: "intent",
    name: "intent",
    label: parts.say("intent"),
    value: intentOf(parts.search),
    choices: parts.choices.intents,
    ...wrongIn(parts, "intent"),
  })

/** What is wrong with a field; of a list, what is wrong with one of its rows. */
const wrongIn = (
  { faults, faultValues, say }: SearchFormParts,
  name: SearchField,
  row = 0,
): Pick<FieldParts, "answers" | "wrong"> => {
  const found = faults[name]
  if (found === undefined || (found.at ?? 0) !== row) return {}
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
    case "Country":
      return say.country(says.code)
    case "Amount":
      return say.ceiling(says.amount, says.currency)
    case "Card":
      return says.name
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

const moreButton = (say: CompareSpeech, list: SearchList): PageNode =>
  html`<p class="more">
    <button class="button quiet small" name="more" value=${list} formnovalidate data-more=${list}>
      ${symbol("plus", 14)}<span
        >${say(list === "ages" ? "add_traveller" : "add_destination")}</span
      >
    </button>
  </p>`

/** Takes a row out of its list, by a script or by sending the form; a row that is alone stays. */
const removeButton = (say: CompareSpeech, list: SearchList, index: number): PageNode =>
  html`<button
    class="button quiet remove"
    name=${removeName}
    value=${`${list} ${index}`}
    formnovalidate
    data-remove
    aria-label=${say(list === "ages" ? "remove_traveller" : "remove_destination", { number: index + 1 })}
  >
    ${symbol("cross", 14)}
  </button>`

const ageRows = (parts: SearchFormParts): PageNode => {
  const { isFramed, more, say, search } = parts
  const ages = search.ages.filter((age) => age !== "")
  const told = shownAges(ages)
  const isMany = told !== ages
  // An address tells how many travel, without their ages.
  const rows = ages.length === 0 ? search.ages : told
  return html`<div
    class=${isFramed ? "rows" : "grid rows"}
    data-rows="ages"
    role=${isFramed ? "group" : undefined}
    aria-label=${isFramed ? say("travellers") : undefined}
  >
    ${rowsOf(rows, more === "ages").map((age, index) =>
      textField({
        id: `age-${index + 1}`,
        name: "ages",
        label: say("age", { number: index + 1 }),
        value: age,
        // Keys of a telephone have a star, for groups.
        inputMode: "tel",
        remove: removeButton(say, "ages", index),
        ...(isMany && index === 0
          ? { help: say("party", { count: ages.length, ages: say.list(rows) }) }
          : {}),
        ...wrongIn(parts, "ages", index),
      }),
    )}
    ${moreButton(say, "ages")}
  </div>`
}

const priceField = (parts: SearchFormParts): PageNode => {
  const { isFramed, say, search } = parts
  return textField({
    id: "price",
    name: "price",
    label: say("price"),
    value: search.price,
    inputMode: "decimal",
    ...(isFramed ? {} : { help: say("price_help") }),
    ...wrongIn(parts, "price"),
  })
}

const currencyField = (parts: SearchFormParts): PageNode => {
  const { choices, say, search, usualCurrency } = parts
  const isKnown = search.currency !== "" || search.residence !== ""
  return choiceField({
    id: "currency",
    name: "currency",
    label: say("currency"),
    value: search.currency === "" && isKnown ? usualCurrency : search.currency,
    choices: choices.currencies,
    ...(isKnown ? {} : { none: say("currency_usual") }),
    help: say("currency_help"),
    ...wrongIn(parts, "currency"),
  })
}

const ticks = (parts: SearchFormParts): PageNode =>
  html`<div class="ticks">${searchOptions.map((option) => tick(parts, option))}</div>`

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

/** What a network of cards is called; what is none keeps its own name. */
export const networkName = (network: string): string => networkNames[network] ?? network

const networkNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
}

const choicesIn = (tables: Tables, say: CompareSpeech, countries: ListedCountries): Choices => {
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
    countries,
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
    networks: networks.map((network) => ({ value: network, label: networkName(network) })),
    tiers: profileTiers.map((tier) => ({
      value: tier,
      label: say("tier_with", {
        tier: say(`tier_${tier}`),
        examples: examplesOf(tier).join(", "),
      }),
    })),
  }
}
