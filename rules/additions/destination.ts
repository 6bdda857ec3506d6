import { asked, type DraftTables, type Recipe, named } from "./recipe.ts"

const file = "coach/formalities.csv"

const columns = ["requirement", "amount", "currency", "applies_to", "certainty", "note"] as const

/** A rule of a destination: what it asks of visitors in travel insurance. */
export const destinationRecipe: Recipe = {
  kind: "destination",
  file,
  name: { en: "a destination’s rule", fr: "la règle d’une destination" },
  model: {
    label: { en: "Destination with a rule", fr: "Destination qui a une règle" },
    names: ({ wordsIn }) => wordsIn(file, "destination"),
    answers: (name, { rowsOf }) => {
      const row = rowsOf(file).findLast(({ cell }) => cell("destination") === name)
      return row && Object.fromEntries(columns.map((column) => [column, row.cell(column)]))
    },
  },
  parts: () => [
    {
      title: { en: "Who asks for what", fr: "Qui demande quoi" },
      facts: [
        asked(file, "destination", "Destination", "Destination"),
        asked(file, "requirement", "Kind of rule", "Nature de la règle"),
        asked(file, "applies_to", "Which visitors it binds", "Quels visiteurs elle oblige"),
        asked(file, "amount", "Least cover asked", "Couverture minimale demandée"),
        asked(file, "currency", "In which currency", "Dans quelle monnaie"),
        asked(file, "note", "What else is asked", "Ce qui est demandé de plus"),
      ],
    },
    {
      title: { en: "What it rests on", fr: "Sur quoi elle repose" },
      facts: [
        asked(file, "certainty", "How sure the fact is", "Certitude du fait", {
          help: {
            en: "What is low is not told to travellers",
            fr: "Ce qui est «\u00a0low\u00a0» n’est pas dit aux voyageurs",
          },
        }),
        asked(file, "source", "Source", "Source"),
      ],
    },
  ],
  follows: (answers, tables) => ({ position: nextPosition(answers["destination"] ?? "", tables) }),
  rows: () => [
    {
      file,
      cells: named(["destination", "position", ...columns, "source"]),
    },
  ],
  wrong: ({ answers }) => {
    const [amount, currency] = [answers["amount"] ?? "", answers["currency"] ?? ""]
    return (amount === "") === (currency === "")
      ? []
      : [
          {
            fact: amount === "" ? "amount" : "currency",
            title: {
              en: "An amount and its currency go together",
              fr: "Un montant va avec sa monnaie",
            },
            detail: { en: "Give both, or neither.", fr: "Donnez les deux, ou aucun." },
          },
        ]
  },
}

/** The next number among the rules of a destination. */
const nextPosition = (destination: string, { rowsOf }: DraftTables): string =>
  String(1 + rowsOf(file).filter(({ cell }) => cell("destination") === destination).length)
