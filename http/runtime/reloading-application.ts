import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ServerSettings, serverSettings } from "../config/server.ts"
import { meterDatabase, meterTables } from "../metrics/service-gauges.ts"
import { makeComparePaces } from "../pages/compare/pace.ts"
import { makeHealthRoutes } from "../pages/health.ts"
import { makeAssets } from "../pages/kit/assets.ts"
import { preparePages } from "../pages/kit/page.ts"
import { makeStanding } from "../pages/standing.ts"
import { deliverRegularly } from "../outside/events/deliver-loop.ts"
import { readSoundIcons } from "../tables/icons/icon-check.ts"
import { makeReadiness } from "../store/readiness/readiness.ts"
import { makeIncidentNews } from "../store/readiness/incidents.ts"
import {
  checkRegularly,
  makeEventsCheck,
  makeStatusHistory,
  type PartChecks,
} from "../store/readiness/status-history.ts"
import { closeMonthsRegularly } from "../store/payouts/close-months.ts"
import { sealRegularly } from "../store/sales/ledger-sealing.ts"
import { validateRegularly } from "../store/sales/validate-due.ts"
import { tidyPeopleRegularly } from "../store/people/people.ts"
import type { App } from "../gateway/app.ts"
import { fingerprintOf } from "../tables/folder-look.ts"
import { makeThreadLook } from "../tables/look-thread.ts"
import { followTables, type Reload, makeReload } from "../tables/reload.ts"
import { ProcessGroup } from "../ports/process-group.ts"
import { EventListeners } from "../ports/event-listeners.ts"
import { LinkTargets } from "../ports/link-targets.ts"
import { Mail } from "../ports/mail.ts"
import { TableBundle } from "../ports/table-bundle.ts"
import { type ApplicationParts, makeApplication, readInTurn } from "./application.ts"
import { Rates } from "../ports/rates.ts"
import { tellNoticesRegularly } from "../pages/console/notice-emails.ts"
import { onHangup } from "../processes/hangup.ts"
import { type Draining, makeDraining } from "./draining.ts"

/**
 * Delays other work a little: a server that has just started first answers those who wait for it.
 */
const afterStart = <Error, Services>(rest: Effect.Effect<void, Error, Services>) =>
  Effect.forkScoped(Effect.delay(rest, "200 millis"))

/** A code of no link: the database is asked for it, as for a link that this process has not seen. */
const codeOfNone = "0000statuscheck0000"

/** How long the end of a try to send an email tells how emails are sent. */
const mailTellsForMs = 5 * 60_000

/** How this process checks what partners feel beside signed calls. */
const makePartChecks = Effect.gen(function* () {
  const targets = yield* LinkTargets
  const mail = yield* Mail
  const checks: PartChecks = {
    links: Effect.match(targets.find({ code: codeOfNone, quote: null, offerId: null }), {
      onSuccess: () => true,
      onFailure: () => false,
    }),
    events: yield* makeEventsCheck,
    mail: Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const last = mail.lastTry()
      return last === undefined || nowMs - last.atMs > mailTellsForMs ? undefined : last.isAnswered
    }),
  }
  return checks
})

/** All that a process does by itself until its scope closes; events go out as `deliver` says. */
export const workRegularly = <E, Services>(deliver: Effect.Effect<void, E, Services>) =>
  Effect.gen(function* () {
    yield* validateRegularly
    yield* sealRegularly
    yield* afterStart(closeMonthsRegularly)
    yield* afterStart(tidyPeopleRegularly)
    yield* afterStart(deliver)
  })

/**
 * The HTTP application over the tables in force, ready to be served by any runtime. When other
 * tables are put in force, all that answers with them changes at once: a call is answered by the
 * application that it met when it came in.
 */
export const makeService = (settings: ServerSettings, draining: Draining) =>
  Effect.gen(function* () {
    const bundles = yield* TableBundle
    const rates = yield* Rates
    const first = bundles.current()
    const icons = yield* readSoundIcons(first.folder)
    const readiness = yield* makeReadiness
    const group = yield* ProcessGroup
    draining.onLeave((yield* EventListeners).takeLeave)
    const standing = makeStanding({
      readiness,
      tables: () => reload.status(),
      rates: rates.status,
      processes: group.status,
      isDraining: () => draining.isDraining() && !group.isRetiring(),
    })
    const history = yield* makeStatusHistory
    const checks = yield* makePartChecks
    yield* afterStart(Effect.asVoid(checkRegularly(history, readiness, checks)))
    const assets = makeAssets()
    const parts: ApplicationParts = {
      settings,
      assets,
      makePage: preparePages(assets),
      standing,
      history: history.days,
      incidents: yield* makeIncidentNews,
      openRoutes: [...makeHealthRoutes(standing), assets.route],
      servedIcons: new Map(),
      paces: makeComparePaces(),
    }
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof makeApplication>>>()
    let application = yield* makeApplication(parts, first, icons)
    yield* afterStart(application.prepared)
    const firstFingerprint = fingerprintOf(first.hash, icons, [], first.releases)
    const reload: Reload = yield* makeReload({
      first,
      firstFingerprint,
      look: yield* makeThreadLook(first.folder),
      prepare: (bundle, texts) =>
        Effect.gen(function* () {
          yield* readInTurn(bundle.tables)
          const next = yield* Effect.provideContext(makeApplication(parts, bundle, texts), context)
          yield* next.prepared
          return () => {
            bundles.replace(bundle)
            application = next
          }
        }),
    })
    yield* meterTables(reload.status)
    yield* meterDatabase
    const request = yield* followTables(reload, first.folder, firstFingerprint)
    yield* onHangup(() => request("operator"))
    // Asked once, so that the log says what is wrong even if nobody asks.
    yield* afterStart(Effect.asVoid(readiness))
    yield* workRegularly(deliverRegularly)
    yield* afterStart(tellNoticesRegularly(settings.baseUrl))
    const service: App = { answer: (call) => application.app.answer(call) }
    return service
  })

/** The application of a process, and whether it still takes calls. */
export class Application extends Context.Service<
  Application,
  App & { readonly draining: Draining; readonly settings: ServerSettings }
>()("viatica/Application") {}

/** The application with the settings of the environment. */
export const layerApplication = Layer.effect(
  Application,
  Effect.gen(function* () {
    const settings = yield* serverSettings
    const draining = makeDraining()
    const { answer } = yield* makeService(settings, draining)
    return { answer, draining, settings }
  }),
)
