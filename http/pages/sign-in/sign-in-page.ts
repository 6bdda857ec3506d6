import type { Answer } from "../../api/answer.ts"
import { emailField, linkButton, notice, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { pageLanguages, type PageReading } from "../kit/reading.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import { symbol, type SymbolName } from "../kit/symbols.ts"
import { secondFactorWords } from "./second-factor-words.ts"
import { type SignInWords, signInWords } from "./words.ts"
import type { OpenLink, TooManyLinks } from "../../ports/people.ts"

/** How the page that asks for an address stands. */
export interface SignInPageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
  readonly minutes: number
  readonly sessionDays: number
  /** Whether browsers make passkeys for this service. */
  readonly hasPasskeys: boolean
  /** What the form holds: an address as it was typed, and where to go to afterwards. */
  readonly email: string
  readonly next: string
  readonly fault?: "bad email" | TooManyLinks["by"]
}

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
        ${emailField({
          label: words.email,
          help: words.signIn.newHere,
          email,
          isRequired: true,
          wrong: isBadEmail ? words.signIn.badEmail : undefined,
        })}
        ${submitButton({ label: words.signIn.send })}
      </form>
      ${
        parts.hasPasskeys
          ? html`<p>
              <a href=${reading.href(`/console/sign-in/passkey?next=${encodeURIComponent(next)}`)}
                >${secondFactorWords[reading.language].offer}</a
              >
            </p>`
          : null
      }
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

interface LinkPageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
}

/**
 * Whose session a link begins, and the button that begins it: opening the address alone uses nothing
 * up, as programs that look through mail open it too. In another browser than the one that asked, it
 * says so first.
 */
export const linkPage = (
  { makePage, reading }: LinkPageParts,
  { email, isSameBrowser }: OpenLink,
  path: string,
): Answer => {
  const words = signInWords[reading.language]
  const { button, text, title } = isSameBrowser ? words.open : words.elsewhere
  return noticePage({
    makePage,
    reading,
    path,
    title,
    symbol: isSameBrowser ? "mail" : "warning",
    text: html`<span>${text}<b>${email}</b>.</span>`,
    more: html`<form method="post" action=${reading.href(path)}>
        ${submitButton({ label: button })}
      </form>
      <p><a href=${reading.href("/console/sign-in")}>${words.open.other}</a></p>`,
  })
}

/** Tells that a link does not work; nothing tells whether it ever did. */
export const endedPage = ({ makePage, reading }: LinkPageParts): Answer => {
  const { ended } = signInWords[reading.language]
  return noticePage({
    makePage,
    reading,
    status: 410,
    title: ended.title,
    symbol: "clock",
    text: ended.text,
    more: html`<div class="actions">
      ${linkButton({ label: ended.button, href: reading.href("/console/sign-in"), look: "main" })}
    </div>`,
  })
}

/** Tells that somebody is signed out. */
export const signedOutPage = ({ makePage, reading }: LinkPageParts): Answer => {
  const { signedOut } = signInWords[reading.language]
  return noticePage({
    makePage,
    reading,
    path: "/console/sign-in/out",
    title: signedOut.title,
    text: signedOut.text,
    more: html`<div class="actions">
      ${linkButton({ label: signedOut.button, href: reading.href("/console/sign-in") })}
    </div>`,
  })
}

/** A page of one card: what is so, and what one can do. */
interface NoticePageParts {
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
  /** Names of scripts beside that of all pages. */
  readonly scripts?: ReadonlyArray<string>
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
    ...(parts.scripts === undefined ? {} : { scripts: parts.scripts }),
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

const outboxNote = ({ sent }: SignInWords, reading: PageReading): PageNode =>
  html`<span>${sent.demo} <a href=${reading.href("/outbox")}>${sent.outbox}</a>.</span>`
