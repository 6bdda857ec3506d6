import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { type FormFields, formFields, seeOther } from "../kit/form.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { passkeySite } from "../kit/passkey-form.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import {
  browserCookie,
  failurePage,
  makeVisitors,
  originOf,
  ownForm,
  ownPath,
  sessionCookie,
  type VisitorParts,
} from "./visitor.ts"
import { linkEmail } from "./emails.ts"
import {
  endedPage,
  linkPage,
  noticePage,
  sentPage,
  signedOutPage,
  signInPage,
  type SignInPageParts,
} from "./sign-in-page.ts"
import { passkeyRoute, secondFactorRoute } from "./second-factor.ts"
import { makeWelcomeRoute } from "./welcome.ts"
import { signInWords, type SignInWords } from "./words.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { type KeptEmail, Mail } from "../../ports/mail.ts"
import { People } from "../../ports/people.ts"
import { SecondFactors } from "../../ports/second-factors.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"

/** What pages around signing in are made of. */
interface SignInRouteParts extends VisitorParts {
  readonly mail: Mail["Service"]
  readonly secondFactors: SecondFactors["Service"]
  readonly random: RandomBytes["Service"]
  readonly limit: LimitOf
  /** The network that a call comes from. */
  readonly networkOf: (call: IncomingCall) => string
}

/** When to try again where very many emails wait to be sent. */
const fullSeconds = 120

/** How long a browser is remembered as the one that asked for a link. */
const browserMarkSeconds = 3_600

const both = ["GET", "POST"] as const

/** Pages around signing in: asking for a link, opening it, signing out, opening an account. */
export const signInRoutes = (
  parts: Pick<PageRouteParts, "baseUrl" | "limit" | "makePage" | "networkOf">,
) =>
  Effect.gen(function* () {
    const services = {
      people: yield* People,
      mail: yield* Mail,
      random: yield* RandomBytes,
      secondFactors: yield* SecondFactors,
    }
    return makeSignInRoutes({ ...parts, ...services })
  })

const makeSignInRoutes = (parts: SignInRouteParts): ReadonlyArray<OpenRoute> => {
  const { baseUrl, limit, mail, makePage, networkOf, people, random } = parts
  const session = sessionCookie(baseUrl)
  const browser = browserCookie(baseUrl)
  const hasOutbox = mail.outbox !== undefined
  const hasPasskeys = passkeySite(baseUrl) !== undefined
  const visitors = makeVisitors(parts)

  const askPage = (call: IncomingCall, more: Pick<SignInPageParts, "email" | "next" | "fault">) =>
    Effect.map(readingOf(call), (reading) => {
      const { noMail } = signInWords[reading.language]
      if (!mail.isSet) {
        return noticePage({
          makePage,
          reading,
          status: call.method === "POST" ? 503 : 200,
          ...noMail,
        })
      }
      const minutes = limit("sign_in_link_minutes")
      const sessionDays = limit("console_session_days")
      return signInPage(
        { makePage, reading, minutes, sessionDays, hasPasskeys, ...more },
        hasOutbox,
      )
    })

  /** The same for a known and an unknown address: the queue knows neither. */
  const fullPage = (call: IncomingCall) =>
    Effect.map(readingOf(call), (reading) =>
      noticePage({
        makePage,
        reading,
        status: 503,
        headers: { "retry-after": String(fullSeconds) },
        ...signInWords[reading.language].mailFull,
      }),
    )

  /** Makes a link and hands its email over, whether or not the address is known. */
  const send = (call: IncomingCall, form: FormFields) =>
    Effect.gen(function* () {
      const reading = yield* readingOf(call)
      const mark = browser.read(call) ?? Buffer.from(random.take(32)).toString("base64url")
      const { language } = reading
      const email = form.text("email")
      const asked = people.requestLink({
        email,
        language,
        network: networkOf(call),
        nextPath: ownPath(form.text("next")),
        browserMark: mark,
      })
      const minutes = limit("sign_in_link_minutes")
      const posted = yield* mail.post(
        { kind: "sign-in", to: email },
        Effect.map(asked, (link) => linkEmail(link, { baseUrl, language, minutes })),
      )
      if (posted !== "taken") return yield* fullPage(call)
      return seeOther(reading.href("/console/sign-in/sent"), {
        "set-cookie": browser.set(mark, browserMarkSeconds),
      })
    })

  const request = (call: IncomingCall) =>
    Effect.gen(function* () {
      const form = yield* ownForm(call, baseUrl)
      const typed = { email: form.text("email"), next: ownPath(form.text("next")) }
      if (!mail.isSet) return yield* askPage(call, typed)
      return yield* send(call, form).pipe(
        Effect.catchTag("BadEmail", () => askPage(call, { ...typed, fault: "bad email" })),
        Effect.catchTag("TooManyLinks", ({ by }) => askPage(call, { ...typed, fault: by })),
      )
    })

  const ask = (call: IncomingCall): Effect.Effect<Answer> =>
    askPage(call, { email: "", next: ownPath(formFields(call.query).text("next")) })

  const sent = (call: IncomingCall) =>
    Effect.gen(function* () {
      const reading = yield* readingOf(call)
      const email = yield* people.lastAskedBy(browser.read(call) ?? "")
      return email === undefined
        ? seeOther(reading.href("/console/sign-in"))
        : sentPage({ makePage, reading }, { email, from: mail.from, hasOutbox })
    })

  const look = (call: IncomingCall, token: string) =>
    Effect.gen(function* () {
      const reading = yield* readingOf(call)
      const shown = { makePage, reading }
      return yield* people.lookAtLink(token, browser.read(call) ?? "").pipe(
        Effect.map((link) => linkPage(shown, link, call.path)),
        Effect.catchTag("LinkEnded", () => Effect.succeed(endedPage(shown))),
      )
    })

  const redeem = (call: IncomingCall, token: string) =>
    Effect.gen(function* () {
      yield* ownForm(call, baseUrl)
      const reading = yield* readingOf(call)
      return yield* people.redeem(token, session.read(call), originOf(parts, call)).pipe(
        Effect.map(({ maxAgeSeconds, nextPath, token }) =>
          seeOther(reading.href(nextPath), {
            "set-cookie": session.set(Redacted.value(token), maxAgeSeconds),
          }),
        ),
        Effect.catchTag("LinkEnded", () => Effect.succeed(endedPage({ makePage, reading }))),
      )
    })

  const signOut = (call: IncomingCall) =>
    visitors.withVisitor(
      call,
      (visitor) =>
        Effect.gen(function* () {
          yield* visitors.checkedForm(call, visitor)
          yield* people.signOut(session.read(call) ?? "")
          const reading = yield* readingOf(call)
          return seeOther(reading.href("/console/sign-in/out"), { "set-cookie": session.end })
        }),
      ["nothing", "second factor", "setting up"],
    )

  const orFailurePage =
    <Error extends Parameters<typeof failurePage>[2]>(
      answer: (call: IncomingCall, rest: string) => Effect.Effect<Answer, Error>,
    ) =>
    (call: IncomingCall, rest: string) =>
      Effect.catch(answer(call, rest), (failure) => failurePage(parts, call, failure))

  return [
    {
      pattern: "/console/sign-in",
      methods: both,
      answer: orFailurePage((call) => (call.method === "POST" ? request(call) : ask(call))),
    },
    passkeyRoute(parts),
    secondFactorRoute(parts, visitors),
    {
      pattern: "/console/sign-in/*",
      methods: both,
      answer: orFailurePage((call, rest) => {
        if (call.method === "POST") return redeem(call, rest)
        if (rest === "sent") return sent(call)
        if (rest !== "out") return look(call, rest)
        return Effect.map(readingOf(call), (reading) => signedOutPage({ makePage, reading }))
      }),
    },
    { pattern: "/console/sign-out", methods: ["POST"], answer: signOut },
    makeWelcomeRoute(parts, visitors),
    ...(mail.outbox === undefined ? [] : [outboxPage(makePage, mail.outbox)]),
  ]
}

/** `/outbox`: the emails that the demo has not sent. */
const outboxPage = (
  makePage: MakePage,
  emails: Effect.Effect<ReadonlyArray<KeptEmail>>,
): OpenRoute => ({
  pattern: "/outbox",
  answer: (call) =>
    Effect.zipWith(readingOf(call), emails, (reading, kept) => page(makePage, reading, kept)),
})

const page = (makePage: MakePage, reading: PageReading, emails: ReadonlyArray<KeptEmail>) => {
  const words = signInWords[reading.language]
  return noticePage({
    makePage,
    reading,
    path: "/outbox",
    title: words.outbox.title,
    symbol: "mail",
    text: words.outbox.text,
    more:
      emails.length === 0
        ? html`<p class="empty">${words.outbox.empty}</p>`
        : emails.map((each) => outgoing(each, words)),
  })
}

const outgoing = ({ at, subject, text, to }: KeptEmail, words: SignInWords): PageNode =>
  html`<article class="letter">
    <h2>${subject}</h2>
    <p class="label third">
      ${words.outbox.to} <b>${to}</b> · <time datetime=${at}>${at.slice(11, 16)} UTC</time>
    </p>
    <pre>${withLinks(text)}</pre>
  </article>`

/** Addresses of ours in an email, which become links. */
const address =
  /(https?:\/\/[^\s"<>]+\/(?:console\/sign-in(?:\/[\w-]+)?|compare\/[\w-]+(?:\/[\w-]+)?\?lang=[a-z]+))/

const withLinks = (text: string): PageContent =>
  text
    .split(address)
    .map((part, index) => (index % 2 === 1 ? html`<a href=${part}>${part}</a>` : part))
