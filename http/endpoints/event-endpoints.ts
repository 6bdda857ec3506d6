import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { eventTypes, type EventType, readEventTypes } from "../../rules/events/event-policy.ts"
import { refusal, type Refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operations, readJson, type SignedCall } from "../api/operation.ts"
import { Actor } from "../ports/audit-log.ts"
import type { EndpointChange, EndpointRefused, Events } from "../ports/events.ts"
import type { KeyRecord } from "../ports/keys.ts"
import { badRequest, memberOf, orRefused, ownerOf, shownEndpoint, textField } from "./events.ts"

type Read<Value> = Result.Result<Value, Refusal>

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","))

/** The types that a body names; undefined where it names none, so that they are left out. */
const readTypes = (body: unknown): Read<ReadonlyArray<EventType> | undefined> => {
  const value = memberOf(body, "types")
  if (value === undefined) return Result.succeed(undefined)
  const types = isTexts(value) ? readEventTypes(value.join(",")) : undefined
  return types === undefined
    ? badRequest(`types: a list out of ${eventTypes.join(", ")}; empty for all of them`)
    : Result.succeed(types)
}

const readId = (body: unknown): Read<string> => {
  const id = textField(body, "endpointId")
  return id === undefined ? badRequest("endpointId: a text that is not empty") : Result.succeed(id)
}

/** Who has done it, for the audit: the key. */
const asKey = <A, E, R>(key: KeyRecord, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, Actor, `key: ${key.keyId}`)

/** What is wrong with an endpoint, as callers read it. */
const refusedEndpoint = ({ message, reason }: EndpointRefused): Refusal =>
  reason === "too_many"
    ? refusal("TOO_MANY_EVENT_ENDPOINTS", message)
    : refusal("BAD_REQUEST", `url: ${message}`)

/** An endpoint with its secret, which is shown this once. */
const shownSecret = (
  { mode }: KeyRecord,
  {
    endpointId,
    previousValidUntil,
    secret,
  }: {
    readonly endpointId: string
    readonly secret: Redacted.Redacted<string>
    readonly previousValidUntil: string | null
  },
) => ({ ok: true, mode, endpointId, secret: Redacted.value(secret), previousValidUntil })

/** `POST /api/v1/events/endpoints/create`: makes an endpoint, or renews the one at its address. */
export const makeEventEndpointCreate = (
  events: Events["Service"],
): Operations["eventEndpointCreate"] => ({
  admit: ({ body, key }: SignedCall) =>
    Result.gen(function* () {
      const json = yield* readJson(body)
      const url = textField(json, "url")
      if (url === undefined) return yield* badRequest("url: a public https:// address")
      const types = (yield* readTypes(json)) ?? []
      const { partnerCode } = ownerOf(key)
      const wish = { partnerCode, mode: key.mode, url, types, isOncePerAddress: true }
      const made = Effect.catch(asKey(key, events.create(wish)), (error) =>
        error._tag === "EndpointRefused"
          ? Effect.fail(refusedEndpoint(error))
          : orRefused(Effect.fail(error)),
      )
      return afterCharge(() => Effect.map(made, (endpoint) => shownSecret(key, endpoint)))
    }),
})

const readChange = (json: unknown): Read<EndpointChange> =>
  Result.flatMap(readTypes(json), (types) => {
    const paused = memberOf(json, "paused")
    if (paused !== undefined && typeof paused !== "boolean")
      return badRequest("paused: true or false")
    return types === undefined && paused === undefined
      ? badRequest("types or paused: what is to change")
      : Result.succeed({ types, paused })
  })

/** `POST /api/v1/events/endpoints/update`: pauses, resumes, or chooses types. */
export const makeEventEndpointUpdate = (
  events: Events["Service"],
): Operations["eventEndpointUpdate"] => ({
  admit: ({ body, key }: SignedCall) =>
    Result.gen(function* () {
      const json = yield* readJson(body)
      const endpointId = yield* readId(json)
      const change = yield* readChange(json)
      return afterCharge(() =>
        Effect.map(
          orRefused(asKey(key, events.update(ownerOf(key), endpointId, change))),
          (endpoint) => ({ ok: true, mode: key.mode, endpoint: shownEndpoint(endpoint) }),
        ),
      )
    }),
})

/** `POST /api/v1/events/endpoints/rotate`: a new secret. */
export const makeEventEndpointRotate = (
  events: Events["Service"],
): Operations["eventEndpointRotate"] => ({
  admit: ({ body, key }: SignedCall) =>
    Result.map(Result.flatMap(readJson(body), readId), (endpointId) =>
      afterCharge(() =>
        Effect.map(
          orRefused(asKey(key, events.rotate(ownerOf(key), endpointId, "again"))),
          (renewed) => shownSecret(key, renewed),
        ),
      ),
    ),
})

/** `POST /api/v1/events/endpoints/remove`: takes an endpoint away. */
export const makeEventEndpointRemove = (
  events: Events["Service"],
): Operations["eventEndpointRemove"] => ({
  admit: ({ body, key }: SignedCall) =>
    Result.map(Result.flatMap(readJson(body), readId), (endpointId) =>
      afterCharge(() =>
        Effect.as(orRefused(asKey(key, events.remove(ownerOf(key), endpointId))), {
          ok: true,
          mode: key.mode,
          endpointId,
          removed: true,
        }),
      ),
    ),
})
