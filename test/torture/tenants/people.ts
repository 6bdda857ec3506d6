import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { People } from "../../../http/ports/people.ts"
import { SecondFactors } from "../../../http/ports/second-factors.ts"
import { codeAt, type ConsoleSession, signIn, signInByLink } from "../../support/console-session.ts"
import type { Answer } from "../../support/http-call.ts"
import { makeSoftPasskey } from "../../support/soft-authenticator.ts"
import type { Stage } from "../stage.ts"

/** What was tried for, and what came of it. */
interface PeopleFound {
  readonly tries: number
  readonly violations: ReadonlyArray<string>
}

/** Where nobody gets on from: the pages that ask who one is. */
const isLedAway = ({ headers, status }: Answer): boolean =>
  status === 303 && /^\/console\/(?:sign-in|second-factor)/u.test(headers["location"] ?? "")

const visitorOf = (stage: Stage, session: ConsoleSession) =>
  stage.run(
    Effect.flatMap(
      Effect.flatMap(People, (people) => people.visitorOf(session.cookie.value)),
      (visitor) =>
        visitor === undefined ? Effect.die("nobody is signed in") : Effect.succeed(visitor),
    ),
  )

/** Gives a person six-digit codes; tells the secret and the recovery codes. */
const setCodeUp = async (stage: Stage, session: ConsoleSession) => {
  const visitor = await visitorOf(stage, session)
  return stage.run(
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      yield* factors.beginCode(visitor.personId)
      const { pendingSecret } = yield* factors.of(visitor.personId)
      const secret = pendingSecret === null ? "" : Redacted.value(pendingSecret)
      const recovery = yield* factors.confirmCode(visitor, codeAt(secret, Date.now()))
      return { secret, recovery, visitor }
    }),
  )
}

/**
 * Lets a stranger with an account of their own, and somebody who has read a mailbox, try what belongs to
 * another person: second factors, sessions, and what a role gave.
 */
export const breakIntoPeople = async (
  stage: Stage,
  port: number,
  atOnce: number,
): Promise<PeopleFound> => {
  const service = { port, run: stage.run }
  const [own, other] = ["guarded", "guarding"] as const
  const [email, thief] = [`o@${own}.example`, `o@${other}.example`] as const
  const victim = await signIn(service, { email, partnerCode: own })
  const stranger = await signIn(service, { email: thief, partnerCode: other })
  const held = await setCodeUp(stage, victim)
  const theirs = await setCodeUp(stage, stranger)
  const violations: Array<string> = []
  let tries = 0
  const must = (holds: boolean, what: string): void => {
    tries += 1
    if (!holds) violations.push(what)
  }

  // Who has read the mailbox, and has factors of others, old ones, and forged ones.
  const half = await signInByLink(service, email)
  const used = codeAt(held.secret, Date.now() - 30_000)
  const forged = [
    codeAt(theirs.secret, Date.now()),
    theirs.recovery[0] ?? "",
    used,
    codeAt(held.secret, Date.now() + 600_000),
    "",
    "000000",
  ]
  for (const code of forged) await half.post("/console/second-factor", { code })
  const challenge = JSON.stringify({ challenge: "A".repeat(51) })
  const passkey = makeSoftPasskey({ host: "127.0.0.1", origin: `http://127.0.0.1:${port}` })
  await half.post("/console/second-factor", { passkey: passkey.shown(challenge) })
  for (const path of ["/console", "/console/keys", "/console/security", "/console/sales.csv"]) {
    must(isLedAway(await half.get(path)), `a forged second factor opens ${path}`)
  }
  for (const path of ["/console/keys/create", "/console/security/end", "/console/people/remove"]) {
    must(isLedAway(await half.post(path)), `a forged second factor sends ${path}`)
  }

  // A stranger who knows the ids of the other's sessions and person.
  const { personId, sessionId } = held.visitor
  for (const [path, fields] of [
    ["/console/security/end", { session: sessionId }],
    ["/console/security/end", {}],
    ["/console/people/role", { person: personId, role: "reader" }],
    ["/console/people/remove", { person: personId }],
    ["/console/security/remove", {}],
    ["/console/security/rule", { rule: "on" }],
  ] as const) {
    await stranger.post(path, fields)
    const still = await victim.get("/console/keys")
    must(still.status === 200, `${path} of a stranger signs another person out`)
  }
  const after = await visitorOf(stage, victim)
  must(
    after.partner?.role === "owner" && after.hasFactor,
    "a stranger changes another's role or factor",
  )

  // A code that several sessions send at once, and send again.
  const [recovery = ""] = held.recovery
  const sessions: Array<ConsoleSession> = []
  // A link that is used ends all others of its address, so that each is used before the next is made.
  while (sessions.length < atOnce) sessions.push(await signInByLink(service, email))
  const send = (session: ConsoleSession) =>
    session.post("/console/second-factor", { code: recovery, next: "/console" })
  await Promise.all(sessions.map(send))
  await Promise.all(sessions.map(send))
  const opened = await Promise.all(sessions.map((session) => session.get("/console/keys")))
  const passed = opened.filter(({ status }) => status === 200).length
  must(passed === 1, `one code lets ${passed} sessions in`)

  // Sessions of people whose role has changed, and who were removed.
  const hired = `d@${other}.example`
  const developer = await signIn(service, { email: hired, partnerCode: other, role: "developer" })
  const person = (await visitorOf(stage, developer)).personId
  must((await developer.get("/console/keys")).status === 200, "a developer sees no keys")
  const boss = await signIn(service, { email: thief, partnerCode: other })
  await boss.post("/console/people/role", { person, role: "finance" })
  for (const answer of [
    await developer.get("/console/keys"),
    await developer.post("/console/keys/create", { mode: "sandbox" }),
    await developer.post("/console/events/create", { url: "https://a.example/" }),
  ]) {
    must(answer.status === 403, "a former developer still works with keys or events")
  }
  await boss.post("/console/people/remove", { person })
  for (const path of ["/console", "/console/statements", "/console/security"]) {
    must(isLedAway(await developer.get(path)), `somebody who was removed still opens ${path}`)
  }
  return { tries, violations }
}
