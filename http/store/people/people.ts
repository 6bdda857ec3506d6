import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac } from "node:crypto"
import { once } from "../../../core/memory.ts"
import { makeAvailability } from "../../observability/availability.ts"
import type { BoundedSqlError } from "../../platform/database-deadline.ts"
import { maskToken } from "../../platform/masked-token.ts"
import { makePlaces, NoPlace, type PlacesPolicy } from "../../platform/places.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { Operators } from "../../ports/operators.ts"
import { Partners } from "../../ports/partners.ts"
import { People } from "../../ports/people.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { makeInvitations } from "./invitations-sql.ts"
import { makeLinks } from "./links-sql.ts"
import { makeMembers } from "./members-sql.ts"
import { makeOperators } from "./operators-sql.ts"
import { makePeopleSessions } from "./sessions-sql.ts"
import { orPeopleUnavailable, type PeopleLimits, peopleLimits, tokenBytes } from "./store.ts"
import { MasterKey } from "../secrets/master-key.ts"

/** People and operators in the database, under limits. */
export const layerPeopleWith = (
  limits: () => PeopleLimits,
): Layer.Layer<
  People | Operators,
  never,
  SqlClient.SqlClient | RandomBytes | Partners | MasterKey
> => Layer.effectContext(makeStore(limits))

/** People and operators in the database, under the limits of the tables in force. */
export const layerPeople = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) => layerPeopleWith(() => peopleLimits(current().tables))),
)

/**
 * Deletes links, sessions, invitations and people that have ended, now and every ten minutes until
 * the scope closes. A failure is logged once and tried again.
 */
export const tidyPeopleRegularly: Effect.Effect<void, never, People | Scope.Scope> = Effect.gen(
  function* () {
    const { tidy } = yield* People
    const availability = makeAvailability({
      unavailable: "people that have ended cannot be deleted",
      availableAgain: "people that have ended are deleted again",
      facts: {},
      steadyMs: 0,
    })
    const round = tidy.pipe(
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("deleting people failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(tidyIntervalMs)))
  },
)

/**
 * The database sessions that people of the console use at once: the rest is left to signed calls. Who
 * asks is known only by the answer, so that all of them are one holder.
 */
const sessionPlaces: PlacesPolicy = {
  places: 3,
  ofHolder: 3,
  waitingOfHolder: 10_000,
  waitMs: 2_000,
  holdMs: 5_000,
}

/** Why a session was not had, or not long enough, for the log. */
const noPlaceWords: Readonly<Record<NoPlace["because"], string>> = {
  crowd: "too many wait for people of the console",
  wait: "people of the console waited too long for a session",
  work: "work on people of the console took too long",
}

const makeStore = (limits: () => PeopleLimits) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* RandomBytes
    const partners = yield* Partners
    const master = yield* MasterKey
    const formKey = once(() => master.derive("console form"))
    const places = makePlaces(sessionPlaces).hold("people")
    const parts = { sql, random, limits }
    const links = makeLinks(parts)
    const sessions = makePeopleSessions(parts, links)
    const members = makeMembers(parts, partners)
    const invitations = makeInvitations(parts, members)
    const operators = makeOperators(parts, links, invitations)

    const bounded = <A, E, R>(work: Effect.Effect<A, E | BoundedSqlError, R>) =>
      orPeopleUnavailable(
        Effect.mapError(places(work), (error) =>
          error instanceof NoPlace ? new Cause.TimeoutError(noPlaceWords[error.because]) : error,
        ),
      )

    /** A method that keeps to its few sessions and its time. */
    const within =
      <Args extends ReadonlyArray<unknown>, A, E, R>(
        name: string,
        method: (...args: Args) => Effect.Effect<A, E, R>,
      ) =>
      (...args: Args) =>
        bounded(Effect.withSpan(method(...args), `People.${name}`))

    const csrfToken = (sessionToken: string): string =>
      maskToken(
        createHmac("sha256", formKey()).update(sessionToken).digest(),
        random.take(tokenBytes),
      )

    const people: People["Service"] = {
      requestLink: within("requestLink", links.request),
      lastAskedBy: within("lastAskedBy", links.lastAskedBy),
      lookAtLink: within("lookAtLink", links.lookAt),
      redeem: within("redeem", sessions.redeem),
      visitorOf: within("visitorOf", (token: string) =>
        Effect.map(sessions.seen(token), (person) =>
          person === undefined ? undefined : { ...person, csrfToken: csrfToken(token) },
        ),
      ),
      signOut: within("signOut", sessions.signOut),
      signUp: within("signUp", members.signUp),
      invitationsOf: within("invitationsOf", invitations.invitationsOf),
      join: within("join", invitations.join),
      members: within("members", members.members),
      invitees: within("invitees", invitations.invitees),
      invite: within("invite", invitations.invite),
      withdrawInvitation: within("withdrawInvitation", invitations.withdrawInvitation),
      changeRole: within("changeRole", members.changeRole),
      remove: within("remove", members.remove),
      tidy: bounded(Effect.withSpan(sessions.tidy, "People.tidy")),
    }
    return Context.make(People, people).pipe(Context.add(Operators, operators))
  })

/** How often to delete what has ended. */
const tidyIntervalMs = 600_000
