import * as Effect from "effect/Effect"
import { once } from "../../../core/memory.ts"
import { sharedAnswer, textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { filePaths, operationEndpoint, operationNames, operationPath } from "./docs-menu.ts"
import { docsWords, guideNames } from "./docs-words.ts"

const words = docsWords.en

/**
 * What programs that read pages are told of the documentation, in the form of llmstxt.org: a sentence
 * on the service, then its pages and files by their addresses.
 */
export const llmsText = (baseUrl: string): string => {
  const link = (path: string, label: string, about = ""): string =>
    `- [${label}](${baseUrl}${path})${about === "" ? "" : `: ${about}`}`
  const operation = (name: (typeof operationNames)[number]): string => {
    const { method, path } = operationEndpoint(name)
    return link(operationPath(name), words.operations[name], `${method} ${path}`)
  }
  return [
    "# Viatica",
    "",
    "> Travel-insurance prices, attributed links, conversions, and the Coach, which reads what a bank card's travel cover lacks for a trip. Partner servers call it over HTTP signed with HMAC-SHA256; sandbox keys answer with a fictional insurer.",
    "",
    "A cover that is `unverified` is not known, which is not the same as missing. Sandbox prices are for rehearsal and nobody's to buy. Readers ignore fields, codes and words that they do not know.",
    "",
    "## Start",
    "",
    link("/docs?lang=en", words.quickstart, "from a key to a sale, with a client or by curl"),
    link(filePaths.openApi, words.openApi, "every call, answer and refusal"),
    "",
    "## Guides",
    "",
    ...guideNames.map((name) => link(`/docs/guides/${name}?lang=en`, words.guideTitles[name])),
    "",
    "## Calls",
    "",
    ...operationNames.map(operation),
    "",
    "## Files",
    "",
    link("/arazzo.json", "Workflows", "from a price to a sale, and to a live key, as Arazzo"),
    link(filePaths.signing, words.signingVectors, "messages with their signatures"),
    link(filePaths.conversion, words.conversionVectors, "amounts with what they come to"),
    "",
    "## On a machine of your own",
    "",
    "`npx viatica-service mcp` gives agents the tools read_card, price_trip, explain_figure and diff_tables, without network or key.",
    "",
  ].join("\n")
}

/** `/llms.txt`. */
export const llmsRoute = (baseUrl: string): OpenRoute => {
  const answer = once(() =>
    sharedAnswer(
      textAnswer(200, "text/plain", llmsText(baseUrl), {
        "cache-control": "public, max-age=300",
      }),
    ),
  )
  return { pattern: "/llms.txt", answer: () => Effect.sync(answer) }
}
