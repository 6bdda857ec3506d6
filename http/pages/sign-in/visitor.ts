import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"
import { sameToken } from "../../platform/masked-token.ts"
import { Actor } from "../../ports/actor.ts"
import type { People, Visitor } from "../../ports/people.ts"
import type { PeopleUnavailable } from "../../ports/people-errors.ts"
import { type FormFields, isOwnForm, readForm, seeOther } from "../kit/form.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { readingOf } from "../kit/reading.ts"
import { sessionCookie } from "./cookies.ts"
import { noticePage } from "./notice-page.ts"
import { ownPath } from "./own-path.ts"
import { signInWords } from "./words.ts"

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
   * Answers whoever is signed in, in their name for the audit. Others are sent to the sign-in page,
   * and come back to the page that they asked for.
   */
  readonly withVisitor: <Services>(
    call: IncomingCall,
    answer: (
      visitor: Visitor,
    ) => Effect.Effect<Answer | undefined, FormRefused | PeopleUnavailable, Services>,
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

/** Reads a form that came from a page of ours, whoever sends it. */
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

  const toSignIn = ({ method, path, query }: IncomingCall): Answer => {
    const next = ownPath(method === "POST" || query === "" ? path : `${path}?${query}`)
    return seeOther(
      next === "/console"
        ? "/console/sign-in"
        : `/console/sign-in?next=${encodeURIComponent(next)}`,
    )
  }

  const ofSession: Visitors["ofSession"] = (form, { csrfToken }) =>
    sameToken(form.text(csrfField), csrfToken)
      ? Effect.succeed(form)
      : Effect.fail(new FormRefused({ because: "stale" }))

  return {
    ofSession,
    withVisitor: (call, answer) =>
      Effect.flatMap(visitorOf(call), (visitor) =>
        visitor === undefined
          ? Effect.succeed(toSignIn(call))
          : Effect.provideService(answer(visitor), Actor, `person: ${visitor.personId}`),
      ).pipe(Effect.catch((failure) => failurePage(parts, call, failure))),
    checkedForm: (call, visitor) =>
      Effect.flatMap(ownForm(call, baseUrl), (form) => ofSession(form, visitor)),
  }
}
