import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { once } from "../../core/memory.ts"
import { AroundOperations } from "../api/around-operations.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { ServerSettings } from "../config/server.ts"
import { apiVersion } from "../config/version.ts"
import { makeOperations } from "../endpoints/operations.ts"
import { tellUnknownParameters } from "../endpoints/unknown-fields.ts"
import { type App, makeApp } from "../gateway/app.ts"
import { CallGate } from "../gateway/gate.ts"
import { signRequest } from "../platform/sign-request.ts"
import { offerLinks } from "../pages/documents.ts"
import { prepareNowhere } from "../pages/front/nowhere.ts"
import { makeIcons } from "../pages/icons.ts"
import type { PageRouteParts } from "../pages/page-route-parts.ts"
import { withPictures } from "../pages/pictures.ts"
import { pageRoutes } from "../pages/routes.ts"
import { Insurers } from "../ports/live-quotes.ts"
import type { OwnCall, SendOwnCall } from "../ports/own-calls.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import type { LoadTellTraveller, LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { preparePictures } from "../../rules/coach/pictures/pictures.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import type { TravellerTables } from "../../rules/messages/travellers/traveller-tables.ts"
import { prepareLive } from "../../rules/pricing/live.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"

/** What an application is made of besides tables and icons; it outlives them. */
export interface ApplicationParts extends Pick<
  PageRouteParts,
  "assets" | "history" | "incidents" | "makePage" | "paces" | "standing"
> {
  readonly settings: ServerSettings
  /** Routes that do not depend on the tables. */
  readonly openRoutes: ReadonlyArray<OpenRoute>
  /** Every icon served so far, by the name that it is served under. */
  readonly servedIcons: Map<string, string>
}

/** Prepares one thing after the other, and lets calls run in between. */
const inTurn = (prepares: Iterable<() => unknown>): Effect.Effect<void> =>
  Effect.forEach(prepares, (prepare) => Effect.andThen(Effect.yieldNow, Effect.sync(prepare)), {
    discard: true,
  })

/** Reads tables ahead, one by one, that would else be read on first use. */
export const readInTurn = (tables: Tables): Effect.Effect<void> => {
  const names = Object.keys(tables) as ReadonlyArray<keyof Tables>
  return inTurn(names.map((name) => () => tables[name]))
}

/**
 * The HTTP application over one bundle of tables and its icons: all that answers with them. Engines
 * are prepared when a call first needs them, or by `prepared` before any does.
 */
export const makeApplication = (
  { openRoutes, servedIcons, ...given }: ApplicationParts,
  { hash, tables }: Bundle,
  iconTexts: ReadonlyMap<string, string>,
) =>
  Effect.gen(function* () {
    const { baseUrl, headerPrefix } = given.settings
    const insurers = yield* Insurers
    yield* insurers.sayUnmatched(tables.catalogueInsurers.rows)
    const icons = makeIcons(iconTexts, servedIcons)
    const limit = limitsOf(tables)
    const pictures = once(() => preparePictures(tables))
    const texts = yield* loadTravellerTexts(tables)
    const parts: PageRouteParts = {
      ...given,
      baseUrl,
      tables,
      hash,
      limit,
      engineVersion: `${apiVersion}+${hash}`,
      icons,
      sandbox: once(() => prepareSandbox(tables)),
      live: once(() => prepareLive(tables)),
      coach: once(() => prepareCoach(tables)),
      pictures,
      texts,
      tellTraveller: yield* loadTellTraveller(tables, texts),
      loadRenderBilan: once(async () => {
        const { compileText } = await import("../messages/icu.ts")
        return makeBilanRenderer({ texts: tables, format: compileText })
      }),
      offerLinks: offerLinks(baseUrl, icons),
      showCards: (listed) => withPictures(pictures(), baseUrl)(listed),
      networkOf: (yield* CallGate).strangers.networkOf,
      sendOwnCall: makeSendOwnCall(headerPrefix, (call) => app.answer(call)),
    }
    const operations = yield* makeOperations(parts)
    const around = yield* AroundOperations
    const app: App = yield* makeApp({
      operations: around(tellUnknownParameters(operations)),
      openRoutes: [...openRoutes, ...(yield* pageRoutes(parts))],
      signing: { prefix: headerPrefix, windowSeconds: limit("timestamp_window_s"), baseUrl },
      bodyBytesMax: limit("body_bytes_max"),
      nowherePage: prepareNowhere(parts.makePage),
    })
    const engines = [parts.coach, parts.sandbox, parts.live]
    const endpoints = Object.values(operations).map(({ prepare }) => prepare)
    const prepared = readInTurn(tables).pipe(
      Effect.andThen(parts.texts),
      Effect.andThen(inTurn([...engines, ...endpoints])),
    )
    return { app, prepared }
  })

/** The texts of travellers from their tables: loaded once, when first asked for. */
const loadTravellerTexts = (tables: TravellerTables): Effect.Effect<LoadTravellerTexts> =>
  Effect.cached(
    Effect.promise(async () => {
      const { prepareTravellerTexts } = await import("../messages/traveller-texts.ts")
      return prepareTravellerTexts(tables)
    }).pipe(Effect.uninterruptible),
  )

/** What tells travellers a bilan: loaded once, when first asked for. */
const loadTellTraveller = (
  tables: Tables,
  load: LoadTravellerTexts,
): Effect.Effect<LoadTellTraveller> =>
  Effect.cached(
    Effect.gen(function* () {
      const texts = yield* load
      const { prepareCoachSpeech } = yield* Effect.promise(
        () => import("../messages/traveller-texts.ts"),
      )
      return prepareCoachSpeech({ tables, texts })
    }).pipe(Effect.uninterruptible),
  )

/** A call as it would come in over HTTP, from nowhere. */
const incoming = (
  headers: Readonly<Record<string, string>>,
  { body, method, path, query }: OwnCall,
): IncomingCall => ({
  method,
  path,
  query,
  headerValues: (name) => {
    const value = headers[name]
    return value === undefined ? [] : [value]
  },
  peer: () => "",
  readBody: () => Effect.succeed(body),
})

/** Calls the application itself in a partner's name; the key's secret is opened for the signature alone. */
const makeSendOwnCall =
  (headerPrefix: string, answer: App["answer"]): SendOwnCall =>
  (key, call) =>
    Effect.gen(function* () {
      const headers = signRequest({
        keyId: key.keyId,
        secret: Redacted.value(key.secrets.current),
        method: call.method,
        path: call.path,
        body: call.body,
        nowSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000),
        prefix: headerPrefix,
      })
      return yield* answer(incoming(headers, call))
    })
