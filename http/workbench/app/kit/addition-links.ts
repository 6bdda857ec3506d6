import type { AdditionKind } from "../../../../rules/additions/kinds.ts"
import type { InLanguages } from "./language.ts"

/** What a form adds to a table among other tables. */
export const additionsTo = (file: string): ReadonlyArray<AdditionKind> => {
  const kind = kindOf[file]
  return kind === undefined ? [] : [kind]
}

/** The tables in which people look for a thing, or miss it. */
const kindOf: Readonly<Record<string, AdditionKind>> = {
  "coach/arguments.csv": "argument",
  "coach/argument_facts.csv": "argument",
  "messages/arguments.csv": "argument",
  "coach/cards.csv": "card",
  "coach/products.csv": "card",
  "coach/benefits.csv": "card",
  "catalogue/insurers.csv": "insurer",
  "catalogue/offers.csv": "insurer",
  "coach/formalities.csv": "destination",
  "coach/markets.csv": "market",
  "coach/medical_steps.csv": "market",
}

const en = {
  add: "Add",
  argument: "Add an argument…",
  card: "Add a card…",
  insurer: "Add an insurer…",
  destination: "Add a destination’s rule…",
  market: "Add a market…",
  short: {
    argument: "Argument",
    card: "Card",
    insurer: "Insurer",
    destination: "Destination’s rule",
    market: "Market",
  } satisfies Readonly<Record<AdditionKind, string>>,
}

/** The words of the ways to the forms. */
export const additionLinkWords: InLanguages<typeof en> = {
  en,
  fr: {
    add: "Ajouter",
    argument: "Ajouter un argument…",
    card: "Ajouter une carte…",
    insurer: "Ajouter un assureur…",
    destination: "Ajouter la règle d’une destination…",
    market: "Ajouter un marché…",
    short: {
      argument: "Argument",
      card: "Carte",
      insurer: "Assureur",
      destination: "Règle d’une destination",
      market: "Marché",
    },
  },
}
