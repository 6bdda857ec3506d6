import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"
import { type FormFields, isOwnForm, readForm, seeOther } from "../kit/form.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { readingOf } from "../kit/reading.ts"
import { noticePage } from "./sign-in-page.ts"
import { signInWords } from "./words.ts"
import { sameToken } from "../../platform/masked-token.ts"
import { Actor } from "../../ports/audit-log.ts"
import type { People, PeopleUnavailable, SignInOrigin, Visitor } from "../../ports/people.ts"

/** A form that is not taken: it came from elsewhere, from another session, or not whole. */
export class FormRefused extends Data.TaggedError("FormRefused")<{
  readonly because: "elsewhere" | "stale" | "too long" | "too slow" | "broken off"
}> {}

/** What pages for people who are signed in stand on. */
export interface VisitorParts {
  readonly people: People["Service"]
  readonly makePage: MakePage
  readonly baseUrl: string
}

/** Gives pages their visitor, and checks the forms that visitors send. */
export interface Visitors {
  /**
   * Answers people who are signed in, in their name for the audit. Others are sent to the sign-in page,
   * and come back to the page that they asked for; so are people who have a second factor to pass, and
   * who has to set one up is led there.
   */
  readonly withVisitor: <Services>(
    call: IncomingCall,
    answer: (
      visitor: Visitor,
    ) => Effect.Effect<Answer | undefined, FormRefused | PeopleUnavailable, Services>,
    /** Who is answered: usually those alone of whom nothing more is needed. */
    admitted?: ReadonlyArray<Visitor["needs"]>,
  ) => Effect.Effect<Answer | undefined, never, Services>
  /** A form that was read before, where a page of ours showed it in this session. */
  readonly ofSession: (form: FormFields, visitor: Visitor) => Effect.Effect<FormFields, FormRefused>
  /** Reads a form of at most 16 kB that a page of ours showed in this session. */
  readonly checkedForm: (
    call: IncomingCall,
    visitor: Visitor,
  ) => Effect.Effect<FormFields, FormRefused>
}

const csrfField = "csrf"

/** The hidden field that every form of a visitor has. */
export const csrfInput = ({ csrfToken }: Visitor): PageNode =>
  html`<input type="hidden" name=${csrfField} value=${csrfToken} />`

const unreadBecause = {
  BodyTooLarge: "too long",
  BodyLate: "too slow",
  BodyBroken: "broken off",
} as const satisfies Record<UnreadBody["_tag"], FormRefused["because"]>

/** Reads a form that came from a page of ours, from any visitor. */
export const ownForm = (
  call: IncomingCall,
  baseUrl: string,
): Effect.Effect<FormFields, FormRefused> =>
  isOwnForm(call, baseUrl)
    ? Effect.mapError(
        readForm(call),
        ({ _tag }) => new FormRefused({ because: unreadBecause[_tag] }),
      )
    : Effect.fail(new FormRefused({ because: "elsewhere" }))

const refusedStatus = {
  elsewhere: 403,
  stale: 403,
  "too long": 413,
  "too slow": 408,
  "broken off": 400,
} as const

/** Answers failures that any page of the console may have by a page that says how to go on. */
export const failurePage = (
  { makePage }: Pick<VisitorParts, "makePage">,
  call: IncomingCall,
  failure: FormRefused | PeopleUnavailable,
): Effect.Effect<Answer> =>
  Effect.gen(function* () {
    const reading = yield* readingOf(call)
    const words = signInWords[reading.language]
    if (failure._tag === "FormRefused") {
      const { because } = failure
      const text = because === "too long" ? words.formTooLong : words.formRefused
      return noticePage({ makePage, reading, status: refusedStatus[because], ...text })
    }
    yield* Effect.logError("the console cannot be used", failure)
    return noticePage({
      makePage,
      reading,
      status: 503,
      headers: { "retry-after": "5" },
      ...words.unavailable,
    })
  })

/** Prepares what pages for people who are signed in stand on. */
export const makeVisitors = (parts: VisitorParts): Visitors => {
  const { baseUrl, people } = parts
  const cookie = sessionCookie(baseUrl)

  const visitorOf = (call: IncomingCall) => {
    const token = cookie.read(call)
    return token === undefined ? Effect.undefined : people.visitorOf(token)
  }

  /** Leads to where somebody signs in, passes a second factor, or sets one up. */
  const leadOn = ({ method, path, query }: IncomingCall, visitor: Visitor | undefined): Answer => {
    if (visitor?.needs === "setting up") return seeOther("/console/security")
    const page = visitor === undefined ? "/console/sign-in" : "/console/second-factor"
    const next = ownPath(method === "POST" || query === "" ? path : `${path}?${query}`)
    return seeOther(next === "/console" ? page : `${page}?next=${encodeURIComponent(next)}`)
  }

  const ofSession: Visitors["ofSession"] = (form, { csrfToken }) =>
    sameToken(form.text(csrfField), csrfToken)
      ? Effect.succeed(form)
      : Effect.fail(new FormRefused({ because: "stale" }))

  return {
    ofSession,
    withVisitor: (call, answer, admitted = ["nothing"]) =>
      Effect.flatMap(visitorOf(call), (visitor) =>
        visitor === undefined || !admitted.includes(visitor.needs)
          ? Effect.succeed(leadOn(call, visitor))
          : Effect.provideService(answer(visitor), Actor, `person: ${visitor.personId}`),
      ).pipe(Effect.catch((failure) => failurePage(parts, call, failure))),
    checkedForm: (call, visitor) =>
      Effect.flatMap(ownForm(call, baseUrl), (form) => ofSession(form, visitor)),
  }
}

/** Where a call comes from, as a session that begins by it keeps it. */
export const originOf = (
  { networkOf }: { readonly networkOf: (call: IncomingCall) => string },
  call: IncomingCall,
): SignInOrigin => ({
  network: networkOf(call),
  userAgent: call.headerValues("user-agent")[0] ?? "",
})

/** A cookie of the console: which one it is, and how it is set and ended. */
interface ConsoleCookie {
  readonly name: string
  /** Its value in a call; undefined where it has none, or more than one. */
  readonly read: (call: Pick<IncomingCall, "headerValues">) => string | undefined
  /** The `set-cookie` that sets it for so many seconds. */
  readonly set: (value: string, maxAgeSeconds: number) => string
  /** The `set-cookie` that ends it. */
  readonly end: string
}

/** The cookie of a session. */
export const sessionCookie = (baseUrl: string): ConsoleCookie =>
  consoleCookie("viatica-session", baseUrl)

/** The cookie that marks the browser in which a link was asked for. */
export const browserCookie = (baseUrl: string): ConsoleCookie =>
  consoleCookie("viatica-browser", baseUrl)

const lengthMax = 400

const pattern =
  /^\/(?:(?:console|docs)(?:\/[\w~-][\w.~-]*)*|workbench\/(?:[\w~-][\w.~-]*\/)?)(?:\?[\w.~=&%+-]*)?$/

/** Pages of signing in are no places to go to after it. */
const signInPath = /^\/console\/(?:sign-|second-factor)/

/**
 * A path of ours to go to after somebody has signed in: what an address asks for where that is a page
 * of the console, of the documents or of a workbench for a team, else the console.
 *
 * ```ts
 * import { ownPath } from "../http/pages/sign-in/visitor.ts"
 *
 * ownPath("/console/sales?state=pending") // => "/console/sales?state=pending"
 * ownPath("/workbench/fees-of-2030/") // => "/workbench/fees-of-2030/"
 * ownPath("https://evil.example/console") // => "/console"
 * ownPath("/console/../..//evil.example") // => "/console"
 * ownPath("//evil.example") // => "/console"
 * ```
 */
export const ownPath = (asked: string): string =>
  asked.length <= lengthMax && pattern.test(asked) && !signInPath.test(asked) ? asked : "/console"

/** Hosts that only this machine reaches, or that stand for all of its addresses. */
const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

const tokenPattern = /^[\w-]{43}$/

/**
 * Makes a cookie of the console. It is sent to this host alone, over https alone, and no script reads
 * it. Only where the service is reached over plain http on this machine it goes without `Secure` and
 * the `__Host-` that needs it: some browsers would not keep it.
 */
const consoleCookie = (shortName: string, baseUrl: string): ConsoleCookie => {
  const { hostname, protocol } = new URL(baseUrl)
  const isPlain = protocol === "http:" && loopbackHost.test(hostname)
  const name = `${isPlain ? "" : "__Host-"}${shortName}`
  const attributes = `Path=/; HttpOnly; ${isPlain ? "" : "Secure; "}SameSite=Lax`
  const prefix = `${name}=`
  return {
    name,
    read: ({ headerValues }) => {
      const values = headerValues("cookie")
        .flatMap((header) => header.split(";"))
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(prefix))
        .map((pair) => pair.slice(prefix.length))
      // Of two cookies of one name another site of the domain may have set one.
      const [value] = values
      return values.length === 1 && value !== undefined && tokenPattern.test(value)
        ? value
        : undefined
    },
    set: (value, maxAgeSeconds) => `${prefix}${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    end: `${prefix}; ${attributes}; Max-Age=0`,
  }
}
