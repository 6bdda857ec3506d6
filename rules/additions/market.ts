import * as Result from "effect/Result"
import {
  divide,
  fromInteger,
  multiply,
  parseDecimal,
  powerOfTen,
  type Rational,
  roundHalfUp,
} from "../../core/money/rational.ts"
import { medicalSteps } from "../coach/coach-vocabulary.ts"
import {
  type Answers,
  asked,
  type AskedFact,
  type AskedPart,
  type DraftTables,
  type Recipe,
  type RecipeRow,
  named,
} from "./recipe.ts"

const file = "coach/markets.csv"
const stepsFile = "coach/medical_steps.csv"
const recommended = "coach/recommended.csv"
const locales = "messages/locales.csv"
const laws = "documents/disclosures.csv"

/** A market: whom it serves and in which money, its medical targets and benchmarks, and the law told there. */
export const marketRecipe: Recipe = {
  kind: "market",
  file,
  name: { en: "a market", fr: "un marché" },
  model: {
    label: { en: "Market", fr: "Marché" },
    names: ({ wordsIn }) => wordsIn(file, "market"),
    answers: (name, { rowsOf }) => {
      const row = rowsOf(file).find(({ cell }) => cell("market") === name)
      const locale = rowsOf(locales).find(({ cell }) => cell("market") === name)
      return (
        row && {
          currency: row.cell("currency"),
          language: row.cell("language"),
          locale_fr: locale?.cell("locale_fr") ?? "",
          english: locale?.cell("english") ?? "",
        }
      )
    },
  },
  parts: ({ answers }, tables) => [
    {
      title: { en: "Whom it serves", fr: "Qui il sert" },
      facts: [
        asked(file, "market", "Name, for requests", "Nom, pour les requêtes"),
        asked(file, "residences", "Residences", "Résidences"),
        asked(file, "currency", "Currency", "Monnaie"),
        asked(file, "name_en", "Name, in English", "Nom, en anglais", { language: "en" }),
        asked(file, "name_fr", "Name, in French", "Nom, en français", { language: "fr" }),
      ],
    },
    {
      title: { en: "How it is spoken to", fr: "Comment on lui parle" },
      facts: [
        asked(file, "language", "Language", "Langue"),
        asked(file, "locale", "How amounts are printed", "Comment s’impriment les montants", {
          help: { en: "A locale, such as en-AU", fr: "Un code comme en-AU" },
        }),
        asked(locales, "locale_en", "The same in English texts", "De même en anglais"),
        asked(locales, "locale_fr", "The same in French texts", "De même en français"),
        asked(locales, "english", "English of texts", "Anglais des textes"),
      ],
    },
    {
      title: { en: "Medical targets", fr: "Repères médicaux" },
      facts: [
        ...medicalSteps.map((step) =>
          asked(stepsFile, "amount", ...stepLabel(step), { name: stepName(step) }),
        ),
        asked(stepsFile, "as_of", "Day of the rate behind them", "Jour du taux qui les fonde"),
        asked(stepsFile, "source", "Source of the targets", "Source des repères", {
          name: "steps_source",
        }),
      ],
    },
    ...(needsBenchmarks(answers, tables) ? [benchmarksPart(tables)] : []),
    ...(hasLaw(answers, tables) ? [] : [lawPart]),
  ],
  follows: (answers, tables) => ({
    locale_en: "",
    locale_fr: "",
    [`locale_${answers["language"] ?? ""}`]: answers["locale"] ?? "",
    ...stepsFollowing(answers, tables),
    ...benchmarksFollowing(answers, tables),
  }),
  rows: ({ answers }, tables) => [
    {
      file,
      cells: named([
        "market",
        "residences",
        "currency",
        "language",
        "locale",
        "name_fr",
        "name_en",
      ]),
    },
    { file: locales, cells: named(["market", "locale_fr", "locale_en", "english"]) },
    ...medicalSteps.map((step): RecipeRow => ({
      file: stepsFile,
      cells: {
        ...named(["market", "currency", "as_of"]),
        step,
        amount: `{${stepName(step)}}`,
        source: "{steps_source}",
      },
    })),
    ...(needsBenchmarks(answers, tables) ? benchmarkRows(tables) : []),
    ...(hasLaw(answers, tables)
      ? []
      : [
          {
            file: "documents/disclosure_markets.csv",
            cells: { market: "{market}", holds: "in_residences", residences: "{residences}" },
            isShared: true as const,
          },
          {
            file: laws,
            cells: {
              market: "{market}",
              ...Object.fromEntries(lawColumns.map((column) => [column, `{${lawName(column)}}`])),
            },
          },
        ]),
  ],
}

type Step = (typeof medicalSteps)[number]

const stepName = (step: Step): string => `step_${step}`

const stepLabels: Readonly<Record<Step, readonly [en: string, fr: string]>> = {
  zone: ["Inside its health zone", "Dans sa zone de soins"],
  low: ["Where care costs little", "Où les soins coûtent peu"],
  mid: ["Where care costs more", "Où ils coûtent plus"],
  high: ["Where care costs much", "Où ils coûtent cher"],
  top: ["Where care costs most", "Où ils coûtent le plus"],
}

const stepLabel = (step: Step): readonly [en: string, fr: string] => stepLabels[step]

/** A rate of a currency to the euro as it is written, and its day. */
const rateOf = (currency: string, { rowsOf }: DraftTables) => {
  if (currency === "EUR") return { rate: "1", day: "" }
  const row = rowsOf("currencies.csv").find(({ cell }) => cell("code") === currency)
  return row && { rate: row.cell("eur_rate"), day: row.cell("rate_date") }
}

/** Medical targets that follow from those of the currency, else from those in euros at the rate of the tables. */
const stepsFollowing = (answers: Answers, tables: DraftTables): Answers => {
  const currency = answers["currency"] ?? ""
  const rows = tables.rowsOf(stepsFile)
  const [first] = rows.filter(({ cell }) => cell("currency") === currency)
  const amountIn = (market: string | undefined, step: Step): string =>
    rows.find(({ cell }) => cell("market") === market && cell("step") === step)?.cell("amount") ??
    ""
  const isOwn = medicalSteps.some((step) => stepName(step) in answers)
  if (first !== undefined) {
    return {
      ...Object.fromEntries(
        medicalSteps.map((step) => [stepName(step), amountIn(first.cell("market"), step)]),
      ),
      as_of: first.cell("as_of"),
      steps_source: isOwn ? "" : `as market ${first.cell("market")}`,
    }
  }
  const rate = rateOf(currency, tables)
  const exact = rate && Result.getOrUndefined(parseDecimal(rate.rate))
  if (rate === undefined || exact === undefined) return {}
  return {
    ...Object.fromEntries(
      medicalSteps.map((step) => [
        stepName(step),
        roundStep(step, amountIn("universal", step), exact),
      ]),
    ),
    as_of: rate.day,
    steps_source: isOwn
      ? ""
      : `steps in EUR at ${rate.rate} ${currency} per EUR, rounded to steps that people use; rate of data/currencies.csv`,
  }
}

/** How many more digits amounts have than in euros. */
const moreDigits = (rate: Rational): number => {
  const tenth = (power: number): boolean =>
    rate.numerator * 10n > rate.denominator * 33n * powerOfTen(power)
  let digits = 0
  while (digits < 6 && tenth(digits)) digits += 1
  return digits
}

/**
 * A medical target in another currency: round, and never below what visas ask for in euros.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { roundStep } from "../rules/additions/market.ts"
 *
 * roundStep("mid", "150000", fromInteger(1n)) // => "150000"
 * roundStep("zone", "30000", fromInteger(5n)) // => "150000"
 * roundStep("top", "500000", fromInteger(160n)) // => "80000000"
 * ```
 */
export const roundStep = (step: Step, euros: string, rate: Rational): string => {
  const amount = Result.getOrUndefined(parseDecimal(euros))
  if (amount === undefined) return ""
  const converted = multiply(amount, rate)
  const digits = moreDigits(rate)
  const whole = roundHalfUp(converted)
  const isHigh = digits === 0 && whole >= 300_000n
  const usual = (isHigh ? 50_000n : 10_000n) * powerOfTen(digits)
  const unit = step === "zone" && digits > 0 ? usual / 2n : usual
  const parts = Result.getOrUndefined(divide(converted, fromInteger(unit)))
  if (parts === undefined) return ""
  const count =
    step === "zone"
      ? (parts.numerator + parts.denominator - 1n) / parts.denominator
      : roundHalfUp(parts)
  return String((count === 0n ? 1n : count) * unit)
}

/** Whether no market has the currency yet, so that benchmarks in it are lacking. */
const needsBenchmarks = (answers: Answers, { wordsIn }: DraftTables): boolean => {
  const currency = answers["currency"] ?? ""
  return currency !== "" && !wordsIn(file, "currency").includes(currency)
}

/** Benchmarks in euros, which a new currency needs in its own money. */
const benchmarksIn = ({ rowsOf }: DraftTables) =>
  rowsOf(recommended)
    .filter(({ cell }) => cell("currency") === "EUR")
    .map((row) => ({
      row,
      name: `benchmark_${row.cell("slug")}${row.cell("long_trip") === "true" ? "_long_trip" : ""}`,
    }))

const benchmarksPart = (tables: DraftTables): AskedPart => {
  const names = new Map(
    tables.rowsOf("messages/guarantees.csv").map((row) => [row.cell("key"), row]),
  )
  return {
    title: { en: "Benchmarks in its currency", fr: "Repères dans sa monnaie" },
    facts: benchmarksIn(tables).map(({ name, row }): AskedFact => {
      const called = names.get(row.cell("slug"))
      const isLong = row.cell("long_trip") === "true"
      return asked(
        recommended,
        "amount",
        `${called?.cell("en") ?? row.cell("slug")}${isLong ? ", long trips" : ""}`,
        `${called?.cell("fr") ?? row.cell("slug")}${isLong ? ", longs voyages" : ""}`,
        {
          name,
          help: {
            en: `EUR ${row.cell("amount")}`,
            fr: `${row.cell("amount")} EUR`,
          },
        },
      )
    }),
  }
}

const benchmarksFollowing = (answers: Answers, tables: DraftTables): Answers => {
  const rate = rateOf(answers["currency"] ?? "", tables)
  const exact = rate && Result.getOrUndefined(parseDecimal(rate.rate))
  if (exact === undefined) return {}
  return Object.fromEntries(
    benchmarksIn(tables).map(({ name, row }) => [name, twoDigits(row.cell("amount"), exact)]),
  )
}

/** An amount in another currency, rounded to two digits. */
const twoDigits = (euros: string, rate: Rational): string => {
  const amount = Result.getOrUndefined(parseDecimal(euros))
  if (amount === undefined) return ""
  const converted = multiply(amount, rate)
  const length = String(roundHalfUp(converted)).length
  const unit = powerOfTen(Math.max(0, length - 2))
  const parts = Result.getOrUndefined(divide(converted, fromInteger(unit)))
  return parts === undefined ? "" : String(roundHalfUp(parts) * unit)
}

const benchmarkRows = (tables: DraftTables): ReadonlyArray<RecipeRow> =>
  benchmarksIn(tables).map(({ name, row }): RecipeRow => ({
    file: recommended,
    cells: {
      ...Object.fromEntries(
        ["long_trip", "friends", "risky_activity", "reach", "slug", "state", "basis", "source"].map(
          (column) => [column, row.cell(column)],
        ),
      ),
      currency: "{currency}",
      amount: `{${name}}`,
    },
  }))

const lawColumns = ["place", "position", "topic", "text", "law", "address", "read"] as const

const lawName = (column: (typeof lawColumns)[number]): string =>
  column === "law" ? column : `law_${column}`

const hasLaw = (answers: Answers, { wordsIn }: DraftTables): boolean =>
  wordsIn(laws, "market").includes(answers["market"] ?? "")

const lawPart: AskedPart = {
  title: { en: "What its law has told", fr: "Ce que sa loi fait dire" },
  facts: (
    [
      ["text", "What is told", "Ce qui se dit"],
      ["place", "Where it is shown", "Où cela se montre"],
      ["position", "Place among others there", "Rang parmi d’autres"],
      ["topic", "Under which heading", "Sous quel titre"],
      ["law", "The law that asks for it", "La loi qui le demande"],
      ["address", "Where that was read", "Où on l’a lu"],
      ["read", "On which day", "Quel jour"],
    ] as const
  ).map(([column, en, fr]) => asked(laws, column, en, fr, { name: lawName(column) })),
}
