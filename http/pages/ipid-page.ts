import type { DocumentLanguage } from "../../rules/documents/covers.ts"
import type { IpidIcon, IpidMark } from "../../rules/documents/document-tables.ts"
import type { IpidSection } from "../../rules/documents/ipid.ts"
import { html, type PageContent, type PageNode, writeHtml } from "./kit/html.ts"

/** What stands at the head of the document. */
interface IpidHead {
  readonly insurer: string
  readonly product: string
  readonly language: DocumentLanguage
  /** Address of the same document in the other language. */
  readonly otherHref: string
}

const words = {
  en: {
    title: "Insurance Product Information Document",
    company: "Company",
    product: "Product",
    sample:
      "Sample document of a fictional insurer. It describes no real contract and insures nobody.",
    complete:
      "Complete pre-contractual and contractual information on this product is given in other documents.",
    other: "Français",
    otherLanguage: "fr",
    option: "An option is insured only where you buy it.",
  },
  fr: {
    title: "Document d’information sur le produit d’assurance",
    company: "Compagnie",
    product: "Produit",
    sample:
      "Document d’exemple d’un assureur fictif. Il ne décrit aucun contrat réel et n’assure personne.",
    complete:
      "L’information précontractuelle et contractuelle complète sur ce produit figure dans d’autres documents.",
    other: "English",
    otherLanguage: "en",
    option: "Une option n’est assurée que si vous la souscrivez.",
  },
} as const

/** The style of the document: two columns for what is and is not insured, one on narrow screens. */
export const ipidStyle = `:root{color-scheme:light dark;--ground:#f3f6f6;--surface:#fff;--line:#d5dddf;--ink:#15242a;--ink2:#465860;--link:#0b5a6b;--tick:#1b6844;--cross:#a2281f;--warning:#855000}
@media (prefers-color-scheme:dark){:root{--ground:#0e1618;--surface:#152023;--line:#2b393e;--ink:#e7eeef;--ink2:#b4c1c5;--link:#74c5d2;--tick:#7fcba1;--cross:#f29a90;--warning:#e9b968}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 "Segoe UI",-apple-system,Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}
main{max-width:60rem;margin:0 auto;padding:16px}
.sample{color:var(--ink2);font-size:0.875rem;margin:8px 0 16px}
header,section{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px 20px;margin:0 0 12px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 8px;text-wrap:balance}
h2{font-size:1.0625rem;line-height:1.35;margin:0 0 8px;display:flex;gap:12px;align-items:center}
dl{margin:0 0 8px;display:grid;grid-template-columns:auto 1fr;gap:0 12px}dt{color:var(--ink2)}dd{margin:0;font-weight:600}
.icon{width:32px;height:32px;flex:none}
ul{list-style:none;margin:0;padding:0}
li{display:flex;gap:10px;padding:2px 0}
.sign{flex:none;width:16px;text-align:center;font-weight:700}
.tick .sign{color:var(--tick)}.cross .sign{color:var(--cross)}.warning .sign{color:var(--warning)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
p{margin:0 0 8px}.option{color:var(--ink2);font-size:0.875rem}
a{color:var(--link)}a:focus-visible{outline:2px solid #1659c7;outline-offset:2px}
@media (min-width:48rem){.covers{display:grid;grid-template-columns:1fr 1fr;grid-template-rows:auto 1fr;gap:0 12px}.insured{grid-row:1 / span 2}}
@media print{body{background:#fff;color:#000}main{max-width:none;padding:0}header,section{break-inside:avoid;border-color:#999}.other{display:none}}`

const itemOf = (
  { optional, text }: IpidSection["lines"][number],
  sign: IpidMarkSign,
  language: DocumentLanguage,
): PageNode => {
  const name = sign[language]
  return optional
    ? html`<li><span class="sign"></span><span>${text}</span></li>`
    : html`<li>
        <span class="sign" aria-hidden="true">${sign.sign}</span>
        ${name === "" ? null : html`<span class="unseen">${`${name} `}</span>`}
        <span>${text}</span>
      </li>`
}

const itemsOf = ({ lines, mark }: IpidSection, language: DocumentLanguage): PageContent => {
  const sign = ipidMarkSigns[mark]
  return sign === undefined
    ? lines.map(({ text }) => html`<p>${text}</p>`)
    : html`<ul>
        ${lines.map((line) => itemOf(line, sign, language))}
      </ul>`
}

const sectionPart = (section: IpidSection, language: DocumentLanguage): PageNode =>
  html`<section class=${`${section.section === "insured" ? "insured " : ""}${section.mark}`}>
    <h2>${ipidIconSvg[section.icon]}<span>${section.heading}</span></h2>
    ${itemsOf(section, language)}
    ${
      section.lines.some(({ optional }) => optional)
        ? html`<p class="option">${words[language].option}</p>`
        : null
    }
  </section>`

const beside: ReadonlyArray<string> = ["insured", "not_insured", "restrictions"]

/**
 * The page of an insurance product information document: the sections in their order, in two
 * columns where the regulation asks for them and the screen is wide enough.
 */
export const ipidPage = (
  { insurer, language, otherHref, product }: IpidHead,
  sections: ReadonlyArray<IpidSection>,
): string => {
  const text = words[language]
  const parts = (some: ReadonlyArray<IpidSection>) =>
    some.map((section) => sectionPart(section, language))
  const first = sections.filter(({ section }) => section === "type")
  const covers = sections.filter(({ section }) => beside.includes(section))
  const rest = sections.filter(({ section }) => section !== "type" && !beside.includes(section))
  const page = html`<html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${`${product}: ${text.title}`}</title>
      <style dangerouslySetInnerHTML=${{ __html: ipidStyle }}></style>
    </head>
    <body>
      <main>
        <header>
          <h1>${text.title}</h1>
          <dl>
            <dt>${text.company}</dt>
            <dd>${insurer}</dd>
            <dt>${text.product}</dt>
            <dd>${product}</dd>
          </dl>
          <p><strong>${text.complete}</strong></p>
          <p class="other">
            <a href=${otherHref} hreflang=${text.otherLanguage} lang=${text.otherLanguage}
              >${text.other}</a
            >
          </p>
        </header>
        <p class="sample">${text.sample}</p>
        ${parts(first)}
        <div class="covers">${parts(covers)}</div>
        ${parts(rest)}
      </main>
    </body>
  </html>`
  return `<!doctype html>\n${writeHtml(page)}\n`
}

const svg = (colour: string, shapes: PageNode | ReadonlyArray<PageNode>): PageNode =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="12" fill=${colour} />
    <g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
      ${shapes}
    </g>
  </svg>`

const green = "#1b6844"
const red = "#a2281f"
const orange = "#a35a00"
const blue = "#0b5a8b"
const yellow = "#8a6d00"
const black = "#15242a"

const triangle = "M12 5.5 19 17.5H5z"

/** The pictograms of sections: white on the colour that the regulation names, of our own drawing. */
const ipidIconSvg: Readonly<Record<IpidIcon, PageNode | null>> = {
  none: null,
  umbrella: svg(
    green,
    html`<path d="M5 12a7 7 0 0 1 14 0z" /><path d="M12 12v5a1.8 1.8 0 0 0 3.6 0" />`,
  ),
  triangle: svg(red, html`<path d=${triangle} /><path d="m10.3 12.2 3.4 3.4m0-3.4-3.4 3.4" />`),
  warning: svg(orange, html`<path d=${triangle} /><path d="M12 10v3.4m0 2v.1" />`),
  globe: svg(
    blue,
    html`<circle cx="12" cy="12" r="6.5" /><path
        d="M5.5 12h13M12 5.5c4 4 4 9 0 13c-4-4-4-9 0-13"
      />`,
  ),
  handshake: svg(
    green,
    html`<path d="m4.5 9 3-2 4.5 1.5L16.5 7l3 2M4.5 14l3-.5 4.5 4 4.5-4 3 .5" /><path
        d="m12 8.5-2.5 3 2 1.5 3-2 3 2.5"
      />`,
  ),
  coins: svg(
    yellow,
    html`<ellipse cx="12" cy="8" rx="5.5" ry="2.2" /><path
        d="M6.5 8v4c0 1.2 2.5 2.2 5.5 2.2s5.5-1 5.5-2.2V8M6.5 12v4c0 1.2 2.5 2.2 5.5 2.2s5.5-1 5.5-2.2v-4"
      />`,
  ),
  hourglass: svg(
    blue,
    html`<path d="M7.5 5.5h9M7.5 18.5h9M8.5 5.5c0 4 7 9 7 13M15.5 5.5c0 4-7 9-7 13" />`,
  ),
  hand: svg(
    black,
    html`<path d="M12 4.5 18 6.5v5c0 4-2.5 6.5-6 8c-3.5-1.5-6-4-6-8v-5z" /><path
        d="M9.5 14v-3.5m1.7 3V9m1.7 4.5V9.5m1.7 4V11"
      />`,
  ),
}

/** A sign before lines, and what it says to who does not see it. */
interface IpidMarkSign {
  readonly sign: string
  readonly en: string
  readonly fr: string
}

/** The signs before lines, and how a reader who does not see them is told. */
const ipidMarkSigns: Readonly<Record<IpidMark, IpidMarkSign | undefined>> = {
  none: undefined,
  tick: { sign: "✓", en: "Yes:", fr: "Oui\u00A0:" },
  cross: { sign: "✗", en: "No:", fr: "Non\u00A0:" },
  warning: { sign: "!", en: "Note:", fr: "Attention\u00A0:" },
  bullet: { sign: "•", en: "", fr: "" },
}
