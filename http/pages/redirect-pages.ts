import * as Effect from "effect/Effect"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import { type Answer, textAnswer } from "../api/answer.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { html } from "./kit/html.ts"
import type { MakePage } from "./kit/page.ts"
import { brand } from "./kit/shell.ts"

/** Headers of links and of where they lead: nobody keeps, lists, or passes them on as a referrer. */
export const linkHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
}

/** What the pages of links that lead nowhere are made with. */
export interface LinkPageParts {
  readonly makePage: MakePage
  readonly texts: LoadTravellerTexts
}

/** The pages of links that lead nowhere, each in the language that its reader prefers. */
export interface LinkPages {
  /** A link that does not exist; every such page is the same. */
  readonly unknown: (call: IncomingCall) => Effect.Effect<Answer>
  /** A link that cannot be looked up now. */
  readonly unavailable: (call: IncomingCall) => Effect.Effect<Answer>
}

/** Reading preferences is loaded on first use, so that a server starts sooner. */
const textFor = (texts: LoadTravellerTexts, { headerValues, query }: IncomingCall) =>
  Effect.gen(function* () {
    const { preferredLanguage } = yield* Effect.promise(() => import("./preferences.ts"))
    const accepted = headerValues("accept-language").join(",")
    return (yield* texts)(preferredLanguage(travellerLanguages, query, accepted))
  })

/** Prepares the pages of links that lead nowhere. */
export const prepareLinkPages = ({ makePage, texts }: LinkPageParts): LinkPages => {
  const page =
    (status: number, name: "unknown" | "unavailable", headers: Readonly<Record<string, string>>) =>
    (call: IncomingCall): Effect.Effect<Answer> =>
      Effect.map(textFor(texts, call), (text) => {
        const title = text(`offers.link_${name}_title`)
        return makePage({
          status,
          language: text.language,
          title,
          scripts: "none",
          headers: { ...linkHeaders, ...headers },
          body: html`<main id="main" class="lone">
            ${brand("/")}
            <h1 class="display headline">${title}</h1>
            <p class="second">${text(`offers.link_${name}`)}</p>
          </main>`,
        })
      })
  return {
    unknown: page(404, "unknown", {}),
    unavailable: page(503, "unavailable", { "retry-after": "5" }),
  }
}

/** Sends a browser on to an address of the funnel. */
export const redirectTo = (location: string): Answer =>
  textAnswer(302, "text/plain", "The quote has its own page.\n", { ...linkHeaders, location })
