import type { Sentence } from "../../core/sentence.ts"
import type { BilanResponse } from "../coach/response.ts"
import { corpusOf, corpusSeed } from "../corpus/corpus.ts"
import type { Situation } from "../corpus/situation.ts"
import { offerTitles } from "../changes/diff-impact.ts"
import { openingIn, rendererOf } from "../changes/tell-impact.ts"
import { standInValues } from "../messages/read-text.ts"
import { prepareTally } from "../impact/impact-tally.ts"
import { argumentImpacts } from "../impact/argument-tally.ts"
import { successOf } from "../impact/one-version-answers.ts"
import { offerImpacts } from "../impact/price-impact.ts"
import { touchedAnswers } from "../impact/touched-answers.ts"
import type { RenderBilan, RendererParts } from "../messages/render.ts"
import type { AllTables } from "../tables/index.ts"
import { argumentParts } from "./argument.ts"
import type { Draft } from "./recipe.ts"

/** What a draft would do to own cases and to situations of the corpus, were it added. */
export interface DraftImpact {
  /** How many own cases and situations were asked, the cases among them. */
  readonly cases: number
  readonly situations: number
  /** Those whose answers change, and the names of the first of them. */
  readonly changedCases: number
  readonly changed: number
  /** Those among them in which nothing differs but how the card compares with others. */
  readonly changedStanding: number
  readonly firstChanged: ReadonlyArray<string>
  /** Arguments that bilans gain or lose, by their opening, the most frequent first. */
  readonly arguments: ReadonlyArray<{
    readonly id: string
    readonly name: Sentence
    readonly change: "gained" | "lost"
    readonly situations: number
  }>
  /** Offers of which a price comes, goes or moves. */
  readonly offers: ReadonlyArray<{
    readonly name: string
    readonly come: number
    readonly gone: number
    readonly moved: number
  }>
  /** How often a drafted argument is told, and how it reads; null where none is drafted. */
  readonly argument: ArgumentTold | null
}

/** An argument in the situations that tell it. */
export interface ArgumentTold {
  readonly cases: number
  readonly situations: number
  /** As its first travellers read it: in both languages, and once more where American English differs. */
  readonly readings: ReadonlyArray<ArgumentReading>
}

/** An argument in finished sentences of one language. */
export interface ArgumentReading {
  readonly language: "en" | "fr"
  /** Whether it is the English of North America. */
  readonly isAmerican: boolean
  /** The situation whose values it shows; null where marks stand for them. */
  readonly situation: string | null
  readonly hook: string
  readonly fact: string
  readonly pitch: string
}

/** Both versions of the tables, the files in which they differ, and what reads texts. */
export interface DraftSides {
  readonly before: AllTables
  readonly after: AllTables
  readonly files: Iterable<string>
  readonly format: RendererParts["format"]
}

/** So many situations are asked between two steps, so many changed ones, arguments and offers are named. */
const stepSize = 50
const namesMax = 12

/**
 * Counts what a draft changes, in steps, by what reviews count with: own cases first, then the situations that
 * coverage draws.
 *
 * @yields After some situations each.
 */
export const draftImpact = function* (
  { answers, kind }: Draft,
  sides: DraftSides,
  generated?: number,
): Generator<undefined, DraftImpact> {
  const { after, before, files, format } = sides
  const corpus = corpusOf(after, corpusSeed, generated)
  const { count, tally } = prepareTally(before, after, touchedAnswers(files))
  const id = kind === "argument" ? (answers["id"] ?? "") : ""
  const standing = new Set<number>()
  const told = { cases: 0, situations: 0, examples: new Map<boolean, ToldExample>() }
  for (const [place, situation] of corpus.entries()) {
    if (place % stepSize === 0) yield
    const { after: answered, changes } = count(situation, place)
    if (
      changes.length > 0 &&
      changes.every(({ field }) => field.startsWith("bilan.bilan.social."))
    ) {
      standing.add(place)
    }
    const bilan = successOf(answered.bilan?.answer)
    if (id !== "" && bilan?.bilan.arguments.some((argument) => argument.id === id) === true) {
      told.situations += 1
      if (situation.origin === "case") told.cases += 1
      const isAmerican = after.messageLocales.get(bilan.meta.market)?.english === "us"
      if (!told.examples.has(isAmerican)) told.examples.set(isAmerican, { bilan, situation })
    }
  }
  const changed = tally.changed.flatMap((place) => corpus[place] ?? [])
  // What nothing but its standing changes in is named last.
  const first = tally.changed.toSorted(
    (one, other) => Number(standing.has(one)) - Number(standing.has(other)) || one - other,
  )
  const render = { before: rendererOf(before, format), after: rendererOf(after, format) }
  const titles = new Map([...offerTitles(before), ...offerTitles(after)])
  return {
    cases: corpus.filter(isCase).length,
    situations: corpus.length,
    changedCases: changed.filter(isCase).length,
    changed: changed.length,
    changedStanding: standing.size,
    firstChanged: first.slice(0, namesMax).flatMap((place) => corpus[place]?.name ?? []),
    arguments: argumentImpacts(tally.arguments)
      .slice(0, namesMax)
      .map(({ change, example, id: each, situations }) => ({
        id: each,
        change,
        situations,
        name: openingIn(change === "gained" ? render.after : render.before, example, each),
      })),
    offers: offerImpacts(tally.prices)
      .slice(0, namesMax)
      .map(({ cheaper, come, dearer, gone, offerId }) => ({
        name: titles.get(String(offerId)) ?? String(offerId),
        come,
        gone,
        moved: cheaper + dearer,
      })),
    argument:
      id === ""
        ? null
        : {
            cases: told.cases,
            situations: told.situations,
            readings: readingsOf(render.after, answers, told.examples),
          },
  }
}

/** A drafted argument as it reads with a mark for each value, in the languages that say something of it. */
export const draftedReadings = (
  { answers, kind }: Draft,
  format: RendererParts["format"],
): ReadonlyArray<ArgumentReading> => {
  if (kind !== "argument") return []
  const readingIn = ({ language, suffix }: TextIn): ReadonlyArray<ArgumentReading> => {
    const own = (part: string): string => answers[`${part}_${suffix}`] ?? ""
    const textOf = (part: string): string =>
      suffix === "us" && own(part) === "" ? (answers[`${part}_en`] ?? "") : own(part)
    const said = (part: string): string => {
      const text = textOf(part)
      // A text that cannot be read yet is told among what is missing.
      return format(text, language)(standInValues(text)) ?? text
    }
    if (argumentParts.every((part) => own(part) === "")) return []
    const [hook, fact, pitch] = [said("hook"), said("fact"), said("pitch")]
    return [{ language, isAmerican: suffix === "us", situation: null, hook, fact, pitch }]
  }
  return textsIn.flatMap(readingIn)
}

/** How the facts of a text end, and the language that it is in. */
interface TextIn {
  readonly suffix: "en" | "fr" | "us"
  readonly language: "en" | "fr"
}

const textsIn: ReadonlyArray<TextIn> = [
  { suffix: "en", language: "en" },
  { suffix: "fr", language: "fr" },
  { suffix: "us", language: "en" },
]

interface ToldExample {
  readonly bilan: BilanResponse
  readonly situation: Situation
}

const isCase = ({ origin }: Situation): boolean => origin === "case"

/** How an argument reads: English and French to its first traveller, and American English to its first there. */
const readingsOf = (
  render: RenderBilan,
  answers: Draft["answers"],
  examples: ReadonlyMap<boolean, ToldExample>,
): ReadonlyArray<ArgumentReading> => {
  const { id = "" } = answers
  const saysOtherwise = argumentParts.some((part) => (answers[`${part}_us`] ?? "") !== "")
  const readingIn = (
    language: "en" | "fr",
    example: ToldExample | undefined,
    isAmerican: boolean,
  ): ReadonlyArray<ArgumentReading> => {
    const read =
      example &&
      render(example.bilan, { lang: language }).arguments.find((argument) => argument.id === id)
    if (example === undefined || read === undefined) return []
    const { fact, hook, pitch } = read
    return [{ language, isAmerican, situation: example.situation.name, hook, fact, pitch }]
  }
  const [usual, american] = [examples.get(false), examples.get(true)]
  return [
    ...readingIn("en", usual, false),
    ...readingIn("fr", usual ?? american, false),
    ...(saysOtherwise || usual === undefined ? readingIn("en", american, true) : []),
  ]
}
