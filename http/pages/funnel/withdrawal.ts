import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import { tellOutage } from "../../observability/outage-log.ts"
import type { Mail } from "../../ports/mail.ts"
import type { ComparePaces } from "../compare/pace.ts"
import {
  emailField,
  errorSummary,
  linkButton,
  notice,
  submitButton,
  inputField,
} from "../kit/controls.ts"
import { type FormFields, formFields, readForm } from "../kit/form.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { letterHeading, letterHtml, letterParagraph, letterTo, type Letter } from "../kit/letter.ts"
import { plainInsurer } from "../kit/offer-words.ts"
import type { MakePage } from "../kit/page.ts"
import { symbol } from "../kit/symbols.ts"
import { linkHeaders } from "../redirect-pages.ts"
import {
  type EndedBy,
  funnelAnswer,
  isCredited,
  type NamedOffer,
  type OpenedQuote,
  pageAddress,
  type Paged,
} from "./frame.ts"
import { nameCharactersMax, readNames } from "./names-page.ts"
import { mailboxOf, readEmail } from "../../../rules/accounts/person.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import type { FunnelQuotes } from "../../ports/funnel-quotes.ts"

/** Who keeps declarations where the operator has not stated its name. */
const houseName = "Viatica"

/** The path of the page, from the root. */
export const withdrawalPath = "/funnel/withdraw"

/** What withdrawals are taken with. */
export interface WithdrawalParts {
  readonly makePage: MakePage
  readonly quotes: FunnelQuotes["Service"]
  readonly offerOf: (id: number) => NamedOffer | undefined
  readonly mail: Mail["Service"]
  readonly paces: ComparePaces
  readonly limit: LimitOf
  readonly networkOf: (call: IncomingCall) => string
}

/** What stands on a receipt of a contract that its traveller may withdraw from, or has; null on any other. */
export const withdrawalPart = (opened: OpenedQuote): PageNode | null => {
  const { quote, say, withdrawUntil } = opened
  const { withdrawalDeclaredAt } = quote
  if (withdrawalDeclaredAt !== null) {
    return html`<div class="stack" data-withdrawal="declared">
      ${notice("ok", [
        html`<p>${say("trust.withdraw_done")}</p>`,
        html`<p>${receivedText(opened, withdrawalDeclaredAt)}</p>`,
      ])}
      <p>
        ${linkButton({ href: withdrawalAddress(opened, say.language), label: say("trust.withdraw_see"), isSmall: true })}
      </p>
    </div>`
  }
  return withdrawUntil === undefined
    ? null
    : html`<div class="stack" data-withdrawal="open">
        <h2>${say("trust.topic_withdrawal")}</h2>
        <p>
          ${linkButton({ href: withdrawalAddress(opened, say.language), label: say("trust.withdraw") })}
        </p>
        <p class="small-text second">
          ${say("trust.withdraw_until", { day: say.date(withdrawUntil) })}
        </p>
      </div>`
}

/**
 * Takes declarations to withdraw: a page that names the contract and asks who withdraws, and a second
 * button that confirms. What is typed goes into the acknowledgement alone, on the page and by email:
 * kept is that the traveller of this subscription has declared, and when.
 */
export const makeWithdrawal = (parts: WithdrawalParts) => {
  const { quotes } = parts

  const show = (opened: OpenedQuote): Answer => {
    const { withdrawalDeclaredAt } = opened.quote
    if (withdrawalDeclaredAt !== null) return donePage(parts, opened, { name: "", mailedTo: "" })
    return opened.withdrawUntil === undefined
      ? toReceipt(opened)
      : formPage(parts, opened, { name: "", email: "" })
  }

  const declare = (opened: OpenedQuote, fields: FormFields, call: IncomingCall): Paged => {
    const isDeclared = opened.quote.withdrawalDeclaredAt !== null
    if (!isDeclared && opened.withdrawUntil === undefined) return Effect.succeed(toReceipt(opened))
    const { faults, names } = readNames(fields, 1)
    const [name = ""] = names
    const typed = { name, email: fields.text("email") }
    const email = typed.email.trim() === "" ? "" : readEmail(typed.email)
    if (faults[0] !== undefined || email === undefined) {
      return Effect.succeed(
        formPage(parts, opened, {
          ...typed,
          wrong: { name: faults[0], email: email === undefined },
        }),
      )
    }
    return Effect.gen(function* () {
      const quote = isDeclared ? opened.quote : yield* kept(opened)
      const declared = { ...opened, quote }
      const letter = acknowledgement(parts, declared, name)
      const isMailed = email !== "" && (yield* sent(email, letter, parts.networkOf(call)))
      return donePage(parts, declared, { name, mailedTo: isMailed ? email : "" })
    })
  }

  const kept = ({ quote }: OpenedQuote) =>
    Effect.catch(quotes.declareWithdrawal(quote), (error) =>
      Effect.andThen(
        tellOutage("a withdrawal cannot be kept", error),
        Effect.fail<EndedBy>("unavailable"),
      ),
    )

  /** Sends the acknowledgement, unless so many emails have gone to the mailbox or from the network today. */
  const sent = Effect.fnUntraced(function* (email: string, letter: Letter, network: string) {
    const { limit, mail, paces } = parts
    if (!mail.isSet) return false
    const mailbox = createHash("sha256").update(mailboxOf(email)).digest("base64url")
    const waits = [
      yield* paces.mailNetworks(network, limit("comparison_emails_per_network_day")),
      yield* paces.mailboxes(mailbox, limit("comparison_emails_per_mailbox_day")),
    ]
    if (waits.some((wait) => wait !== undefined)) return false
    const place = { kind: "withdrawal", to: email } as const
    return (yield* mail.post(place, Effect.succeed(letterTo(email, letter)))) === "taken"
  })

  return (open: Effect.Effect<OpenedQuote, EndedBy>, call: IncomingCall): Paged =>
    Effect.flatMap(open, (opened) => {
      if (call.method !== "POST") return Effect.succeed(show(opened))
      return Effect.matchEffect(readForm(call), {
        // A form that has not come whole is asked for again.
        onFailure: () => declare(opened, formFields(""), call),
        onSuccess: (fields) => declare(opened, fields, call),
      })
    })
}

/** The address of the page, from another one of the funnel. */
const withdrawalAddress = ({ quote }: OpenedQuote, language: string): string =>
  `./withdraw?${new URLSearchParams({ quote: quote.quoteRef, lang: language }).toString()}`

const receiptAddress = (opened: OpenedQuote): string =>
  pageAddress(opened, opened.say.language, opened.quote.offerId)

const toReceipt = (opened: OpenedQuote): Answer =>
  textAnswer(303, "text/plain", "There is nothing to withdraw from.\n", {
    ...linkHeaders,
    location: receiptAddress(opened),
  })

interface TypedWithdrawal {
  readonly name: string
  readonly email: string
  readonly wrong?: {
    readonly name: ReturnType<typeof readNames>["faults"][number]
    readonly email: boolean
  }
}

/** Names the contract and asks who withdraws from it. */
const formPage = (
  parts: WithdrawalParts,
  opened: OpenedQuote,
  { email, name, wrong }: TypedWithdrawal,
): Answer => {
  const { say, withdrawUntil } = opened
  const wrongName =
    wrong?.name === undefined
      ? undefined
      : wrong.name === "missing"
        ? say("trust.withdraw_no_name")
        : say("funnel.name_wrong", { max: nameCharactersMax })
  const wrongEmail = wrong?.email === true ? say("comparator.mail_bad") : undefined
  const faults = [
    ...(wrongName === undefined ? [] : [{ id: "name", told: wrongName }]),
    ...(wrongEmail === undefined ? [] : [{ id: "email", told: wrongEmail }]),
  ]
  return withdrawalAnswer(parts.makePage, opened, {
    heading: say("trust.withdraw"),
    status: faults.length === 0 ? 200 : 422,
    body: html`<div class="stack narrow">
      ${faults.length === 0 ? null : errorSummary(say("comparator.faults", { count: faults.length }), faults)}
      <section class="card stack">
        ${contract(parts, opened)}
        <p>${say("trust.withdraw_about")}</p>
        <form
          class="stack"
          method="post"
          novalidate
          action=${withdrawalAddress(opened, say.language)}
        >
          ${inputField({
            id: "name",
            label: say("trust.withdraw_name"),
            ...(wrongName === undefined ? {} : { wrong: wrongName }),
            input: {
              value: name,
              required: true,
              maxlength: nameCharactersMax,
              autocomplete: "name",
              spellcheck: false,
            },
          })}
          ${
            parts.mail.isSet
              ? emailField({
                  label: say("trust.withdraw_email"),
                  help: say("trust.withdraw_email_about"),
                  email,
                  isRequired: false,
                  wrong: wrongEmail,
                })
              : null
          }
          <p class="actions">
            ${submitButton({ label: say("trust.withdraw_confirm"), look: "danger" })}
            ${linkButton({ href: receiptAddress(opened), label: say("trust.withdraw_back"), look: "quiet" })}
          </p>
        </form>
        ${
          withdrawUntil === undefined
            ? null
            : html`<p class="help">
                ${say("trust.withdraw_until", { day: say.date(withdrawUntil) })}
              </p>`
        }
      </section>
    </div>`,
  })
}

/** What acknowledges a declaration: what was declared, when it came, and to whom it is passed on. */
const donePage = (
  parts: WithdrawalParts,
  opened: OpenedQuote,
  { mailedTo, name }: { readonly name: string; readonly mailedTo: string },
): Answer => {
  const { say } = opened
  return withdrawalAnswer(parts.makePage, opened, {
    heading: say("trust.withdraw_done"),
    status: 200,
    body: html`<div class="stack narrow">
      <section class="card stack" data-withdrawal="declared">
        ${toldLines(parts, opened, name).map((line) => html`<p>${line}</p>`)}
        ${mailedTo === "" ? null : html`<p>${say("trust.withdraw_mailed", { email: mailedTo })}</p>`}
        ${contract(parts, opened)}
        <p class="actions">
          <button type="button" class="button small scripted" data-print>
            ${symbol("document")}<span>${say("comparator.print")}</span>
          </button>
          ${linkButton({ href: receiptAddress(opened), label: say("trust.withdraw_back"), look: "quiet", isSmall: true })}
        </p>
      </section>
    </div>`,
  })
}

const withdrawalAnswer = (
  makePage: MakePage,
  opened: OpenedQuote,
  page: { readonly heading: string; readonly status: number; readonly body: PageContent },
): Answer =>
  funnelAnswer(makePage, opened, {
    ...page,
    step: null,
    offerId: opened.quote.offerId,
    addressIn: (language) => withdrawalAddress(opened, language),
  })

/** What was declared, by whom, when it came, and to whom it goes. */
const toldLines = (
  parts: WithdrawalParts,
  opened: OpenedQuote,
  name: string,
): ReadonlyArray<string> => {
  const { quote, say } = opened
  const { insurer } = offerOfQuote(parts, opened)
  // The insurer learns of it from them: no channel of ours leads there.
  const names = [
    opened.disclosed.operator.name ?? houseName,
    ...(isCredited(opened) ? [quote.partner.name] : []),
  ]
  return [
    receivedText(opened, quote.withdrawalDeclaredAt ?? quote.changedAt),
    ...(name === "" ? [] : [say("trust.withdraw_by", { name })]),
    say("trust.withdraw_passed", { names: say.list(names) }),
    ...(insurer === "" ? [] : [say("trust.withdraw_insurer", { insurer })]),
  ]
}

const receivedText = ({ say }: OpenedQuote, at: string): string =>
  say("trust.withdraw_at", { day: say.date(at.slice(0, 10)), time: at.slice(11, 16) })

const contract = (parts: WithdrawalParts, opened: OpenedQuote): PageNode =>
  html`<dl class="told-facts">
    ${contractFacts(parts, opened).map(
      ([term, told]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${told === opened.quote.subscriptionId ? html`<code>${told}</code>` : told}</dd>
        </div>`,
    )}
  </dl>`

const contractFacts = (
  parts: WithdrawalParts,
  opened: OpenedQuote,
): ReadonlyArray<readonly [term: string, told: string]> => {
  const { quote, say } = opened
  const { arrivalCountries, endDate, startDate } = quote.trip
  const { insurer, name } = offerOfQuote(parts, opened)
  return [
    [say("funnel.your_offer"), name],
    [say("trust.topic_insurer"), insurer],
    [say("trust.covered"), say.dateRange(startDate, endDate)],
    [say("comparator.destinations"), say.list(arrivalCountries.map(say.country))],
    [say("trust.reference"), quote.subscriptionId],
  ]
}

/** The offer of a quote by name; where the catalogue holds it no more, its reference alone names the contract. */
const offerOfQuote = ({ offerOf }: WithdrawalParts, { quote }: OpenedQuote): NamedOffer => {
  const found = quote.offerId === null ? undefined : offerOf(quote.offerId)
  return { name: found?.name ?? "", insurer: plainInsurer(found?.insurer ?? "") }
}

/** The email that acknowledges a declaration: it says what the page says. */
const acknowledgement = (parts: WithdrawalParts, opened: OpenedQuote, name: string): Letter => {
  const { say } = opened
  const subject = say("trust.withdraw_done")
  const lines = toldLines(parts, opened, name)
  const facts = contractFacts(parts, opened).map(([term, told]) => `${term}: ${told}`)
  const own = say("trust.withdraw_email_about")
  return {
    subject,
    lines: [subject, ...lines, facts.join("\n"), own],
    html: letterHtml(say.language, {
      subject,
      preview: lines[0] ?? subject,
      sheets: [
        html`${letterHeading(subject)} ${[...lines, ...facts].map((line) => letterParagraph(line))}`,
      ],
      foot: [own],
    }),
  }
}
