import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { linkButton, notice, submitButton, inputField } from "../kit/controls.ts"
import { formFields, seeOther } from "../kit/form.ts"
import { html } from "../kit/html.ts"
import { passkeyForm, passkeyScript, passkeySite } from "../kit/passkey-form.ts"
import { readingOf } from "../kit/reading.ts"
import { noticePage } from "./sign-in-page.ts"
import {
  csrfInput,
  failurePage,
  originOf,
  ownForm,
  ownPath,
  sessionCookie,
  type VisitorParts,
  type Visitors,
} from "./visitor.ts"
import { type SecondFactorWords, secondFactorWords } from "./second-factor-words.ts"
import type { Visitor } from "../../ports/people.ts"
import type { SecondFactors } from "../../ports/second-factors.ts"

interface SecondFactorParts extends VisitorParts {
  readonly secondFactors: SecondFactors["Service"]
  readonly networkOf: (call: IncomingCall) => string
}

const path = "/console/second-factor"

/** When guesses may go on. */
const retryAfterSeconds = "3600"

/** What was wrong with a second factor that was sent. */
type FactorFault = keyof SecondFactorWords["faults"]

const statusOf: Readonly<Record<FactorFault, number>> = {
  refused: 422,
  passkey: 422,
  "too many": 429,
}

/**
 * `/console/second-factor`: where somebody passes a second factor, after the link of a sign-in or before
 * a grave change, and goes on to the page that was asked for.
 */
export const secondFactorRoute = (
  { baseUrl, makePage, secondFactors }: SecondFactorParts,
  { checkedForm, withVisitor }: Visitors,
): OpenRoute => {
  const site = passkeySite(baseUrl)

  const ask = (call: IncomingCall, visitor: Visitor, next: string, fault?: FactorFault) =>
    Effect.gen(function* () {
      const reading = yield* readingOf(call)
      const words = secondFactorWords[reading.language]
      const { passkeys } = yield* secondFactors.of(visitor.personId)
      const options =
        site === undefined || passkeys.length === 0
          ? undefined
          : yield* secondFactors.passkeyOptions(visitor, site)
      const hidden = html`${csrfInput(visitor)}<input type="hidden" name="next" value=${next} />`
      const shown = `${path}?next=${encodeURIComponent(next)}`
      return noticePage({
        makePage,
        reading,
        path: shown,
        scripts: [passkeyScript],
        title: words.title,
        text: words.text,
        ...(fault === undefined ? {} : { status: statusOf[fault] }),
        ...(fault === "too many" ? { headers: { "retry-after": retryAfterSeconds } } : {}),
        more: html`${
            fault === undefined || fault === "refused"
              ? null
              : notice("warning", words.faults[fault])
          }
          ${
            options === undefined
              ? null
              : passkeyForm({
                  action: reading.href(path),
                  does: "show",
                  options,
                  fields: hidden,
                  label: words.passkey,
                  isMain: true,
                  failed: words.failed,
                })
          }
          <form method="post" action=${reading.href(path)} novalidate>
            ${hidden}
            ${inputField({
              id: "code",
              label: words.code,
              help: words.codeHelp,
              ...(fault === "refused" ? { wrong: words.faults.refused } : {}),
              input: {
                autocomplete: "one-time-code",
                autocapitalize: "characters",
                spellcheck: false,
                maxlength: 40,
                required: true,
              },
            })}
            ${submitButton({ label: words.go, look: options === undefined ? "main" : "plain" })}
          </form>
          <details>
            <summary>${words.lost}</summary>
            <p class="second">${words.lostWhy}</p>
          </details>
          <form method="post" action=${reading.href("/console/sign-out")}>
            ${csrfInput(visitor)}
            <div class="actions">
              <span class="label third">${visitor.email}</span>
              ${submitButton({ label: words.signOut, look: "quiet", isSmall: true })}
            </div>
          </form>`,
      })
    })

  /** Who has no second factor proves by a new link who it is. */
  const againByLink = (call: IncomingCall, visitor: Visitor, next: string) =>
    Effect.map(readingOf(call), (reading) => {
      const words = secondFactorWords[reading.language]
      return noticePage({
        makePage,
        reading,
        title: words.againTitle,
        text: words.againText(visitor.email),
        more: html`<div class="actions">
          ${linkButton({
            label: words.again,
            href: reading.href(`/console/sign-in?next=${encodeURIComponent(next)}`),
            look: "main",
          })}
        </div>`,
      })
    })

  const take = (call: IncomingCall, visitor: Visitor) =>
    Effect.gen(function* () {
      const form = yield* checkedForm(call, visitor)
      const next = ownPath(form.text("next"))
      const text = form.text("passkey")
      const reading = yield* readingOf(call)
      const passed =
        text !== "" && site !== undefined
          ? secondFactors.passPasskey(visitor, { site, text })
          : secondFactors.passCode(visitor, form.text("code"))
      return yield* Effect.as(passed, seeOther(reading.href(next))).pipe(
        Effect.catchTags({
          FactorRefused: () => ask(call, visitor, next, text === "" ? "refused" : "passkey"),
          TooManyFactorTries: () => ask(call, visitor, next, "too many"),
        }),
      )
    })

  return {
    pattern: path,
    methods: ["GET", "POST"],
    answer: (call) =>
      withVisitor(
        call,
        (visitor) => {
          if (call.method === "POST") return take(call, visitor)
          const next = ownPath(formFields(call.query).text("next"))
          return visitor.hasFactor ? ask(call, visitor, next) : againByLink(call, visitor, next)
        },
        ["nothing", "second factor"],
      ),
  }
}

/** `/console/sign-in/passkey`: signs in by a passkey, without a link. */
export const passkeyRoute = (parts: SecondFactorParts): OpenRoute => {
  const { baseUrl, makePage, secondFactors } = parts
  const session = sessionCookie(baseUrl)
  const site = passkeySite(baseUrl)
  const at = "/console/sign-in/passkey"

  const ask = (call: IncomingCall, next: string, isRefused: boolean) =>
    Effect.gen(function* () {
      const reading = yield* readingOf(call)
      const words = secondFactorWords[reading.language]
      const options =
        site === undefined ? undefined : yield* secondFactors.passkeyOptions(null, site)
      return noticePage({
        makePage,
        reading,
        path: `${at}?next=${encodeURIComponent(next)}`,
        scripts: [passkeyScript],
        title: words.signInTitle,
        text: options === undefined ? words.noSite : words.signInText,
        ...(isRefused ? { status: 422 } : {}),
        more: html`${isRefused ? notice("warning", words.faults.passkey) : null}
          ${
            options === undefined
              ? null
              : passkeyForm({
                  action: reading.href(at),
                  does: "show",
                  options,
                  fields: html`<input type="hidden" name="next" value=${next} />`,
                  label: words.passkey,
                  isMain: true,
                  failed: words.failed,
                })
          }
          <p>
            <a href=${reading.href(`/console/sign-in?next=${encodeURIComponent(next)}`)}
              >${words.byLink}</a
            >
          </p>`,
      })
    })

  const take = (call: IncomingCall) =>
    Effect.gen(function* () {
      const form = yield* ownForm(call, baseUrl)
      const next = ownPath(form.text("next"))
      const reading = yield* readingOf(call)
      if (site === undefined) return yield* ask(call, next, false)
      const answer = { site, text: form.text("passkey") }
      return yield* secondFactors
        .signInByPasskey(answer, session.read(call), originOf(parts, call))
        .pipe(
          Effect.map(({ maxAgeSeconds, token }): Answer =>
            seeOther(reading.href(next), {
              "set-cookie": session.set(Redacted.value(token), maxAgeSeconds),
            }),
          ),
          Effect.catchTag("FactorRefused", () => ask(call, next, true)),
        )
    })

  return {
    pattern: at,
    methods: ["GET", "POST"],
    answer: (call) =>
      Effect.catch(
        call.method === "POST"
          ? take(call)
          : ask(call, ownPath(formFields(call.query).text("next")), false),
        (failure) => failurePage(parts, call, failure),
      ),
  }
}
