import * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { notice, submitButton, inputField } from "../kit/controls.ts"
import { type FormFields, seeOther } from "../kit/form.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import { noticePage } from "./sign-in-page.ts"
import { csrfInput, type VisitorParts, type Visitors } from "./visitor.ts"
import { type SignInWords, signInWords } from "./words.ts"
import type { PartnerMembership, Visitor } from "../../ports/people.ts"
import { suggestedCode } from "../../../rules/accounts/partner.ts"

interface WelcomeParts extends VisitorParts {
  readonly networkOf: (call: IncomingCall) => string
}

/** What keeps an account from being opened. */
type WelcomeFault = "name" | "code" | "taken" | "too many"

/** How many codes are tried for a partner that has not chosen one. */
const codesTried = 9

/**
 * `/console/welcome`: where somebody without an account opens one, or joins one that they are invited
 * to. The console begins at `/console` after that.
 */
export const makeWelcomeRoute = (
  { makePage, networkOf, people }: WelcomeParts,
  { checkedForm, withVisitor }: Visitors,
): OpenRoute => {
  const show = (
    call: IncomingCall,
    visitor: Visitor,
    form?: { readonly fields: FormFields; readonly fault: WelcomeFault },
  ) =>
    Effect.zipWith(
      readingOf(call),
      people.invitationsOf(visitor.personId),
      (reading, invitations) =>
        welcomePage({
          makePage,
          reading,
          visitor,
          invitations,
          name: form?.fields.text("name") ?? "",
          code: form?.fields.text("code") ?? "",
          ...(form === undefined ? {} : { fault: form.fault }),
        }),
    )

  /** Opens an account under the code that was chosen, else under the first free one of its name. */
  const open = (call: IncomingCall, visitor: Visitor, fields: FormFields) => {
    const name = fields.text("name")
    const chosen = fields.text("code")
    const network = networkOf(call)
    const tryCode = (attempt: number): ReturnType<typeof people.signUp> => {
      const code = chosen === "" ? suggestedCode(name, attempt) : chosen
      const opened = people.signUp(visitor.personId, { code, name, network })
      return chosen === "" && attempt < codesTried
        ? Effect.catchTag(opened, "PartnerExists", () => tryCode(attempt + 1))
        : opened
    }
    return tryCode(1)
  }

  const take = (call: IncomingCall, visitor: Visitor) =>
    Effect.gen(function* () {
      const fields = yield* checkedForm(call, visitor)
      const reading = yield* readingOf(call)
      const joined = fields.text("join")
      const done =
        joined === "" ? open(call, visitor, fields) : people.join(visitor.personId, joined)
      const faulty = (fault: WelcomeFault) => show(call, visitor, { fields, fault })
      return yield* Effect.as(done, seeOther(reading.href("/console"))).pipe(
        Effect.catchTag(["HasPartner", "PersonNotFound"], () =>
          Effect.succeed(seeOther(reading.href("/console"))),
        ),
        Effect.catchTag("BadPartner", ({ field }) => faulty(field)),
        Effect.catchTag("PartnerExists", () => faulty("taken")),
        Effect.catchTag("TooManySignUps", () => faulty("too many")),
      )
    })

  return {
    pattern: "/console/welcome",
    methods: ["GET", "POST"],
    answer: (call) =>
      withVisitor(call, (visitor) => {
        if (call.method === "POST") return take(call, visitor)
        return visitor.partner === null
          ? show(call, visitor)
          : Effect.map(readingOf(call), (reading) => seeOther(reading.href("/console")))
      }),
  }
}

/** How the page stands that opens or joins an account. */
interface WelcomePageParts {
  readonly makePage: MakePage
  readonly reading: PageReading
  readonly visitor: Visitor
  readonly invitations: ReadonlyArray<PartnerMembership>
  readonly name: string
  readonly code: string
  readonly fault?: WelcomeFault
}

/** Where somebody without an account opens one, or joins one that they are invited to. */
const welcomePage = (parts: WelcomePageParts): Answer => {
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

const openForm = (parts: WelcomePageParts, words: SignInWords): PageNode => {
  const { code, fault, name, reading, visitor } = parts
  const { welcome } = words
  const codeWrong = wrongCode(fault, words)
  return html`<form method="post" action=${reading.href("/console/welcome")} novalidate>
    ${csrfInput(visitor)}
    ${inputField({
      id: "name",
      label: welcome.name,
      help: welcome.nameHelp,
      ...(fault === "name" ? { wrong: welcome.badName } : {}),
      input: { maxlength: 200, required: true, autocomplete: "organization", value: name },
    })}
    ${inputField({
      id: "code",
      label: welcome.code,
      help: welcome.codeHelp,
      ...(codeWrong === undefined ? {} : { wrong: codeWrong }),
      input: {
        maxlength: 32,
        autocapitalize: "none",
        spellcheck: false,
        autocomplete: "off",
        value: code,
      },
    })}
    ${submitButton({ label: welcome.button })}
  </form>`
}

const wrongCode = (fault: WelcomeFault | undefined, { welcome }: SignInWords) =>
  fault === "code" ? welcome.badCode : fault === "taken" ? welcome.takenCode : undefined
