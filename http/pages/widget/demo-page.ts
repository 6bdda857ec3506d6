import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { Demonstration } from "../../ports/demo.ts"
import type { TrackedLinks } from "../../ports/tracked-links.ts"
import type { Assets } from "../kit/assets.ts"
import { formFields } from "../kit/form.ts"
import { html, writeHtml } from "../kit/html.ts"
import { demoArticles, type DemoLanguage, demoLanguages } from "./demo-articles.ts"
import { partnerDrawing } from "./demo-drawing.ts"

/** Where the page with the widget stands in a service that shows itself. */
export const demoPagePath = "/demo/widget"

/** What the page is made with. */
export interface DemoPageParts {
  readonly assets: Pick<Assets, "path">
  readonly demo: Demonstration
  readonly links: TrackedLinks["Service"]
}

/** The policy that a page of a partner needs: the widget's script, and its frame. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
}

const pageHtml = (language: DemoLanguage, ref: string | null, stylePath: string): string => {
  const text = demoArticles[language]
  const page = html`<html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${text.title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href=${stylePath} />
    </head>
    <body>
      <aside class="told" aria-label=${text.demo}>${text.told}</aside>
      <header class="mast">
        <a class="name" href=${`?lang=${language}`}>${text.magazine}</a>
        <nav aria-label=${text.sections}>
          ${demoLanguages.map(
            (other) =>
              html`<a
                href=${`?lang=${other}`}
                lang=${other}
                hreflang=${other}
                aria-current=${other === language ? "page" : undefined}
                >${demoArticles[other].languageName}</a
              >`,
          )}
        </nav>
      </header>
      <main>
        <article>
          <h1>${text.title}</h1>
          <p class="meta">${text.byline}</p>
          ${partnerDrawing(text.drawing)}
          <p>${text.before}</p>
          <div class="widget">
            <script
              src="/widget.js"
              data-ref=${ref ?? undefined}
              data-intent="forTourism"
              data-residence="FR"
              data-lang=${language}
            ></script>
          </div>
          <h2>${text.next}</h2>
          <p>${text.after}</p>
        </article>
      </main>
      <footer>${text.footer}</footer>
    </body>
  </html>`
  return `<!doctype html>\n${writeHtml(page)}\n`
}

/** The ref that is credited: that of the account's oldest link in use. */
const creditedRef = ({ demo, links }: DemoPageParts): Effect.Effect<string | null> =>
  links.usual(demo.partnerCode).pipe(
    Effect.map((link) => link?.ref ?? null),
    Effect.orElseSucceed(() => null),
  )

/**
 * `/demo/widget`: a page such as a partner's, of a magazine that does not exist, with the widget in
 * it; there in the demo alone. What is chosen in it is credited to the demo's account.
 */
export const makeDemoPage = (parts: DemoPageParts): OpenRoute => ({
  pattern: demoPagePath,
  answer: ({ query }) => {
    const asked = formFields(query).text("lang")
    const language = demoLanguages.find((each) => each === asked) ?? "en"
    const answer = (ref: string | null): Answer => {
      const text = pageHtml(language, ref, parts.assets.path("demo-partner.css"))
      return textAnswer(200, "text/html", text, { ...headers, "content-language": language })
    }
    return Effect.map(creditedRef(parts), answer)
  },
})
