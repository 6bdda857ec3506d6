import { coverStates } from "../coach/coach-vocabulary.ts"
import {
  type Answers,
  asked,
  type AskedFact,
  type AskedPart,
  type Draft,
  type DraftTables,
  type Recipe,
  type RecipeChange,
  type RecipeRow,
  type WrongAnswer,
  copyOfModel,
  named,
} from "./recipe.ts"

const file = "coach/cards.csv"
const products = "coach/products.csv"
const benefits = "coach/benefits.csv"
const baselines = "coach/baselines.csv"
const conditions = "coach/card_conditions.csv"

/** A card of the catalogue, with the covers of its product: those of another one, of a model, or its own. */
export const cardRecipe: Recipe = {
  kind: "card",
  file,
  name: { en: "a card", fr: "une carte" },
  model: {
    label: { en: "Card product", fr: "Produit de carte" },
    names: ({ rowsOf }) =>
      rowsOf(products).map(({ cell }) => `${cell("country")}:${cell("product")}`),
    answers: (name, tables) => {
      const model = productNamed(name, tables)
      return (
        model && {
          country: model.cell("country"),
          network: model.cell("network"),
          level: model.cell("tier"),
        }
      )
    },
  },
  parts: (draft, tables) => [
    {
      title: { en: "Which card it is", fr: "Quelle carte c’est" },
      facts: [
        asked(file, "country", "Country of the bank", "Pays de la banque"),
        asked(file, "bank", "Bank", "Banque", { words: banks(draft.answers, tables) }),
        asked(file, "card_name", "Name as printed", "Nom imprimé"),
        asked(file, "network", "Network", "Réseau"),
        asked(file, "tier", "Range that its name shows", "Gamme que montre son nom", {
          help: {
            en: "By its word, such as Gold; empty when it carries none",
            fr: "D’après son mot, comme Gold\u202f; vide s’il n’en porte pas",
          },
        }),
        asked(products, "tier", "Range that it is worth", "Gamme qu’elle vaut", { name: "level" }),
        asked(file, "sold", "Still sold", "Encore vendue", {
          help: { en: "Empty where nobody has checked", fr: "Vide si personne n’a vérifié" },
        }),
        asked(file, "rank", "Place among its bank’s cards", "Rang parmi celles de la banque"),
        asked(file, "source", "Source", "Source"),
      ],
    },
    {
      title: { en: "Whose covers it has", fr: "Quelles garanties elle porte" },
      facts: [
        asked(products, "product", "Product", "Produit", {
          words: productsIn(draft.answers, tables),
          help: {
            en: "One that is there, whose covers it shares, or a new one",
            fr: "Un produit existant, dont elle partage les garanties, ou un nouveau",
          },
        }),
      ],
    },
    ...(isNewProduct(draft.answers, tables) ? [coversPart(draft, tables)] : []),
    ...(networksWithoutBaseline(draft.answers, tables).length === 0 ? [] : [baselinePart]),
    ...(conditionsLacking(draft.answers, tables).length === 0
      ? []
      : [conditionsPart(draft.answers, tables)]),
  ],
  follows: (answers, tables) => ({
    catalogue_id: nextId(tables),
    product: answers["card_name"] ?? "",
    tier: shownTier(answers, tables),
    covers_source: answers["source"] ?? "",
    ...Object.fromEntries(
      conditionsLacking(answers, tables).flatMap(({ flag, world }) => [
        [`condition_${flag}`, world?.cell("condition") ?? ""],
        [`condition_${flag}_source`, world?.cell("source") ?? ""],
      ]),
    ),
    baseline_product: answers["product"] ?? answers["card_name"] ?? "",
  }),
  copying: (draft, tables) => copyOf(draft, tables),
  rows: (draft, tables) => [
    {
      file,
      cells: {
        catalogue_id: "{catalogue_id}",
        benefit_product: "{product}",
        ...named([
          "country",
          "bank",
          "card_name",
          "network",
          "tier",
          "level",
          "sold",
          "rank",
          "source",
        ]),
      },
    },
    ...(isNewProduct(draft.answers, tables) && copyOf(draft, tables) === undefined
      ? newProduct(draft.answers, tables)
      : []),
    ...networksWithoutBaseline(draft.answers, tables).map((network): RecipeRow => ({
      file: baselines,
      cells: {
        country: "{country}",
        network,
        product: "{baseline_product}",
        source: "{baseline_source}",
      },
    })),
    ...conditionsLacking(draft.answers, tables).map(({ flag, world }): RecipeRow => ({
      file: conditions,
      cells: {
        flag,
        country: "{country}",
        slug: world?.cell("slug") ?? "",
        condition: `{condition_${flag}}`,
        source: `{condition_${flag}_source}`,
      },
    })),
  ],
  changes: (draft, tables) =>
    copyOf(draft, tables) === undefined
      ? []
      : [
          {
            file: products,
            where: productCells,
            cells: { network: "{network}", tier: "{level}" },
          },
          ...slugsIn(tables).flatMap((slug): ReadonlyArray<RecipeChange> => {
            const cover = (draft.answers[coverName(slug)] ?? "").trim()
            if (cover === "") return []
            const where = { ...productCells, slug }
            return [
              { file: benefits, where, cells: coverCells(slug, cover, draft.answers, tables) },
            ]
          }),
        ],
  wrong: ({ answers, like }, tables) => [
    ...ofOtherCountry(like, answers, tables),
    ...withoutCurrency(answers, tables),
  ],
}

const ofOtherCountry = (
  like: string,
  answers: Answers,
  tables: DraftTables,
): ReadonlyArray<WrongAnswer> => {
  const country = productNamed(like, tables)?.cell("country")
  return country === undefined || country === answers["country"]
    ? []
    : [
        {
          fact: "country",
          title: {
            en: `The covers are those of a card of ${country}`,
            fr: `Les garanties sont celles d’une carte de ${country}`,
          },
          detail: {
            en: "Covers of one country say nothing of another’s cards. Begin from a product of this one.",
            fr: "Les garanties d’un pays ne disent rien des cartes d’un autre. Partez d’un produit de celui-ci.",
          },
        },
      ]
}

/** Amounts of cards of a country that no market serves: nothing says which money they are in. */
const withoutCurrency = (answers: Answers, tables: DraftTables): ReadonlyArray<WrongAnswer> =>
  currencyOf(answers, tables) !== ""
    ? []
    : slugsIn(tables)
        .map(coverName)
        .filter((name) => isAmount(answers[name] ?? ""))
        .map((fact) => ({
          fact,
          title: {
            en: "Nothing says in which currency this is",
            fr: "Rien ne dit dans quelle monnaie c’est",
          },
          detail: {
            en: "No market serves the country of the card. Add one first.",
            fr: "Aucun marché ne sert le pays de la carte. Ajoutez-en un d’abord.",
          },
        }))

/** Whether a cover is said by an amount, and by none of the words for one. */
const isAmount = (cover: string): boolean =>
  cover !== "" && coverStates.every((state) => state !== cover)

const productCells = { country: "{country}", product: "{product}" }

const productNamed = (name: string, { rowsOf }: DraftTables) =>
  rowsOf(products).find(({ cell }) => `${cell("country")}:${cell("product")}` === name)

const isNewProduct = (answers: Answers, { rowsOf }: DraftTables): boolean =>
  !rowsOf(products).some(
    ({ cell }) => cell("country") === answers["country"] && cell("product") === answers["product"],
  )

/** The networks, any among them, for whose unknown cards nothing stands yet in the country of a card. */
const networksWithoutBaseline = (
  answers: Answers,
  { rowsOf }: DraftTables,
): ReadonlyArray<string> => {
  const [country, network] = [answers["country"] ?? "", answers["network"] ?? ""]
  const known = rowsOf(baselines).flatMap(({ cell }) =>
    cell("country") === country ? [cell("network")] : [],
  )
  const needed = network === "" ? ["any"] : ["any", network]
  return country === "" ? [] : needed.filter((each) => !known.includes(each))
}

const baselinePart: AskedPart = {
  title: {
    en: "What stands for unknown cards of its country",
    fr: "Ce qui vaut pour les cartes inconnues de son pays",
  },
  facts: [
    asked(baselines, "product", "Product", "Produit", {
      name: "baseline_product",
      help: {
        en: "No card of this country, or of this network there, was known before",
        fr: "Aucune carte de ce pays, ou de ce réseau, n’était connue",
      },
    }),
    asked(baselines, "source", "Why this one", "Pourquoi celui-ci", {
      name: "baseline_source",
      help: { en: "judgement: what is least", fr: "judgement: what is least" },
    }),
  ],
}

/** What of a trip may break a condition of cards, where nothing says so of the country; and what is usual in the world. */
const conditionsLacking = (answers: Answers, { rowsOf, wordsIn }: DraftTables) => {
  const country = answers["country"] ?? ""
  const rows = rowsOf(conditions)
  return wordsIn(conditions, "flag").flatMap((flag) => {
    const own = rows.filter(({ cell }) => cell("flag") === flag)
    const isSaid = own.some(
      ({ cell }) => cell("country") === "" || cell("country").split("|").includes(country),
    )
    const world = own.find(({ cell }) => cell("country") === "ZZ")
    return country === "" || isSaid ? [] : [{ flag, world }]
  })
}

const conditionsPart = (answers: Answers, tables: DraftTables): AskedPart => ({
  title: {
    en: "What breaks the conditions of cards there",
    fr: "Ce qui rompt les conditions des cartes là-bas",
  },
  facts: conditionsLacking(answers, tables).flatMap(({ flag }) => [
    asked(conditions, "condition", `Condition (${flag})`, `Condition (${flag})`, {
      name: `condition_${flag}`,
      help: {
        en: "As elsewhere in the world, unless you know better",
        fr: "Comme ailleurs dans le monde, sauf si vous savez mieux",
      },
    }),
    asked(conditions, "source", `Its source (${flag})`, `Sa source (${flag})`, {
      name: `condition_${flag}_source`,
    }),
  ]),
})

const banks = (answers: Answers, { rowsOf }: DraftTables): ReadonlyArray<string> => [
  ...new Set(
    rowsOf(file).flatMap(({ cell }) =>
      cell("country") === answers["country"] ? [cell("bank")] : [],
    ),
  ),
]

const productsIn = (answers: Answers, { rowsOf }: DraftTables): ReadonlyArray<string> =>
  rowsOf(products).flatMap(({ cell }) =>
    cell("country") === answers["country"] ? [cell("product")] : [],
  )

/** A number that no card has had: one more than the highest. */
const nextId = ({ rowsOf }: DraftTables): string =>
  String(
    1 +
      rowsOf(file).reduce((most, { cell }) => Math.max(most, Number(cell("catalogue_id")) || 0), 0),
  )

/** The range that the longest word of a name shows, of those that are printed on cards of the country. */
const shownTier = (answers: Answers, { rowsOf }: DraftTables): string => {
  const words = (text: string): string =>
    ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `
  const name = words(answers["card_name"] ?? "")
  const [shown] = rowsOf("coach/tier_words.csv")
    .filter(({ cell }) => cell("printed") === "true" && name.includes(words(cell("word"))))
    .filter(({ cell }) => {
      const countries = cell("countries")
      return countries === "" || countries.split("|").includes(answers["country"] ?? "")
    })
    .toSorted((one, other) => other.cell("word").length - one.cell("word").length)
  return shown?.cell("tier") ?? ""
}

const copyOf = (draft: Draft, tables: DraftTables) =>
  copyOfModel(draft, draft.answers["product"] ?? "", tables)

/** The covers that every product says something of. */
const slugsIn = ({ wordsIn }: DraftTables): ReadonlyArray<string> =>
  wordsIn("coach/recommended.csv", "slug")

const coverName = (slug: string): string => `cover.${slug}`

const coversPart = (draft: Draft, tables: DraftTables): AskedPart => {
  const { rowsOf } = tables
  const names = new Map(rowsOf("messages/guarantees.csv").map((row) => [row.cell("key"), row]))
  const facts = slugsIn(tables).map((slug): AskedFact => {
    const said = modelCover(draft.like, slug, tables)
    return {
      name: coverName(slug),
      label: { en: names.get(slug)?.cell("en") ?? slug, fr: names.get(slug)?.cell("fr") ?? slug },
      takes: { file: benefits, column: "value" },
      words: coverStates.filter((state) => state !== "value"),
      help:
        said === undefined
          ? {
              en: "An amount, or a word; unknown where it is left out",
              fr: "Un montant ou un mot\u202f; inconnu si on ne dit rien",
            }
          : {
              en: `As the model where it is left out: ${said}`,
              fr: `Sinon comme le modèle\u00a0: ${said}`,
            },
    }
  })
  return {
    title: { en: "Covers, where they are its own", fr: "Garanties, là où elles lui sont propres" },
    facts: [
      ...facts,
      asked(benefits, "source", "Source of these covers", "Source de ces garanties", {
        name: "covers_source",
      }),
    ],
  }
}

/** What the model of a draft holds of a cover, in a word or an amount. */
const modelCover = (like: string, slug: string, tables: DraftTables): string | undefined => {
  const model = productNamed(like, tables)
  const row = tables
    .rowsOf(benefits)
    .find(
      ({ cell }) =>
        cell("slug") === slug &&
        cell("country") === model?.cell("country") &&
        cell("product") === model.cell("product"),
    )
  if (row === undefined) return undefined
  return row.cell("value") === ""
    ? row.cell("state")
    : `${row.cell("value")} ${row.cell("currency")}`
}

/** The currency in which cards of a country print their ceilings: that of its market. */
const currencyOf = (answers: Answers, { rowsOf }: DraftTables): string =>
  rowsOf("coach/markets.csv")
    .find(({ cell }) =>
      cell("residences")
        .split("|")
        .includes(answers["country"] ?? ""),
    )
    ?.cell("currency") ?? ""

const coverCells = (
  slug: string,
  cover: string,
  answers: Answers,
  tables: DraftTables,
): RecipeRow["cells"] => {
  const isState = !isAmount(cover)
  const name = `{${coverName(slug)}}`
  return {
    state: isState ? name : "value",
    value: isState ? "" : name,
    currency: isState ? "" : currencyOf(answers, tables),
    condition: "",
    source: "{covers_source}",
    as_of: "",
    confidence: "",
    value_highest: "",
    cards_valued: "",
    cards_holding: "",
    cards_read: "",
  }
}

const newProduct = (answers: Answers, tables: DraftTables): ReadonlyArray<RecipeRow> => [
  { file: products, cells: { ...productCells, network: "{network}", tier: "{level}" } },
  ...slugsIn(tables).map((slug): RecipeRow => {
    const cover = (answers[coverName(slug)] ?? "").trim()
    const known = coverCells(slug, cover, answers, tables)
    const cells = cover === "" ? { state: "unknown", source: "unsourced" } : known
    return { file: benefits, cells: { ...productCells, slug, ...cells } }
  }),
]
