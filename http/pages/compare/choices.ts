import { memo } from "../../../core/memory.ts"
import { networks, profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import { defaultCurrency } from "../../../rules/trip/defaults.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { CompareSpeech } from "./speech.ts"

/** What a list offers to choose from: the value that is sent, and what it is called. */
export interface SelectChoice {
  readonly value: string
  readonly label: string
}

/** The lists of the form, in one language. */
export interface Choices {
  readonly countries: ReadonlyArray<SelectChoice>
  readonly states: ReadonlyArray<SelectChoice>
  readonly intents: ReadonlyArray<SelectChoice>
  readonly currencies: ReadonlyArray<SelectChoice>
  readonly networks: ReadonlyArray<SelectChoice>
  readonly tiers: ReadonlyArray<SelectChoice>
}

const networkNames: Readonly<Record<(typeof networks)[number], string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
}

/** So many of a range's cards stand beside its name. */
const examplesMax = 3

const sorted = (
  choices: ReadonlyArray<SelectChoice>,
  language: string,
): ReadonlyArray<SelectChoice> => {
  const { compare } = new Intl.Collator(language)
  return choices.toSorted((left, right) => compare(left.label, right.label))
}

const choicesIn = (tables: Tables, say: CompareSpeech): Choices => {
  const { language } = say
  const money = new Intl.DisplayNames(language, { type: "currency" })
  const examplesOf = (tier: string): ReadonlyArray<string> => {
    const row = tables.coachTiers.rows.find((each) => each.tier === tier)
    const examples = language === "fr" ? row?.examplesFr : row?.examplesEn
    return (examples ?? []).slice(0, examplesMax)
  }
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
      .map(({ code }) => ({ value: code, label: `${code} – ${money.of(code) ?? code}` }))
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

/** Prepares the lists of the form; those of a language are made once. */
export const prepareChoices = (tables: Tables): ((say: CompareSpeech) => Choices) =>
  memo((say) => choicesIn(tables, say))

/** The banks that the Coach knows in a country, each once. */
export const prepareBanks = (tables: Tables): ((country: string) => ReadonlyArray<string>) =>
  memo((country: string) => [
    ...new Set(
      tables.coachCards.rows.flatMap((card) => (card.country === country ? card.bank : [])),
    ),
  ])
