import { someBrowser } from "../../../support/console-session.ts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Operators } from "../../../../http/ports/operators.ts"
import { type SignInLinkWish, People } from "../../../../http/ports/people.ts"
import { layerPeopleWith } from "../../../../http/store/people/people.ts"
import { layerAuditLog } from "../../../../http/store/accounts/audit-log.ts"
import type { PeopleLimits } from "../../../../http/store/people/store.ts"
import { layerTestAccounts } from "../accounts/layer.ts"

/** Small limits, so that tests reach them. */
export const testLimits: PeopleLimits = {
  linkMinutes: 15,
  linksPerMailboxHour: 3,
  linksPerNetworkDay: 6,
  linksPerDay: 1_000,
  signUpsPerNetworkDay: 2,
  idleHours: 12,
  sessionDays: 7,
  sessionsPerPerson: 3,
  peoplePerPartner: 4,
  invitationDays: 14,
  invitationsPerMailboxDay: 3,
  invitationsPerAccountDay: 8,
  invitationsPerNewAccountDay: 6,
  invitationsPerNetworkHour: 7,
  freshMinutes: 120,
  factorTriesPerHour: 5,
  passkeysPerPerson: 3,
  recoveryCodes: 10,
}

/** People on a database of their own. */
export const layerTestPeople = Layer.merge(
  layerPeopleWith(() => testLimits),
  layerAuditLog,
).pipe(Layer.provideMerge(layerTestAccounts))

let networks = 0

/** A network that nothing has come from. */
export const freshNetwork = (): string => {
  networks += 1
  return `10.${networks >> 8}.${networks & 255}.7`
}

/** Asks for a link from a network of its own, unless told otherwise. */
export const requestLink = (email: string, more: Partial<SignInLinkWish> = {}) =>
  Effect.flatMap(People, (people) =>
    people.requestLink({
      email,
      language: "en",
      network: freshNetwork(),
      nextPath: "/console",
      browserMark: "",
      ...more,
    }),
  )

/** Signs an address in by a link of its own; gives the token of the session. */
export const signIn = (email: string) =>
  Effect.gen(function* () {
    const operators = yield* Operators
    const people = yield* People
    const { token } = yield* operators.link({ email, language: "en", nextPath: "/console" })
    const session = yield* people.redeem(Redacted.value(token), undefined, someBrowser)
    return Redacted.value(session.token)
  })

/** Signs an address in, and gives its visitor. */
export const visit = (email: string) =>
  Effect.gen(function* () {
    const people = yield* People
    const visitor = yield* people.visitorOf(yield* signIn(email))
    if (visitor === undefined) return yield* Effect.die("nobody is signed in")
    return visitor
  })

/** An owner of a new account. */
export const signUp = (code: string) =>
  Effect.gen(function* () {
    const people = yield* People
    const { personId } = yield* visit(`owner@${code}.example`)
    yield* people.signUp(personId, { code, name: code, network: freshNetwork() })
    return personId
  })

/** Lets somebody join an account that an owner invites them to. */
export const joinAs = (ownerId: string, code: string, email: string, role: "owner" | "reader") =>
  Effect.gen(function* () {
    const people = yield* People
    yield* people.invite(ownerId, { email, role, network: freshNetwork() })
    const { personId } = yield* visit(email)
    yield* people.join(personId, code)
    return personId
  })
