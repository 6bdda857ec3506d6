import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { EventAddresses, EventDeliveries } from "../../ports/event-deliveries.ts"
import { Events } from "../../ports/events.ts"
import { Envelope, type MasterKey } from "../secrets/envelope.ts"
import { makeEventDeliveries } from "./deliveries-sql.ts"
import { makeEndpoints } from "./endpoints-sql.ts"
import { makeToldEvents } from "./events-sql.ts"

const makeEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const parts = {
    sql,
    envelope: yield* Envelope,
    random: yield* RandomBytes,
    addresses: yield* EventAddresses,
  }
  return { ...makeEndpoints(parts), ...makeToldEvents(sql) }
})

/** Endpoints and events in the database. */
export const layerEvents: Layer.Layer<
  Events,
  never,
  SqlClient.SqlClient | MasterKey | RandomBytes | EventAddresses
> = Layer.provide(Layer.effect(Events, makeEvents), Envelope.layer)

/** The queue of deliveries in the database. */
export const layerEventDeliveries: Layer.Layer<
  EventDeliveries,
  never,
  SqlClient.SqlClient | MasterKey | RandomBytes
> = Layer.effect(
  EventDeliveries,
  Effect.gen(function* () {
    return makeEventDeliveries(yield* SqlClient.SqlClient, yield* Envelope)
  }),
).pipe(Layer.provide(Envelope.layer))
