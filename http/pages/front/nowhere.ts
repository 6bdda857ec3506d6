import * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import { linkButton } from "../kit/controls.ts"
import { html } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import { siteBar } from "./site.ts"

const words = {
  en: {
    title: "There is no such page",
    way: "Check the address, or start at the front page.",
    home: "Front door",
    docs: "Docs",
  },
  fr: {
    title: "Cette page n’existe pas",
    way: "Vérifiez l’adresse, ou repartez de l’accueil.",
    home: "Accueil",
    docs: "Documentation",
  },
} as const

const page = (makePage: MakePage, reading: PageReading): Answer => {
  const text = words[reading.language]
  return makePage({
    status: 404,
    language: reading.language,
    title: text.title,
    scripts: "none",
    headers: { "cache-control": "no-store", vary: "Accept, Accept-Language" },
    body: html`${siteBar({ reading, here: "nowhere", path: "/" })}
      <main id="main" class="lone">
        <h1 class="display headline">${text.title}</h1>
        <p class="second">${text.way}</p>
        <p class="actions">
          ${linkButton({ href: reading.href("/"), label: text.home, look: "main" })}
          ${linkButton({ href: reading.href("/docs"), label: text.docs })}
        </p>
      </main>`,
  })
}

/** Whether a person's browser asks, and not a program that calls the API. */
const isBrowsing = ({ headerValues, path }: IncomingCall): boolean =>
  !path.startsWith("/api/") && headerValues("accept").some((value) => value.includes("text/html"))

/**
 * What stands under a path that leads nowhere: a page for browsers; undefined for programs, which
 * are refused as everywhere.
 */
export const prepareNowhere =
  (makePage: MakePage) =>
  (call: IncomingCall): Effect.Effect<Answer | undefined> =>
    isBrowsing(call)
      ? Effect.map(readingOf(call), (reading) => page(makePage, reading))
      : Effect.succeed(undefined)
