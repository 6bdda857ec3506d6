import type { Answer } from "../../api/answer.ts"
import type { OpenLink } from "../../ports/people.ts"
import { linkButton, submitButton } from "../kit/controls.ts"
import { html } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { noticePage } from "./notice-page.ts"
import { signInWords } from "./words.ts"

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
