import * as Flag from "effect/cli/Flag"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { RenderBilan } from "../../rules/messages/render.ts"
import type { RenderedBilan } from "../../rules/messages/rendered.ts"

/** `--render`: print the sentences that people read, in place of keys and values. */
export const renderFlag = Flag.Boolean("render").pipe(
  Flag.withDescription("Print the sentences of one bilan, in its language"),
  Flag.withDefault(false),
)

const block = (title: string, about: string, ...sentences: ReadonlyArray<string>): string =>
  [`${title} [${about}]`, ...sentences.map((sentence) => `  ${sentence}`)].join("\n")

/**
 * A rendered bilan for people to read: headline and medical ceiling, a block for each gap, one for
 * each argument with its id, and the social proof; at the end what no text is known for.
 *
 * ```ts
 * import { renderedText } from "../http/cli/rendered-text.ts"
 *
 * const gap = { slug: "privateRc", label: "Liability", badge: "missing", sentence: "No cover." } as const
 * const bilan = { lang: "en", headline: "Look", medical: null, gaps: [gap], arguments: [], social: "Many do.", unknown: ["new"] } as const
 * renderedText(bilan) // => "Look\n\nLiability [missing]\n  No cover.\n\nMany do.\n\nno text for: new"
 * ```
 */
export const renderedText = (rendered: RenderedBilan): string => {
  const { gaps, headline, medical, social, unknown } = rendered
  const opening = [headline, medical].filter((sentence) => sentence !== null)
  const parts = [
    opening.join("\n"),
    gaps.map(({ badge, label, sentence }) => block(label, badge, sentence)).join("\n"),
    ...rendered.arguments.map(({ fact, hook, id, pitch, strength }) =>
      block(hook, `${id}, ${strength}`, fact, pitch),
    ),
    social ?? "",
    unknown.length === 0 ? "" : `no text for: ${unknown.join(", ")}`,
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

const isBilan = (answer: object): answer is BilanResponse => "bilan" in answer && "card" in answer

/** How a rendered answer is printed: its sentences, or compact JSON where asked for. */
export const renderedAnswer =
  (render: RenderBilan, json: boolean) =>
  (answer: object): string => {
    if (!isBilan(answer)) return JSON.stringify(answer)
    const rendered = render(answer)
    return json ? JSON.stringify(rendered) : renderedText(rendered)
  }
