import * as Flag from "effect/cli/Flag"
import { type Warned, warned } from "../../core/fields/request-warning.ts"
import { shownPath } from "../tables/shown-path.ts"
import type { BilanResponse } from "../../rules/coach/response.ts"
import {
  type Explained,
  type ExplainedValue,
  type Explanation,
  type Reason,
} from "../../rules/explanation/explanation.ts"
import type { RenderBilan, RenderedBilan } from "../../rules/messages/render.ts"
import { originText } from "../../rules/explanation/row-origin.ts"

/** `--explain`: answer with the rows that decided every figure. */
export const explainFlag = Flag.Boolean("explain").pipe(
  Flag.withDescription("Show which row of which table decided each figure, by file and line"),
  Flag.withDefault(false),
)

/** How the answer to a lone request is printed: as JSON, compact where asked for, or explained. */
export const answerText =
  (json: boolean, folder: string) =>
  (answer: object): string =>
    isExplained(answer) && !json
      ? explanationText(answer.explanation, folder)
      : JSON.stringify(answer, null, json ? undefined : 2)

/** `--render`: print the sentences that people read, in place of keys and values. */
export const renderFlag = Flag.Boolean("render").pipe(
  Flag.withDescription(
    "Print the sentences of one bilan, in its language; with --explain, the pages behind them",
  ),
  Flag.withDefault(false),
)

/**
 * A rendered bilan for people to read: headline and medical benchmark, a block for each gap, one for
 * each argument with its id, figure and sources, and the social proof; at the end what no text is
 * known for.
 *
 * ```ts
 * import { renderedText } from "../http/cli/answer-text.ts"
 *
 * const gap = { slug: "privateRc", label: "Liability", badge: "missing", badgeLabel: "Not covered", sentence: "No cover." } as const
 * const bilan = { lang: "en", headline: "Look", medical: null, gaps: [gap], arguments: [], social: "Many do.", disclosures: [], gapsNote: null, unknown: ["new"] } as const
 * renderedText(bilan) // => "Look\n\nLiability [Not covered]\n  No cover.\n\nMany do.\n\nno text for: new"
 * ```
 */
export const renderedText = (rendered: RenderedBilan): string => {
  const { gaps, gapsNote, headline, medical, social, unknown } = rendered
  const opening = [headline, medical].filter((sentence) => sentence !== null)
  const parts = [
    [...opening, ...sourced(rendered.sources)].join("\n"),
    gapsNote ?? "",
    gaps.map(({ badgeLabel, label, sentence }) => block(label, badgeLabel, sentence)).join("\n"),
    ...rendered.arguments.map(({ fact, figure, hook, id, pitch, sources, strength }) =>
      block(hook, `${id}, ${strength}, ${figure}`, fact, pitch, ...sourced(sources)),
    ),
    social ?? "",
    [rendered.reading, ...rendered.disclosures].filter((each) => each !== undefined).join("\n"),
    unknown.length === 0 ? "" : `no text for: ${unknown.join(", ")}`,
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/**
 * How a rendered answer is printed: its sentences, or compact JSON where asked for. An explained one
 * names the pages behind its figures, and the explanation follows.
 */
export const renderedAnswer =
  ({ folder, json, render, today }: RenderedPrinting) =>
  (answer: object & Warned): string => {
    const { warnings = [] } = answer
    if (isExplainedBilan(answer)) {
      const { answer: response, explanation } = answer
      const rendered = render(response, { explanation, today })
      return json
        ? JSON.stringify(warned({ answer: rendered, explanation }, warnings))
        : `${renderedText(rendered)}\n\n${explanationText(explanation, folder)}`
    }
    if (!isBilan(answer)) return JSON.stringify(answer)
    const rendered = render(answer)
    return json ? JSON.stringify(warned(rendered, warnings)) : renderedText(rendered)
  }

/** Whether an answer comes with its explanation. */
const isExplained = (answer: object): answer is Explained<unknown> =>
  "answer" in answer && "explanation" in answer

/**
 * An explanation for people: each figure that rows decided, and under it the places of the rows in
 * the form that editors open, each with the page behind it. Figures that only follow from others are
 * left to `--json`.
 */
const explanationText = (explanation: Explanation, folder: string): string =>
  explanation
    .filter(({ because }) => because.length > 0)
    .flatMap(({ because, figure, value }) => [
      `${figure}: ${valueText(value)}`,
      ...because.flatMap((reason) => reasonLines(reason, folder)),
    ])
    .join("\n")

const valueText = (value: ExplainedValue): string => {
  if (value === null) return "none"
  return typeof value === "object" ? value.join(", ") || "none" : String(value)
}

/** A reason for people: where its row stands and what it says; below, where that comes from. */
const reasonLines = (reason: Reason, folder: string): ReadonlyArray<string> => {
  const { file, line, says } = reason
  const origin = originText(reason)
  return [
    `  ${shownPath(folder, file)}:${line} ${says}`,
    ...(origin === undefined ? [] : [`    ${origin}`]),
  ]
}

/** Sentences with the lines on their sources below. */
const sourced = (sources: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  sources.map((source) => `  ${source}`)

const block = (title: string, about: string, ...sentences: ReadonlyArray<string>): string =>
  [`${title} [${about}]`, ...sentences.map((sentence) => `  ${sentence}`)].join("\n")

/** What printing a rendered answer takes. */
interface RenderedPrinting {
  readonly render: RenderBilan
  readonly json: boolean
  /** The folder of the tables, as explanations name their files. */
  readonly folder: string
  /** The day, `YYYY-MM-DD`, on which the age of sources counts. */
  readonly today: string
}

const isExplainedBilan = (answer: object): answer is Explained<BilanResponse> =>
  isExplained(answer) &&
  typeof answer.answer === "object" &&
  answer.answer !== null &&
  isBilan(answer.answer)

const isBilan = (answer: object): answer is BilanResponse => "bilan" in answer && "card" in answer
