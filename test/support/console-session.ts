import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Operators } from "../../http/ports/operators.ts"
import { Partners } from "../../http/ports/partners.ts"
import { People, type Visitor } from "../../http/ports/people.ts"
import { codeOfStep } from "../../http/platform/one-time-code.ts"
import { SecondFactors } from "../../http/ports/second-factors.ts"
import type { PersonRole, TableRole } from "../../rules/accounts/person.ts"
import { type Answer, send } from "./http-call.ts"

/** Who signs in. */
export interface TestPerson {
  readonly email: string
  /** The account that the person works with, made when there is none of that code. */
  readonly partnerCode?: string
  readonly partnerName?: string
  /** An owner unless told otherwise; a reader needs an account that has an owner. */
  readonly role?: PersonRole
  readonly isOperator?: boolean
  /** What the person may do on a workbench for a team. */
  readonly tableRoles?: ReadonlyArray<TableRole>
}

/** A service that people sign in to, and its database. */
export interface SignInService {
  readonly port: number
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Operators | Partners | People | SecondFactors>,
  ) => Promise<A>
}

/** Somebody who is signed in to the console of a test's service. */
export interface ConsoleSession {
  readonly email: string
  readonly cookie: { readonly name: string; readonly value: string }
  readonly get: (path: string) => Promise<Answer>
  /** Sends a form with the token of the session, unless fields give another one. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  /** A field of the first form of a page that has it. */
  readonly fieldOf: (path: string, name: string) => Promise<string>
}

const cookieName = "viatica-session"

/** The browser that signs in, where a test has none. */
export const someBrowser = {
  network: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The bytes of a secret as an authenticator app reads it. */
export const secretBytes = (base32: string): Uint8Array => {
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
  return Uint8Array.from(bits.join("").match(/.{8}/gu) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The code that an authenticator app shows at a moment. */
export const codeAt = (base32: string, atMs: number): string =>
  codeOfStep(secretBytes(base32), Math.floor(atMs / 30_000))

/** Passes the second factor of somebody who is signed in, or sets one up; gives recovery codes. */
export const passSecondFactor = (visitor: Visitor) =>
  Effect.gen(function* () {
    const factors = yield* SecondFactors
    if (visitor.hasFactor) {
      const codes = yield* factors.renewRecoveryCodes(visitor.personId)
      yield* factors.passCode(visitor, codes[0] ?? "")
      return codes.slice(1)
    }
    yield* factors.beginCode(visitor.personId)
    const { pendingSecret } = yield* factors.of(visitor.personId)
    const secret = pendingSecret === null ? "" : Redacted.value(pendingSecret)
    return yield* factors.confirmCode(visitor, codeAt(secret, Date.now()))
  })

const begin = (person: TestPerson) =>
  Effect.gen(function* () {
    const people = yield* People
    const operators = yield* Operators
    const partners = yield* Partners
    const { email, partnerCode: code, partnerName: name = code ?? "", role = "owner" } = person
    if (code !== undefined) {
      yield* Effect.ignore(partners.create({ code, name }))
      if (role === "owner") yield* operators.enrol(code, email)
      else yield* operators.invite(code, email, role)
    }
    if (person.isOperator === true) yield* operators.appoint(email)
    if (person.tableRoles !== undefined) yield* operators.appoint(email, person.tableRoles)
    const link = yield* operators.link({ email, language: "en", nextPath: "/console" })
    const { token } = yield* people.redeem(Redacted.value(link.token), undefined, someBrowser)
    const session = Redacted.value(token)
    const visitor = yield* people.visitorOf(session)
    if (code !== undefined && role !== "owner") yield* people.join(visitor?.personId ?? "", code)
    if (visitor !== undefined && visitor.needs !== "nothing") yield* passSecondFactor(visitor)
    return session
  })

/** Signs a person in, without mail. */
export const signIn = async (
  service: SignInService,
  person: TestPerson,
): Promise<ConsoleSession> => {
  const token = await service.run(begin(person))
  return sessionOf(service.port, person.email, token)
}

/** Signs a person in by a link alone: a second factor is still to be passed, where there is one. */
export const signInByLink = async (
  service: SignInService,
  email: string,
): Promise<ConsoleSession> => {
  const token = await service.run(
    Effect.gen(function* () {
      const link = yield* (yield* Operators).link({ email, language: "en", nextPath: "/console" })
      const people = yield* People
      return (yield* people.redeem(Redacted.value(link.token), undefined, someBrowser)).token
    }),
  )
  return sessionOf(service.port, email, Redacted.value(token))
}

/** A session by its token. */
const sessionOf = (port: number, email: string, token: string): ConsoleSession => {
  const headers = { cookie: `${cookieName}=${token}` }
  const get = (path: string) => send({ port, method: "GET", path, headers })
  const fieldOf = async (path: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec((await get(path)).text)?.[1] ?? ""
  return {
    email,
    cookie: { name: cookieName, value: token },
    get,
    fieldOf,
    post: async (path, fields = {}, more = {}) => {
      const known = await fieldOf("/console/nowhere", "csrf")
      const csrf = known === "" ? await fieldOf("/console/second-factor", "csrf") : known
      return send({
        port,
        method: "POST",
        path,
        headers: {
          ...headers,
          origin: `http://127.0.0.1:${port}`,
          "content-type": "application/x-www-form-urlencoded",
          ...more,
        },
        body: new URLSearchParams({ csrf, ...fields }).toString(),
      })
    },
  }
}
