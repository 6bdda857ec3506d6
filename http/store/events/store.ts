import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { EventStoreUnavailable } from "../../ports/events.ts"
import { inTransactionOr, orFailureInTime } from "../database/database-errors.ts"
import type { Envelope, SealBroken, WrongMasterKey } from "../secrets/envelope.ts"
import { orSealRefused } from "../secrets/layer.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import type { EventType } from "../../../rules/events/event-policy.ts"

/** How long work on events may take: the longest is a page of an account's. */
const eventsTimeout = "10 seconds"

/** Turns failures of the database into EventStoreUnavailable and leaves refusals as they are. */
export const orEventsUnavailable = orFailureInTime(
  eventsTimeout,
  (cause) => new EventStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on events in one transaction, which a failure rolls back. */
export const inEventTransaction = inTransactionOr(orEventsUnavailable)

/** Random bytes in the secret of an endpoint: 256 bits. */
const endpointSecretBytes = 32

/** A fresh secret of an endpoint, in the form of Standard Webhooks: `whsec_` and base64. */
export const newEndpointSecret = (random: RandomBytes["Service"]): Redacted.Redacted<string> =>
  Redacted.make(`whsec_${Buffer.from(random.take(endpointSecretBytes)).toString("base64")}`)

/** The sealed secrets of an endpoint. */
interface SealedEndpoint {
  readonly endpointId: string
  readonly secretSealed: Uint8Array
  /** Null where there is none, or it signs no more. */
  readonly previousSealed: Uint8Array | null
}

/** Opens the secrets of an endpoint, the newest first. */
export const openEndpointSecrets = (
  { endpointId, previousSealed, secretSealed }: SealedEndpoint,
  envelope: Envelope["Service"],
): Result.Result<ReadonlyArray<Redacted.Redacted<string>>, WrongMasterKey | SealBroken> => {
  const current = envelope.open({ endpointId, slot: "event" }, secretSealed)
  if (Result.isFailure(current)) return Result.fail(current.failure)
  if (previousSealed === null) return Result.succeed([current.success])
  return Result.map(
    envelope.open({ endpointId, slot: "event previous" }, previousSealed),
    (older) => [current.success, older],
  )
}

/** Something that happened to an account, to be told to its endpoints. */
export interface EventToTell {
  readonly partnerId: string
  readonly mode: KeyMode
  readonly type: EventType
  /** Names what happened, so that it is told once. */
  readonly once: string
  /** What receivers read, without personal data of travellers. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Puts events into the outbox: called inside the transaction of what they tell, so that both are
 * written or neither is.
 */
export const tellEvents = (
  sql: SqlClient.SqlClient,
  events: ReadonlyArray<EventToTell>,
): Effect.Effect<void, SqlError> =>
  events.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql.unsafe(
          `select tell_event(partner_id, mode, type, once, data)
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
             as told (partner_id, mode, type, once, data)`,
          [
            events.map(({ partnerId }) => partnerId),
            events.map(({ mode }) => mode),
            events.map(({ type }) => type),
            events.map(({ once }) => once),
            events.map(({ data }) => JSON.stringify(data)),
          ],
        ),
      )
