import type { CountryCode } from "../../../../../core/vocabulary/codes.ts"
import type { TravellerChoices } from "../../../../../rules/changes/traveller/traveller-view.ts"
import type { ComboboxOption } from "../../kit/combobox.tsx"
import { inWords, language } from "../../kit/language.ts"
import type { TravellerForm } from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"

type Card = TravellerForm["card"]

/** A card as the value of an option: what is sent, in one spelling. */
export const cardValue = (card: Card): string =>
  card === null ? "" : JSON.stringify(Object.entries(card).toSorted())

/** The card of a value that an option has. */
export const cardOfValue = (value: string): Card =>
  value === ""
    ? null
    : Object.fromEntries(JSON.parse(value) as ReadonlyArray<[string, string | number | boolean]>)

const genericOptions = ({ networks, tiers }: TravellerChoices): ReadonlyArray<ComboboxOption> => {
  const words = inWords(travellerWords)
  return networks.flatMap((network) =>
    tiers.map((tier) => ({
      value: cardValue({ network: network.code, tier: tier.code }),
      label: words.anyCard(inWords(network.name), inWords(tier.name)),
      hint: words.anyCardHint,
    })),
  )
}

/** The cards of the catalogue, bank by bank, those of the residence first. */
const catalogueOptions = (
  { banks }: TravellerChoices,
  residence: CountryCode,
): ReadonlyArray<ComboboxOption> => {
  const own = (country: CountryCode): number => Number(country !== residence)
  return banks
    .toSorted((left, right) => own(left.country) - own(right.country))
    .flatMap(({ cards, country, name, slug }) =>
      cards.map((card) => ({
        value: cardValue({ catalogueId: card.id }),
        label: card.name,
        hint: `${name}, ${country}`,
        ...(card.hasPicture
          ? { picture: `cards/${card.id}.svg` }
          : slug === null
            ? {}
            : { picture: `banks/${slug}.svg` }),
      })),
    )
}

/** Any card of a bank, by its network and range, where it is what the form holds. */
const bankOption = (card: Card, { banks }: TravellerChoices): ReadonlyArray<ComboboxOption> => {
  if (card === null || typeof card["bank"] !== "string") return []
  const { bank } = card
  const slug = banks.find(({ name }) => name === bank)?.slug ?? null
  const parts = [card["network"], card["tier"]].filter((part) => part !== undefined)
  return [
    {
      value: cardValue(card),
      label: [bank, ...parts].join(", "),
      ...(slug === null ? {} : { picture: `banks/${slug}.svg` }),
    },
  ]
}

/** Everything that a card can be named by: none, a network and range, a card of a bank. */
export const cardOptions = (
  choices: TravellerChoices,
  residence: CountryCode,
  card: Card,
): ReadonlyArray<ComboboxOption> => {
  const words = inWords(travellerWords)
  const options = [
    { value: cardValue({ none: true }), label: words.noCard },
    { value: "", label: words.unsaidCard },
    ...genericOptions(choices),
    ...catalogueOptions(choices, residence),
    ...bankOption(card, choices),
    ...binOptions(String(card?.["bin"] ?? "")),
  ]
  const value = cardValue(card)
  // A card that no list has stands there as it is, so that it is not lost.
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: Object.values(card ?? {}).join(", ") }]
}

const digitsMin = 6

/** A card by its first digits, once enough of them are written. */
export const binOptions = (written: string): ReadonlyArray<ComboboxOption> => {
  const bin = written.replaceAll(/\s/g, "")
  if (!/^\d+$/.test(bin) || bin.length < digitsMin) return []
  return [{ value: cardValue({ bin }), label: inWords(travellerWords).digits(bin) }]
}

/** Currencies by code and name. */
export const currencyOptions = ({
  currencies,
}: TravellerChoices): ReadonlyArray<ComboboxOption> => {
  const names = new Intl.DisplayNames(language.value, { type: "currency" })
  return currencies.map((code) => ({ value: code, label: code, hint: names.of(code) ?? code }))
}

/** Things with names in both languages, sorted by that of the page. */
export const namedOptions = (
  named: TravellerChoices["countries"],
): ReadonlyArray<ComboboxOption> => {
  const { compare } = new Intl.Collator(language.value)
  return named
    .map(({ code, name }) => ({ value: code, label: inWords(name) }))
    .toSorted((left, right) => compare(left.label, right.label))
}
