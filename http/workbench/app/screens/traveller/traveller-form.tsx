import type { ComponentChildren, JSX, TargetedInputEvent } from "preact"
import { Combobox, type ComboboxOption } from "../../kit/combobox.tsx"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import {
  binOptions,
  cardOfValue,
  cardOptions,
  cardValue,
  currencyOptions,
  namedOptions,
} from "./card-options.ts"
import { answers } from "./traveller-answers.ts"
import {
  catalogue,
  changeForm,
  endAfter,
  lengthOf,
  travellerForm,
  type TravellerForm as Form,
} from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"
import type { CatalogueShown } from "../../../../../rules/changes/traveller/situation.ts"
import type { TravellerChoices } from "../../../../../rules/changes/traveller/traveller-view.ts"

type TextName = "ages" | "end" | "price" | "start"

const TextField = ({
  help,
  label,
  name,
  placeholder,
  type = "text",
}: {
  readonly name: TextName
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly type?: "date" | "text"
}): JSX.Element => {
  const shared = {
    id: `traveller-${name}`,
    value: travellerForm.value[name],
    autocomplete: "off",
    "aria-describedby": describedBy(name, help !== undefined),
    "aria-invalid": faultOf(name) !== null,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) =>
      changeForm({ [name]: currentTarget.value }),
  }
  return (
    <FormField field={name} label={label} {...(help === undefined ? {} : { help })}>
      {type === "date" ? (
        <input type="date" {...shared} />
      ) : (
        <input type="text" placeholder={placeholder} {...shared} />
      )}
    </FormField>
  )
}

type ChoiceName = "card" | "currency" | "intent" | "residence" | "state"

const ChoiceField = ({
  help,
  label,
  name,
  onChoose,
  options,
  optionsFor,
  value,
}: {
  readonly name: ChoiceName
  readonly label: string
  readonly help?: string
  readonly value: string
  readonly options: ReadonlyArray<ComboboxOption>
  readonly optionsFor?: (written: string) => ReadonlyArray<ComboboxOption>
  readonly onChoose: (value: string) => void
}): JSX.Element => (
  <FormField field={name} label={label} {...(help === undefined ? {} : { help })}>
    <Combobox
      id={`traveller-${name}`}
      options={options}
      value={value}
      onChoose={onChoose}
      placeholder={label}
      describedBy={describedBy(name, help !== undefined)}
      isWrong={faultOf(name) !== null}
      none={inWords(travellerWords).none}
      {...(optionsFor === undefined ? {} : { optionsFor })}
    />
  </FormField>
)

const Destinations = ({
  countries,
}: {
  readonly countries: ReadonlyArray<ComboboxOption>
}): JSX.Element => {
  const words = inWords(travellerWords)
  const { destinations } = travellerForm.value
  const nameOf = (code: string): string =>
    countries.find(({ value }) => value === code)?.label ?? code
  return (
    <FormField field="destinations" label={words.destinations}>
      {destinations.length === 0 ? null : (
        <ul class="chips">
          {destinations.map((code) => (
            <li>
              <button
                type="button"
                class="chip"
                aria-label={words.remove(nameOf(code))}
                onClick={() =>
                  changeForm({ destinations: destinations.filter((each) => each !== code) })
                }
              >
                {nameOf(code)} <Symbol name="cross" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        id="traveller-destinations"
        options={countries.filter(({ value }) => !destinations.includes(value))}
        value=""
        placeholder={words.addDestination}
        onChoose={(code) => changeForm({ destinations: [...destinations, code] })}
        describedBy={describedBy("destinations")}
        isWrong={faultOf("destinations") !== null}
        none={words.none}
      />
    </FormField>
  )
}

const Days = (): JSX.Element => {
  const words = inWords(travellerWords)
  const form = travellerForm.value
  return (
    <div class="pair dates">
      <TextField name="start" label={words.start} type="date" />
      <TextField name="end" label={words.end} type="date" />
      <div class="field days">
        <label for="traveller-days">{words.days}</label>
        <input
          id="traveller-days"
          type="number"
          min="1"
          value={lengthOf(form) ?? ""}
          onInput={({ currentTarget }) => {
            const days = Number(currentTarget.value)
            if (Number.isInteger(days) && days > 0) changeForm({ end: endAfter(form.start, days) })
          }}
        />
      </div>
    </div>
  )
}

type FlagName = {
  readonly [Name in keyof Form]: Form[Name] extends boolean ? Name : never
}[keyof Form]

const flags: ReadonlyArray<FlagName> = [
  "annual",
  "cancellation",
  "extremeSports",
  "friends",
  "longTrip",
  "riskyActivity",
]

const More = (): JSX.Element => {
  const words = inWords(travellerWords)
  const form = travellerForm.value
  const isAnySet = flags.some((flag) => form[flag])
  return (
    <details class="more" open={isAnySet}>
      <summary>{words.more}</summary>
      <ul>
        {flags.map((flag) => (
          <li>
            <label>
              <input
                type="checkbox"
                checked={form[flag]}
                onChange={({ currentTarget }) => changeForm({ [flag]: currentTarget.checked })}
              />
              {words[flag]}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

const catalogues: ReadonlyArray<CatalogueShown> = ["live", "sandbox"]

const CatalogueSwitch = (): JSX.Element => {
  const words = inWords(travellerWords)
  return (
    <div class="field">
      <span class="label" id="traveller-catalogue">
        {words.catalogue}
      </span>
      <div class="segments" role="group" aria-labelledby="traveller-catalogue">
        {catalogues.map((each) => (
          <button
            type="button"
            aria-pressed={catalogue.value === each}
            onClick={() => (catalogue.value = each)}
          >
            {words[each]}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The fields of a traveller; the answers follow them. */
export const TravellerForm = ({ choices }: { readonly choices: TravellerChoices }): JSX.Element => {
  const words = inWords(travellerWords)
  const form = travellerForm.value
  const countries = namedOptions(choices.countries)
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        name="residence"
        label={words.residence}
        options={countries}
        value={form.residence}
        onChoose={(residence) => changeForm({ residence, state: "" })}
      />
      {form.residence === "US" ? (
        <ChoiceField
          name="state"
          label={words.state}
          options={namedOptions(choices.states)}
          value={form.state}
          onChoose={(state) => changeForm({ state })}
        />
      ) : null}
      <Destinations countries={countries} />
      <Days />
      <TextField name="ages" label={words.ages} help={words.agesHelp} />
      <ChoiceField
        name="intent"
        label={words.intent}
        options={namedOptions(choices.intents)}
        value={form.intent}
        onChoose={(intent) => changeForm({ intent })}
      />
      <ChoiceField
        name="card"
        label={words.card}
        help={words.cardHelp}
        options={cardOptions(choices, form.residence, form.card)}
        optionsFor={binOptions}
        value={cardValue(form.card)}
        onChoose={(value) => changeForm({ card: cardOfValue(value) })}
      />
      <div class="pair">
        <ChoiceField
          name="currency"
          label={words.currency}
          options={currencyOptions(choices)}
          value={form.currency === "" ? "EUR" : form.currency}
          onChoose={(currency) => changeForm({ currency })}
        />
        <TextField name="price" label={words.price} placeholder={words.priceNone} />
      </div>
      <More />
      <CatalogueSwitch />
    </form>
  )
}

/** What is wrong with a field, in the language of the page; null where nothing is. */
const faultOf = (field: string): { readonly text: string; readonly code: string } | null => {
  const found = answers.value?.faults.find((fault) => fault.field === field)
  if (found === undefined) return null
  const { faults, faultsOf } = inWords(travellerWords)
  return { text: faults[found.code] ?? faultsOf[field] ?? found.rule, code: found.code }
}

/** A field of the form with its label, and what is wrong with it. */
const FormField = ({
  children,
  field,
  help,
  label,
}: {
  readonly field: string
  readonly label: string
  readonly help?: string
  readonly children: ComponentChildren
}): JSX.Element => {
  const fault = faultOf(field)
  return (
    <div class={fault === null ? "field" : "field wrong"}>
      <label for={`traveller-${field}`}>{label}</label>
      {children}
      {help === undefined ? null : (
        <p class="help" id={`traveller-${field}-help`}>
          {help}
        </p>
      )}
      {fault === null ? null : (
        <p class="fault" id={`traveller-${field}-fault`}>
          <Symbol name="error" size={14} />
          <span>
            {fault.text} <span class="code">{fault.code}</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** What describes a field to who hears the page. */
const describedBy = (field: string, hasHelp = false): string | undefined => {
  const ids = [
    ...(hasHelp ? [`traveller-${field}-help`] : []),
    ...(faultOf(field) === null ? [] : [`traveller-${field}-fault`]),
  ]
  return ids.length === 0 ? undefined : ids.join(" ")
}
