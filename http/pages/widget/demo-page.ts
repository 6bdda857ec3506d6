import { contentPolicy } from "../../platform/content-policy.ts"
import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { Assets } from "../kit/assets.ts"
import { formFields } from "../kit/form.ts"
import { html, type PageNode, writeHtml } from "../kit/html.ts"
import type { Demonstration } from "../../ports/house.ts"
import type { TrackedLinks } from "../../ports/tracked-links.ts"

/** Where the page with the widget stands in a service that shows itself. */
export const demoPagePath = "/demo/widget"

/** What the page is made with. */
interface DemoPageParts {
  readonly assets: Pick<Assets, "path">
  readonly demo: Demonstration
  readonly links: TrackedLinks["Service"]
}

/** The policy that a page of a partner needs: the widget's script, and its frame. */
const headers = {
  "content-security-policy": contentPolicy({
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "frame-src": ["'self'"],
    "img-src": ["data:"],
    "base-uri": [],
    "form-action": [],
    "frame-ancestors": [],
  }),
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

/** The picture over the demo's article: rails, hills, a sun that sets. */
const partnerDrawing = (label: string): PageNode =>
  html`<svg
    class="drawing"
    viewBox="0 0 720 190"
    preserveAspectRatio="xMidYMax slice"
    role="img"
    aria-label=${label}
  >
    <rect width="720" height="190" fill="#dfe6ee" />
    <rect width="720" height="96" y="34" fill="#f3dccb" />
    <circle cx="470" cy="96" r="38" fill="#f7efe2" />
    <path
      d="M0 128 90 92 168 118 262 70 350 116 452 84 560 122 640 96 720 124V190H0z"
      fill="#7f94a8"
    />
    <path d="M0 142 120 116 240 138 352 108 470 140 606 118 720 140V190H0z" fill="#52687d" />
    <path d="M0 152c160-14 280 4 400-2s220-10 320 2v38H0z" fill="#2f4254" />
    <path d="M356 150h8l84 40H272z" fill="#233241" />
    <path
      d="M357 150 300 190M363 150l57 40M352 158h16M344 166h32M332 176h56M318 187h84"
      fill="none"
      stroke="#c9b79d"
      stroke-width="2.4"
    />
  </svg>`

/** The languages that the demo's magazine is written in. */
const demoLanguages = ["en", "fr"] as const

/** A language of the demo's magazine. */
type DemoLanguage = (typeof demoLanguages)[number]

/** What the magazine says; neither it nor its writer exists. */
const demoArticles = {
  en: {
    languageName: "English",
    demo: "Demonstration",
    told: "A page such as a partner’s, for the demonstration: the magazine and its writer are made up. The box in the article is the widget.",
    magazine: "Slow Rails",
    sections: "Languages",
    title: "From Seattle to San Diego, by night train",
    byline: "Ines Marlow, November 2026",
    drawing: "A drawing: rails that run to hills at sunset",
    before:
      "Two bags, four trains and a coast that is two thousand kilometres long. Before I left I wanted to know where my bank card stops paying. In the United States the answer was: early.",
    next: "The first morning, fog",
    after:
      "The train leaves Tacoma at ten to seven. Nothing can be seen and everything heard: the couplings, the gulls, coffee poured three rows behind. Then the bay comes out of the grey, all at once.",
    footer: "Slow Rails, a magazine that does not exist",
  },
  fr: {
    languageName: "Français",
    demo: "Démonstration",
    told: "Une page comme celle d’un partenaire, pour la démonstration : le magazine et son autrice sont inventés. Le cadre dans l’article est le widget.",
    magazine: "Rails Lents",
    sections: "Langues",
    title: "De Seattle à San Diego, en train de nuit",
    byline: "Inès Marlow, novembre 2026",
    drawing: "Un dessin : des rails qui filent vers des collines au couchant",
    before:
      "Deux sacs, quatre trains et deux mille kilomètres de côte. Avant de partir, j’ai voulu savoir où s’arrêtait ma carte bancaire. Aux États-Unis, la réponse est : tôt.",
    next: "Le premier matin, la brume",
    after:
      "Le train quitte Tacoma à sept heures moins dix. On ne voit rien, on entend tout : les attelages, les goélands, le café versé trois rangs derrière. Puis la baie sort du gris, d’un seul coup.",
    footer: "Rails Lents, un magazine qui n’existe pas",
  },
} as const satisfies Readonly<Record<DemoLanguage, Readonly<Record<string, string>>>>
