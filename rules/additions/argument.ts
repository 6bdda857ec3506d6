import { coachArguments } from "../coach/tables/arguments.ts"
import { argumentVars } from "../coach/coach-vocabulary.ts"
import {
  type Answers,
  asked,
  type AskedPart,
  type DraftTables,
  type Recipe,
  named,
} from "./recipe.ts"

const file = coachArguments.file
const factsFile = "coach/argument_facts.csv"
const textsFile = "messages/arguments.csv"

const conditions = Object.keys(coachArguments.inputs)
/** The parts of what an argument says, each a text in every language. */
export const argumentParts = ["hook", "fact", "pitch"] as const

/** An argument: the row that makes it, its texts, and what is told where facts alone are shown. */
export const argumentRecipe: Recipe = {
  kind: "argument",
  file,
  name: { en: "an argument", fr: "un argument" },
  model: {
    label: { en: "Argument", fr: "Argument" },
    names: ({ wordsIn }) => wordsIn(file, "id"),
    answers: (name, { rowsOf }) => {
      const row = rowsOf(file).find(({ cell }) => cell("id") === name)
      if (row === undefined) return undefined
      const facts = rowsOf(factsFile).find(({ cell }) => cell("id") === name)
      return {
        ...Object.fromEntries([...conditions, ...taken].map((name) => [name, row.cell(name)])),
        facts_pitch: facts?.cell("pitch") ?? "",
      }
    },
  },
  parts: (draft, tables) => [
    {
      title: { en: "What it is", fr: "Ce que c’est" },
      facts: [
        asked(file, "id", "Name, for the tables", "Nom, pour les tables", {
          help: {
            en: "Small letters, as friends_abroad",
            fr: "En minuscules, comme friends_abroad",
          },
        }),
        asked(file, "category", "Category", "Catégorie"),
        asked(file, "strength", "Strength", "Force"),
        asked(file, "rank", "Rank within these", "Rang parmi celles-ci"),
        asked(file, "figure", "Figure that it shows", "Chiffre qu’il montre"),
        asked(
          file,
          "joins",
          "Only adds to another row of it",
          "S’ajoute seulement à une autre ligne",
        ),
        asked(file, "gathers", "Adds to a list of", "Ajoute à une liste de"),
        asked(file, "condition", "What the headline calls it", "Ce que le titre en dit"),
      ],
    },
    {
      title: { en: "When it is said", fr: "Quand on le dit" },
      oneMore: { en: "One more condition", fr: "Une condition de plus" },
      facts: conditions.map((name) => {
        const { en, fr } = conditionWords[name] ?? { en: name, fr: name }
        return asked(file, name, en, fr)
      }),
    },
    textsPart,
    americanPart,
    {
      title: { en: "Where facts alone are told", fr: "Là où seuls les faits se disent" },
      facts: [
        asked(factsFile, "hook", "Opening without advice", "Accroche sans conseil", {
          name: "facts_hook",
          words: ["hook", "fact"].flatMap((part) => keysFor(draft.answers, part, tables)),
          help: keyHelp,
        }),
        asked(factsFile, "fact", "Fact without advice", "Fait sans conseil", {
          name: "facts_fact",
          words: ["fact", "hook"].flatMap((part) => keysFor(draft.answers, part, tables)),
          help: keyHelp,
        }),
        asked(factsFile, "pitch", "In place of the offer", "À la place de l’offre", {
          name: "facts_pitch",
          words: keysOf(tables, "pitch"),
        }),
      ],
    },
    {
      title: { en: "What it rests on", fr: "Sur quoi il repose" },
      facts: [
        asked(file, "vars", "Values that its texts need", "Valeurs dont ses textes ont besoin"),
        asked(file, "optional_vars", "Values shown where known", "Valeurs montrées si connues"),
        asked(file, "source", "Source", "Source", {
          help: {
            en: "A page or a document; “judgement (unsourced)” says that there is none",
            fr: "Une page ou un document\u202f; «\u00a0judgement (unsourced)\u00a0» dit qu’il n’y en a pas",
          },
        }),
      ],
    },
  ],
  follows: (answers, { wordsIn }) => ({
    joins: "false",
    facts_pitch: wordsIn(textsFile, "key").find((key) => key === "coach.facts.notice.pitch") ?? "",
    vars: valuesShown(answers).join("|"),
  }),
  rows: () => [
    {
      file,
      cells: {
        ...named([...conditions, ...own, "vars", "optional_vars", "source"]),
        ...Object.fromEntries(argumentParts.map((part) => [part, `coach.argument.{id}.${part}`])),
      },
    },
    {
      file: factsFile,
      cells: {
        id: "{id}",
        ...Object.fromEntries(argumentParts.map((part) => [part, `{facts_${part}}`])),
      },
    },
    ...argumentParts.map((part) => ({
      file: textsFile,
      cells: {
        key: `coach.argument.{id}.${part}`,
        fr: `{${part}_fr}`,
        en: `{${part}_en}`,
        us: `{${part}_us}`,
      },
    })),
  ],
  wrong: ({ answers }) =>
    (answers["scope"] ?? "") === ""
      ? [
          {
            fact: "scope",
            title: {
              en: "Nothing says what it is asked about",
              fr: "Rien ne dit à propos de quoi on le demande",
            },
            detail: {
              en: "It would be told of every gap, every term and every trip. Choose one.",
              fr: "Il se dirait de chaque manque, de chaque condition et de chaque voyage. Choisissez.",
            },
          },
        ]
      : [],
}

/** Outputs under their own names; those that a model gives are fewer: a name is one’s own. */
const own = [
  "id",
  "category",
  "strength",
  "rank",
  "joins",
  "gathers",
  "condition",
  "figure",
] as const
const taken = own.filter((name) => name !== "id")

const keyHelp = {
  en: "The key of a text; the argument’s own one where it recommends nothing",
  fr: "La clé d’un texte\u202f; celle de l’argument lui-même s’il ne recommande rien",
}

/** The keys of texts that a part of an argument may have where facts alone are told, its own ones first. */
const keysFor = (answers: Answers, part: string, tables: DraftTables): ReadonlyArray<string> => [
  ...((answers["id"] ?? "") === "" ? [] : [`coach.argument.${answers["id"]}.${part}`]),
  ...keysOf(tables, part),
]

const keysOf = ({ wordsIn }: DraftTables, part: string): ReadonlyArray<string> =>
  wordsIn(textsFile, "key").filter(
    (key) => key.startsWith("coach.facts.") && key.endsWith(`.${part}`),
  )

const textsPart: AskedPart = {
  title: { en: "What it says", fr: "Ce qu’il dit" },
  facts: (
    [
      ["hook", "Opening", "Accroche"],
      ["fact", "Fact", "Fait"],
      ["pitch", "Offer", "Offre"],
    ] as const
  ).flatMap(([part, en, fr]) => [
    asked(textsFile, "en", `${en}, in English`, `${fr}, en anglais`, {
      name: `${part}_en`,
      language: "en",
      isLong: true,
    }),
    asked(textsFile, "fr", `${en}, in French`, `${fr}, en français`, {
      name: `${part}_fr`,
      language: "fr",
      isLong: true,
    }),
  ]),
}

/** What cards of the United States and Canada are told otherwise. */
const americanPart: AskedPart = {
  title: { en: "In North America", fr: "En Amérique du Nord" },
  oneMore: { en: "A text that differs there", fr: "Un texte qui y diffère" },
  facts: (
    [
      ["hook", "Opening", "Accroche"],
      ["fact", "Fact", "Fait"],
      ["pitch", "Offer", "Offre"],
    ] as const
  ).map(([part, en, fr]) =>
    asked(textsFile, "us", `${en}, in American English`, `${fr}, en anglais américain`, {
      name: `${part}_us`,
      language: "en",
      isLong: true,
    }),
  ),
}

/** What shows a value that an argument does not carry by that name. */
const carriers: Readonly<Record<string, string>> = {
  coverCount: "covers",
  cover: "terms",
  lead: "terms",
}

/** The values that the texts of an argument show, in the order in which tables list them. */
const valuesShown = (answers: Answers): ReadonlyArray<string> => {
  const texts = argumentParts.flatMap((part) =>
    (["en", "fr", "us"] as const).map((language) => answers[`${part}_${language}`] ?? ""),
  )
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = ""]) => carriers[name] ?? name),
  )
  return argumentVars.filter((name) => named.includes(name))
}

/** What conditions are called in the form. */
const conditionWords: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  scope: { en: "Asked about", fr: "À propos de" },
  slug: { en: "Cover", fr: "Garantie" },
  badge: { en: "Kind of gap", fr: "Nature du manque" },
  broken: { en: "What breaks a condition", fr: "Ce qui rompt une condition" },
  ceiling: { en: "Ceiling", fr: "Plafond" },
  shortfall_percent: { en: "Shortfall, in per cent", fr: "Manque, en pour cent" },
  term: { en: "Term of the cover", fr: "Condition de la garantie" },
  demand: { en: "What the destination asks", fr: "Ce que la destination demande" },
  basis: { en: "What is known of", fr: "Ce que l’on sait de" },
  found: { en: "How well it is known", fr: "Avec quelle certitude" },
  origin: { en: "How the card was found", fr: "Comment la carte fut trouvée" },
  unmatched: { en: "Not recognised", fr: "Non reconnu" },
  withdrawn: { en: "Card no longer sold", fr: "Carte plus vendue" },
  warning: { en: "Travel warning", fr: "Mise en garde" },
  reach: { en: "How far the trip goes", fr: "Jusqu’où va le voyage" },
  plan: { en: "Who pays for care at home", fr: "Qui paie les soins chez soi" },
  long_trip: { en: "Long trip", fr: "Long voyage" },
  medical_ok: { en: "Medical ceiling suffices", fr: "Plafond médical suffisant" },
  step: { en: "Medical target", fr: "Repère médical" },
}
