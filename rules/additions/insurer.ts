import { tellingColumns } from "../../core/check/meaning/table-cells.ts"
import * as Result from "effect/Result"
import { amountColumns, scaledDecimal } from "../../core/editing/scaled-cells.ts"
import { divide, fromInteger, add, parseDecimal, type Rational } from "../../core/money/rational.ts"
import {
  type Answers,
  asked,
  type Draft,
  type DraftTables,
  type Recipe,
  type RecipeChange,
  copyOfModel,
  named,
} from "./recipe.ts"

const file = "catalogue/insurers.csv"
const offers = "catalogue/offers.csv"
const tariffs = "catalogue/tariffs.csv"

/** An insurer with a first offer: priced, covered and sold like another one’s, under its own names. */
export const insurerRecipe: Recipe = {
  kind: "insurer",
  file,
  name: { en: "an insurer with an offer", fr: "un assureur avec une offre" },
  model: {
    label: { en: "Offer of another insurer", fr: "Offre d’un autre assureur" },
    names: ({ wordsIn }) => wordsIn(offers, "offer_id"),
    answers: (name, { rowsOf }) => {
      const offer = rowsOf(offers).find(({ cell }) => cell("offer_id") === name)
      const insurer = rowsOf(file).find(({ cell }) => cell("insurer") === offer?.cell("insurer"))
      return (
        offer && {
          adapter: insurer?.cell("adapter") ?? "",
          language: insurer?.cell("language") ?? "",
          offer_name: offer.cell("name"),
          plan: offer.cell("plan"),
          icon_file: offer.cell("icon_file"),
        }
      )
    },
  },
  parts: (_, { wordsIn }) => [
    {
      title: { en: "Who it is", fr: "Qui c’est" },
      facts: [
        asked(file, "insurer", "Code, for the tables", "Code, pour les tables"),
        asked(file, "name", "Name", "Nom"),
        asked(file, "language", "Language of its documents", "Langue de ses documents"),
        asked(file, "logo_file", "Pictogram of the insurer", "Pictogramme de l’assureur", {
          words: pictures(wordsIn),
          help: {
            en: "An SVG file in data/icons",
            fr: "Un fichier SVG dans data/icons",
          },
        }),
        asked(file, "adapter", "How it is priced", "Comment on obtient ses prix"),
        asked(file, "source", "Source", "Source"),
      ],
    },
    {
      title: { en: "What it sells", fr: "Ce qu’il vend" },
      facts: [
        asked(offers, "offer_id", "Number of the offer", "Numéro de l’offre"),
        asked(offers, "name", "Name of the offer", "Nom de l’offre", { name: "offer_name" }),
        asked(offers, "plan", "Plan", "Formule"),
        asked(offers, "code", "The insurer’s own code", "Code de l’assureur"),
        asked(offers, "icon_file", "Pictogram of the offer", "Pictogramme de l’offre", {
          words: pictures(wordsIn),
        }),
      ],
    },
    {
      title: { en: "What it costs", fr: "Ce qu’elle coûte" },
      facts: [
        {
          name: "change_percent",
          label: {
            en: "Dearer than the model, in per cent",
            fr: "Plus chère que le modèle, en pour cent",
          },
          takes: null,
          help: {
            en: "5 or -2.5; empty: as the model",
            fr: "5 ou -2,5\u202f; vide\u00a0: comme le modèle",
          },
        },
      ],
    },
  ],
  follows: (_, tables) => ({ offer_id: nextBlock(tables), change_percent: "" }),
  copying: (draft, tables) => copyOf(draft, tables),
  rows: () => [
    {
      file,
      cells: named(["insurer", "name", "logo_file", "adapter", "language", "source"]),
    },
  ],
  changes: (draft, tables) =>
    copyOf(draft, tables) === undefined
      ? []
      : [
          {
            file: offers,
            where: { offer_id: "{offer_id}" },
            cells: {
              insurer: "{insurer}",
              name: "{offer_name}",
              plan: "{plan}",
              code: "{code}",
              icon_file: "{icon_file}",
              source: "{source}",
              ...changedMinimum(draft, tables),
            },
          },
          ...changedRates(draft, tables),
        ],
  wrong: (draft, tables) => [
    ...(draft.like === ""
      ? [
          {
            fact: "offer_id",
            title: { en: "It sells nothing yet", fr: "Il ne vend encore rien" },
            detail: {
              en: "Begin from an offer: its guarantees, rates and buyers become those of the new one, to be changed.",
              fr: "Partez d’une offre\u00a0: ses garanties, tarifs et acheteurs deviennent ceux de la nouvelle, à modifier.",
            },
          },
        ]
      : []),
    ...(tables.wordsIn(offers, "offer_id").includes(draft.answers["offer_id"] ?? "")
      ? [
          {
            fact: "offer_id",
            title: { en: "Another offer has this number", fr: "Une autre offre a ce numéro" },
            detail: { en: "A number is given once.", fr: "Un numéro ne se donne qu’une fois." },
          },
        ]
      : []),
    ...((draft.answers["change_percent"] ?? "") !== "" && factorOf(draft.answers) === undefined
      ? [
          {
            fact: "change_percent",
            title: { en: "This is no percentage", fr: "Ce n’est pas un pourcentage" },
            detail: {
              en: "A number above -100, such as 5 or -2.5.",
              fr: "Un nombre au-dessus de -100, comme 5 ou -2,5.",
            },
          },
        ]
      : []),
  ],
}

const pictures = (wordsIn: DraftTables["wordsIn"]): ReadonlyArray<string> => [
  ...new Set([...wordsIn(offers, "icon_file"), ...wordsIn(file, "logo_file")]),
]

/** So many numbers each insurer has for its offers. */
const blockLength = 20

/** The first number of the next block of twenty that no offer is in. */
const nextBlock = ({ rowsOf }: DraftTables): string => {
  const ids = rowsOf(offers).map(({ cell }) => Number(cell("offer_id")) || 0)
  const [first, last] = [Math.min(...ids), Math.max(...ids)]
  return ids.length === 0
    ? ""
    : String(first + blockLength * (Math.floor((last - first) / blockLength) + 1))
}

const copyOf = (draft: Draft, tables: DraftTables) =>
  copyOfModel(draft, draft.answers["offer_id"] ?? "", tables)

const hundred = fromInteger(100n)

/** By what rates are multiplied; undefined for what is no percentage. */
const factorOf = (answers: Answers): Rational | undefined => {
  const written = (answers["change_percent"] ?? "")
    .trim()
    .replace(",", ".")
    .replace(/^\+|\s*%$/g, "")
  const percent = Result.getOrUndefined(parseDecimal(written))
  const factor = percent && Result.getOrUndefined(divide(add(hundred, percent), hundred))
  return factor !== undefined && factor.numerator > 0n ? factor : undefined
}

const scaled = (cell: string, by: Rational): string =>
  scaledDecimal(cell, { by, round: "0.01" }) ?? cell

/** The least premium of the new offer, where it is to be another than that of the model. */
const changedMinimum = (
  { answers, like }: Draft,
  { rowsOf }: DraftTables,
): RecipeChange["cells"] => {
  const by = factorOf(answers)
  const model = rowsOf(offers).find(({ cell }) => cell("offer_id") === like)
  return by === undefined || model === undefined
    ? {}
    : { minimum_premium: scaled(model.cell("minimum_premium"), by) }
}

/** The rates of the new tariff, where they are to be others than those of the model. */
const changedRates = (draft: Draft, tables: DraftTables): ReadonlyArray<RecipeChange> => {
  const by = factorOf(draft.answers)
  const words = copyOf(draft, tables)?.words ?? []
  const tariff = words.find(({ column }) => column === "tariff")
  const definition = tables.tableOf(tariffs)?.definition
  if (by === undefined || tariff === undefined || definition === undefined) return []
  const conditions = tellingColumns(definition).filter((column) => column !== tariff.column)
  const amounts = amountColumns(definition)
  return tables
    .rowsOf(tariffs)
    .filter(({ cell }) => cell("tariff") === tariff.from)
    .map(({ cell }) => ({
      file: tariffs,
      where: {
        tariff: tariff.to,
        ...Object.fromEntries(conditions.map((column) => [column, cell(column)])),
      },
      cells: Object.fromEntries(amounts.map((column) => [column, scaled(cell(column), by)])),
    }))
}
