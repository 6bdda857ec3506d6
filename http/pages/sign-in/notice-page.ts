import type { Answer } from "../../api/answer.ts"
import { html, type PageContent } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { pageLanguages, type PageReading } from "../kit/reading.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import { symbol, type SymbolName } from "../kit/symbols.ts"
import { signInWords } from "./words.ts"

/** A page of one card: what is so, and what one can do. */
export interface NoticePageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
  readonly title: string
  readonly text: PageContent
  readonly symbol?: SymbolName
  /** What stands under the text, such as a form or links. */
  readonly more?: PageContent
  /** What stands under the card. */
  readonly foot?: PageContent
  /** The path that the switch of languages keeps to; left out, there is no switch. */
  readonly path?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a page of one card, as the pages around signing in are. */
export const noticePage = (parts: NoticePageParts): Answer => {
  const { headers, path, reading, status, title } = parts
  const { language } = reading
  const words = signInWords[language]
  return parts.makePage({
    language,
    title,
    styles: ["sign-in.css"],
    ...(status === undefined ? {} : { status }),
    headers: { "x-robots-tag": "noindex", ...headers },
    body: html`${topBar({
        homeHref: reading.href("/"),
        skipLabel: words.skip,
        ...(path === undefined
          ? {}
          : { end: languageSwitch(words.languages, pageLanguages(path), language) }),
      })}
      <main id="main" class="sign-in">
        <section class="card">
          <h1 class="display headline">
            ${parts.symbol === undefined ? null : symbol(parts.symbol, 22)}<span>${title}</span>
          </h1>
          <p class="second">${parts.text}</p>
          ${parts.more}
        </section>
        ${parts.foot === undefined ? null : html`<p class="foot-note third">${parts.foot}</p>`}
      </main>`,
  })
}
