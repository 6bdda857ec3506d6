import type { TooManyLinks } from "../../ports/people-errors.ts"
import type { Answer } from "../../api/answer.ts"
import { describedBy, field, notice, submitButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { symbol } from "../kit/symbols.ts"
import { noticePage } from "./notice-page.ts"
import { type SignInWords, signInWords } from "./words.ts"

/** How the page that asks for an address stands. */
export interface SignInPageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
  readonly minutes: number
  readonly sessionDays: number
  /** What the form holds: an address as it was typed, and where to go to afterwards. */
  readonly email: string
  readonly next: string
  readonly fault?: "bad email" | TooManyLinks["by"]
}

const outboxNote = ({ sent }: SignInWords, reading: PageReading): PageNode =>
  html`<span>${sent.demo} <a href=${reading.href("/outbox")}>${sent.outbox}</a>.</span>`

const facts = ({ signIn }: SignInWords, minutes: number, sessionDays: number): PageNode =>
  html`<ul class="facts">
    <li>${symbol("clock", 15)}<span>${signIn.once(minutes)}</span></li>
    <li>
      ${symbol("mail", 15)}
      <div>
        ${signIn.onlyAccount}
        <details>
          <summary>${signIn.whatWeKeep}</summary>
          <p>${signIn.kept(sessionDays)}</p>
        </details>
      </div>
    </li>
  </ul>`

const emailField = (words: SignInWords, email: string, isWrong: boolean): PageNode =>
  field({
    id: "email",
    label: words.email,
    help: words.signIn.newHere,
    ...(isWrong ? { wrong: words.signIn.badEmail } : {}),
    control: html`<input
      id="email"
      name="email"
      type="text"
      inputmode="email"
      autocomplete="email"
      autocapitalize="none"
      spellcheck="false"
      maxlength="254"
      required
      value=${email}
      aria-describedby=${describedBy("email", { help: true, wrong: isWrong })}
      aria-invalid=${isWrong ? "true" : undefined}
    />`,
  })

/** Asks for an address to send a link to. */
export const signInPage = (parts: SignInPageParts, hasOutbox: boolean): Answer => {
  const { email, fault, makePage, minutes, next, reading, sessionDays } = parts
  const words = signInWords[reading.language]
  const isBadEmail = fault === "bad email"
  return noticePage({
    makePage,
    reading,
    path: `/console/sign-in${next === "/console" ? "" : `?next=${encodeURIComponent(next)}`}`,
    title: words.signIn.title,
    text: words.signIn.text,
    status: fault === undefined ? 200 : isBadEmail ? 400 : 429,
    more: html`${fault === undefined || isBadEmail ? null : notice("warning", words.tooMany[fault])}
      <form method="post" action=${reading.href("/console/sign-in")} novalidate>
        <input type="hidden" name="next" value=${next} />
        ${emailField(words, email, isBadEmail)} ${submitButton({ label: words.signIn.send })}
      </form>
      ${facts(words, minutes, sessionDays)}`,
    ...(hasOutbox ? { foot: outboxNote(words, reading) } : {}),
  })
}

/** Tells that a link is on its way, and to which address if the browser is the one that asked. */
export const sentPage = (
  { makePage, reading }: Pick<SignInPageParts, "makePage" | "reading">,
  {
    email,
    from,
    hasOutbox,
  }: { readonly email: string; readonly from: string; readonly hasOutbox: boolean },
): Answer => {
  const words = signInWords[reading.language]
  const { sent } = words
  return noticePage({
    makePage,
    reading,
    path: "/console/sign-in/sent",
    title: sent.title,
    symbol: "mail",
    text: html`<span>${sent.before}<b>${email}</b>${sent.after(from)}</span>`,
    more: html`<div class="actions">
      <form method="post" action=${reading.href("/console/sign-in")}>
        <input type="hidden" name="email" value=${email} />
        ${submitButton({ label: sent.again, look: "plain" })}
      </form>
      <a href=${reading.href("/console/sign-in")}>${sent.other}</a>
    </div>`,
    ...(hasOutbox ? { foot: outboxNote(words, reading) } : {}),
  })
}
