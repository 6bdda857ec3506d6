import * as Effect from "effect/Effect"
import type { OpenRoute } from "../../api/open-route.ts"
import type { KeptLetter } from "../../ports/mail.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import { noticePage } from "./notice-page.ts"
import { type SignInWords, signInWords } from "./words.ts"

/** Addresses of ours in a letter, which become links. */
const address = /(https?:\/\/[^\s"<>]+\/console\/sign-in(?:\/[\w-]+)?)/

const withLinks = (text: string): PageContent =>
  text
    .split(address)
    .map((part, index) => (index % 2 === 1 ? html`<a href=${part}>${part}</a>` : part))

const letter = ({ at, subject, text, to }: KeptLetter, words: SignInWords): PageNode =>
  html`<article class="letter">
    <h2>${subject}</h2>
    <p class="label third">
      ${words.outbox.to} <b>${to}</b> · <time datetime=${at}>${at.slice(11, 16)} UTC</time>
    </p>
    <pre>${withLinks(text)}</pre>
  </article>`

const page = (makePage: MakePage, reading: PageReading, letters: ReadonlyArray<KeptLetter>) => {
  const words = signInWords[reading.language]
  return noticePage({
    makePage,
    reading,
    path: "/outbox",
    title: words.outbox.title,
    symbol: "mail",
    text: words.outbox.text,
    more:
      letters.length === 0
        ? html`<p class="empty">${words.outbox.empty}</p>`
        : letters.map((each) => letter(each, words)),
  })
}

/** `/outbox`: the letters that the demo has not sent. */
export const outboxPage = (
  makePage: MakePage,
  letters: Effect.Effect<ReadonlyArray<KeptLetter>>,
): OpenRoute => ({
  pattern: "/outbox",
  answer: (call) =>
    Effect.zipWith(readingOf(call), letters, (reading, kept) => page(makePage, reading, kept)),
})
