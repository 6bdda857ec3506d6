import type { Answer } from "../../api/answer.ts"
import type { PartnerMembership, Visitor } from "../../ports/people.ts"
import { describedBy, field, notice, submitButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { noticePage } from "./notice-page.ts"
import { csrfInput } from "./visitor.ts"
import { type SignInWords, signInWords } from "./words.ts"

/** What keeps an account from being opened. */
export type WelcomeFault = "name" | "code" | "taken" | "too many"

/** How the page stands that opens or joins an account. */
export interface WelcomePageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
  readonly visitor: Visitor
  readonly invitations: ReadonlyArray<PartnerMembership>
  readonly name: string
  readonly code: string
  readonly fault?: WelcomeFault
}

const invitationForms = (
  { invitations, reading, visitor }: WelcomePageParts,
  { welcome }: SignInWords,
): PageNode =>
  html`<section class="stack" aria-labelledby="invited">
    <h2 id="invited">${welcome.invited}</h2>
    ${invitations.map(
      ({ code, name, role }) =>
        html`<form method="post" action=${reading.href("/console/welcome")}>
          ${csrfInput(visitor)}
          <input type="hidden" name="join" value=${code} />
          <div class="actions">
            ${submitButton({ label: welcome.join(name) })}
            <span class="label third">${welcome.roles[role]}</span>
          </div>
        </form>`,
    )}
  </section>`

const wrongCode = (fault: WelcomeFault | undefined, { welcome }: SignInWords) =>
  fault === "code" ? welcome.badCode : fault === "taken" ? welcome.takenCode : undefined

const openForm = (parts: WelcomePageParts, words: SignInWords): PageNode => {
  const { code, fault, name, reading, visitor } = parts
  const { welcome } = words
  const codeWrong = wrongCode(fault, words)
  return html`<form method="post" action=${reading.href("/console/welcome")} novalidate>
    ${csrfInput(visitor)}
    ${field({
      id: "name",
      label: welcome.name,
      help: welcome.nameHelp,
      ...(fault === "name" ? { wrong: welcome.badName } : {}),
      control: html`<input
        id="name"
        name="name"
        maxlength="200"
        required
        autocomplete="organization"
        value=${name}
        aria-describedby=${describedBy("name", { help: true, wrong: fault === "name" })}
      />`,
    })}
    ${field({
      id: "code",
      label: welcome.code,
      help: welcome.codeHelp,
      ...(codeWrong === undefined ? {} : { wrong: codeWrong }),
      control: html`<input
        id="code"
        name="code"
        maxlength="32"
        autocapitalize="none"
        spellcheck="false"
        autocomplete="off"
        value=${code}
        aria-describedby=${describedBy("code", { help: true, wrong: codeWrong !== undefined })}
      />`,
    })}
    ${submitButton({ label: welcome.button })}
  </form>`
}

/** Where somebody without an account opens one, or joins one that they are invited to. */
export const welcomePage = (parts: WelcomePageParts): Answer => {
  const { fault, invitations, makePage, reading, visitor } = parts
  const words = signInWords[reading.language]
  const { welcome } = words
  return noticePage({
    makePage,
    reading,
    path: "/console/welcome",
    status: fault === undefined ? 200 : fault === "too many" ? 429 : 400,
    title: welcome.title,
    text: welcome.text,
    more: html`${fault === "too many" ? notice("warning", welcome.tooManySignUps) : null}
      ${invitations.length === 0 ? null : invitationForms(parts, words)} ${openForm(parts, words)}
      <form method="post" action=${reading.href("/console/sign-out")}>
        ${csrfInput(visitor)}
        <div class="actions">
          <span class="label third">${visitor.email}</span>
          ${submitButton({ label: welcome.signOut, look: "quiet", isSmall: true })}
        </div>
      </form>`,
  })
}
