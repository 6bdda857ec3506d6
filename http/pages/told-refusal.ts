import * as Effect from "effect/Effect"
import { type Answer, bodyBytes, textAnswer } from "../api/answer.ts"
import { type Refusal, refusals } from "../api/api-refusal.ts"
import type { RequestHead } from "../api/incoming.ts"

const markdownType = "text/markdown"

/**
 * A refusal as its caller reads it: JSON as the contract has it, unless the call names Markdown and
 * prefers it, as agents do. Status and headers stay, and the JSON stands in the text; either form tells caches
 * that the other one may come.
 */
export const toldRefusal = (
  answer: Answer,
  refused: Refusal,
  { headerValues }: Pick<RequestHead, "headerValues">,
): Effect.Effect<Answer> => {
  const accept = headerValues("accept").join(",")
  const varied = { ...answer, headers: { ...answer.headers, vary: varying(answer) } }
  if (!accept.includes(markdownType)) return Effect.succeed(varied)
  return Effect.promise(async () => {
    // Loaded on first use, so that a server starts sooner.
    const { preferredType } = await import("./preferences.ts")
    if (preferredType(["application/json", markdownType], accept) !== markdownType) return varied
    const json = new TextDecoder().decode(bodyBytes(answer.body))
    const text = refusalText(answer.status, refused, json)
    return { ...textAnswer(answer.status, markdownType, text, varied.headers), refused }
  })
}

const varying = ({ headers }: Answer): string =>
  headers["vary"] === undefined ? "Accept" : `Accept, ${headers["vary"]}`

/** The code, the sentence, and where it is told what to do; JSON has no line that could end the fence. */
const refusalText = (status: number, refused: Refusal, json: string): string =>
  [
    `# ${status} ${refusals[refused.name].code}`,
    "```\n" + json + "\n```",
    "[What to do](/docs/guides/errors) · [All pages](/llms.txt)",
    "",
  ].join("\n\n")
