import * as Flag from "effect/cli/Flag"
import { type Warned, warned } from "../../core/fields/request-warning.ts"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { Explained } from "../../rules/explanation/explanation.ts"
import type { RenderBilan, RenderedBilan } from "../../rules/messages/render.ts"
import { explanationText, isExplained } from "./explanation-text.ts"

/** `--render`: print the sentences that people read, in place of keys and values. */
export const renderFlag = Flag.Boolean("render").pipe(
  Flag.withDescription(
    "Print the sentences of one bilan, in its language; with --explain, the pages behind them",
  ),
  Flag.withDefault(false),
)

const block = (title: string, about: string, ...sentences: ReadonlyArray<string>): string =>
  [`${title} [${about}]`, ...sentences.map((sentence) => `  ${sentence}`)].join("\n")

/** Sentences with the lines on their sources below. */
const sourced = (sources: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  sources.map((source) => `  ${source}`)

/**
 * A rendered bilan for people to read: headline and medical benchmark, a block for each gap, one for
 * each argument with its id, figure and sources, and the social proof; at the end what no text is
 * known for.
 *
 * ```ts
 * import { renderedText } from "../http/cli/rendered-text.ts"
 *
 * const gap = { slug: "privateRc", label: "Liability", badge: "missing", badgeLabel: "Not covered", sentence: "No cover." } as const
 * const bilan = { lang: "en", headline: "Look", medical: null, gaps: [gap], arguments: [], social: "Many do.", unknown: ["new"] } as const
 * renderedText(bilan) // => "Look\n\nLiability [Not covered]\n  No cover.\n\nMany do.\n\nno text for: new"
 * ```
 */
export const renderedText = (rendered: RenderedBilan): string => {
  const { gaps, headline, medical, social, unknown } = rendered
  const opening = [headline, medical].filter((sentence) => sentence !== null)
  const parts = [
    [...opening, ...sourced(rendered.sources)].join("\n"),
    gaps.map(({ badgeLabel, label, sentence }) => block(label, badgeLabel, sentence)).join("\n"),
    ...rendered.arguments.map(({ fact, figure, hook, id, pitch, sources, strength }) =>
      block(hook, `${id}, ${strength}, ${figure}`, fact, pitch, ...sourced(sources)),
    ),
    social ?? "",
    rendered.reading ?? "",
    unknown.length === 0 ? "" : `no text for: ${unknown.join(", ")}`,
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

const isBilan = (answer: object): answer is BilanResponse => "bilan" in answer && "card" in answer

const isExplainedBilan = (answer: object): answer is Explained<BilanResponse> =>
  isExplained(answer) &&
  typeof answer.answer === "object" &&
  answer.answer !== null &&
  isBilan(answer.answer)

/** What printing a rendered answer takes. */
export interface RenderedPrinting {
  readonly render: RenderBilan
  readonly json: boolean
  /** The folder of the tables, as explanations name their files. */
  readonly folder: string
  /** The day, `YYYY-MM-DD`, on which the age of sources counts. */
  readonly today: string
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
