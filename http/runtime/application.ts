import * as Effect from "effect/Effect"
import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { once } from "../../core/memory.ts"
import { endpoints } from "../api/api.ts"
import { AroundOperations } from "../api/around-operations.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { responseBytes } from "../api/answer.ts"
import type { ServerSettings } from "../config/server.ts"
import { apiVersion } from "../config/version.ts"
import { tellUnknownParameters } from "../endpoints/unknown-fields.ts"
import { type App, makeApp } from "../gateway/app.ts"
import { CallGate } from "../gateway/gate.ts"
import { makeApiDocument, makeApiDocumentRoute } from "../pages/api-document.ts"
import { makeWorkflowsRoute } from "../pages/api-document/workflows.ts"
import type { ComparePaces } from "../pages/compare/pace.ts"
import { makeDocsRoutes } from "../pages/docs/docs-routes.ts"
import { answerSamples, type DocsSamplesParts } from "../pages/docs/docs-facts.ts"
import { operationExamples } from "../pages/docs/operation-examples.ts"
import type { TryCall } from "../pages/docs/try.ts"
import { makeDocumentsRoute, offerLinks } from "../pages/documents.ts"
import { makeFrontRoutes } from "../pages/front/front-routes.ts"
import { prepareNowhere } from "../pages/front/nowhere.ts"
import { makeIcons } from "../pages/icons.ts"
import type { Assets } from "../pages/kit/assets.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { makePictureRoutes, withPictures } from "../pages/pictures.ts"
import { prepareLinkPages } from "../pages/redirect-pages.ts"
import { makeRedirectRoute } from "../pages/redirect.ts"
import { makeSignInRoutes } from "../pages/sign-in/sign-in-routes.ts"
import { makeVisitors } from "../pages/sign-in/visitor.ts"
import type { ServiceStanding } from "../pages/standing.ts"
import { makeVocabularyRoute } from "../pages/vocabulary.ts"
import { makeDemoPage } from "../pages/widget/demo-page.ts"
import { makeWidgetRoute } from "../pages/widget/widget-route.ts"
import { RandomBytes } from "../platform/random-bytes.ts"
import { Clicks } from "../ports/clicks.ts"
import { Demo } from "../ports/demo.ts"
import { Insurers } from "../ports/insurers.ts"
import { Keys } from "../ports/keys.ts"
import { LinkTargets } from "../ports/link-targets.ts"
import { Mail } from "../ports/mail.ts"
import { People } from "../ports/people.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { comparatorRoutes } from "./comparator.ts"
import { makeConsole } from "./console.ts"
import { makeFunnel } from "./funnel.ts"
import { makeOperations } from "../endpoints/operations.ts"
import { keyInUse, makeOwnCalls, type OwnCallParts } from "./own-calls.ts"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { preparePictures } from "../../rules/coach/pictures/pictures.ts"
import type { CardsResponse } from "../../rules/coach/response.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import type { TravellerTables } from "../../rules/messages/travellers/traveller-tables.ts"
import { prepareQuoteWords } from "../../rules/offline/quote-words.ts"
import { prepareLive } from "../../rules/pricing/live.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { defaultLanguage } from "../../rules/trip/defaults.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"

/** What an application is made of besides tables and icons; it outlives them. */
export interface ApplicationParts {
  readonly settings: ServerSettings
  /** Routes that do not depend on the tables. */
  readonly openRoutes: ReadonlyArray<OpenRoute>
  readonly assets: Assets
  /** Makes pages, over the assets that they load. */
  readonly makePage: MakePage
  /** How the service stands when it is asked. */
  readonly standing: Effect.Effect<ServiceStanding>
  /** Every icon served so far, by the name that it is served under. */
  readonly servedIcons: Map<string, string>
  /** How often networks have come to the comparator. */
  readonly comparePaces: ComparePaces
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
  { assets, comparePaces, makePage, openRoutes, servedIcons, settings, standing }: ApplicationParts,
  { hash, tables }: Bundle,
  iconTexts: ReadonlyMap<string, string>,
) =>
  Effect.gen(function* () {
    const icons = makeIcons(iconTexts, servedIcons)
    const sandbox = once(() => prepareSandbox(tables))
    const live = once(() => prepareLive(tables))
    const coach = once(() => prepareCoach(tables))
    const pictures = once(() => preparePictures(tables))
    const limit = limitsOf(tables)
    const insurers = yield* Insurers
    yield* insurers.sayUnmatched(tables.catalogueInsurers.rows)
    const texts = yield* loadTravellerTexts(tables)
    const links = offerLinks(settings.baseUrl, icons)
    const showCards = (listed: CardsResponse) => withPictures(pictures(), settings.baseUrl)(listed)
    const operations = yield* makeOperations({
      settings,
      hash,
      tables,
      sandbox,
      live,
      coach,
      texts,
      offerLinks: links,
      showCards,
    })
    const nowhere = prepareLinkPages({ makePage, texts })
    const redirects = makeRedirectRoute({
      pages: nowhere,
      funnelUrl: settings.funnelUrl,
      languages: prepareTripVocabulary(tables).languages,
      targets: yield* LinkTargets,
      clicks: yield* Clicks,
    })
    const vocabulary = yield* makeVocabularyRoute({
      tables,
      version: `${apiVersion}+${hash}`,
      loadReadText: async () => (await import("../messages/icu.ts")).readText,
    })
    const engineVersion = `${apiVersion}+${hash}`
    const loadLinks = once(() => prepareSampleLinks(texts, links))
    const samples = { tables, sandbox, coach, engineVersion, loadLinks, showCards }
    const document = once(() => exampledDocument({ ...samples, settings }))
    const catalogues = once(() => [sandbox().pieces.tables, live().pieces.tables])
    const funnel = makeFunnel({
      makePage,
      texts,
      nowhere,
      tables,
      icons,
      live,
      headerPrefix: settings.headerPrefix,
      answer: (call) => app.answer(call),
    })
    const around = yield* AroundOperations
    const { networkOf } = (yield* CallGate).strangers
    const app: App = yield* makeApp({
      operations: around(tellUnknownParameters(operations)),
      openRoutes: [
        ...openRoutes,
        makeApiDocumentRoute(document),
        makeWorkflowsRoute(settings.baseUrl),
        ...makeDocsRoutes({
          makePage,
          settings,
          ...samples,
          document,
          visitors: makeVisitors({
            people: yield* People,
            makePage,
            baseUrl: settings.baseUrl,
          }),
          tryCall: makeTryCall({
            keys: yield* Keys,
            headerPrefix: settings.headerPrefix,
            answer: (call) => app.answer(call),
          }),
          loadRenderBilan: async () => {
            const { compileText } = await import("../messages/icu.ts")
            return makeBilanRenderer({ texts: tables, format: compileText })
          },
        }),
        ...(settings.isFunnelStandIn ? yield* funnel : []),
        ...(yield* makeWidgetRoutes({ assets, tables, texts })),
        redirects,
        makeDocumentsRoute({ tables, catalogues, makePage }),
        icons.route,
        ...makePictureRoutes(pictures),
        vocabulary,
        ...makeSignInRoutes({
          makePage,
          baseUrl: settings.baseUrl,
          people: yield* People,
          mail: yield* Mail,
          random: yield* RandomBytes,
          limit,
          networkOf,
        }),
        // After the pages of signing in, as the last of its routes takes all that is left of /console.
        ...(yield* makeConsole({
          makePage,
          baseUrl: settings.baseUrl,
          tables,
          live,
          networkOf,
        })),
        ...(yield* comparatorRoutes({
          settings,
          hash,
          tables,
          icons,
          live,
          coach,
          makePage,
          texts,
          paces: comparePaces,
        })),
        ...makeFrontRoutes({
          makePage,
          baseUrl: settings.baseUrl,
          tables,
          hash,
          icons,
          live,
          standing,
        }),
      ],
      signing: {
        prefix: settings.headerPrefix,
        windowSeconds: limit("timestamp_window_s"),
      },
      bodyBytesMax: limit("body_bytes_max"),
      nowherePage: prepareNowhere(makePage),
    })
    const engines = [coach, sandbox, live]
    const endpoints = Object.values(operations).map(({ prepare }) => prepare)
    const prepared = readInTurn(tables).pipe(
      Effect.andThen(texts),
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

/** Addresses and words of the offers in examples, as a request that names no language is answered. */
const prepareSampleLinks = (texts: LoadTravellerTexts, links: OfferLinks): Promise<OfferLinks> =>
  Effect.runPromise(
    Effect.map(texts, (loaded) => prepareQuoteWords(loaded, links)(defaultLanguage).links),
  )

/** What the API document and its examples are made of. */
interface ExampledDocumentParts extends Omit<DocsSamplesParts, "loadRenderBilan"> {
  readonly settings: Pick<ServerSettings, "baseUrl" | "headerPrefix">
}

/** The API document with the examples that the engines in force answer. */
export const exampledDocument = async (parts: ExampledDocumentParts): Promise<OpenAPISpec> => {
  const { settings, tables } = parts
  const samples = await answerSamples(parts)
  const examples = operationExamples({ samples, tables, baseUrl: settings.baseUrl })
  return makeApiDocument(settings, limitsOf(tables), examples)
}

/** Makes the sandbox calls that people try from the documentation. */
const makeTryCall = (parts: OwnCallParts): TryCall => {
  const send = makeOwnCalls(parts)
  return Effect.fn("Docs.tryCall")(function* (partnerCode, { body, operation, query }) {
    const key = yield* keyInUse(parts.keys, partnerCode, "sandbox")
    if (key === undefined) return undefined
    const { method, path } = endpoints[operation]
    const sent = method === "POST" ? body : ""
    const reply = yield* send(key, { method, path, query, body: Buffer.from(sent, "utf8") })
    return {
      keyId: key.keyId,
      status: reply.status,
      headers: reply.headers,
      text: Buffer.from(responseBytes(reply)).toString("utf8"),
    }
  })
}

/** The widget's script, and in the demo a page that has the widget in it. */
const makeWidgetRoutes = Effect.fnUntraced(function* ({
  assets,
  tables,
  texts,
}: {
  readonly assets: Assets
  readonly tables: Tables
  readonly texts: LoadTravellerTexts
}): Effect.fn.Return<ReadonlyArray<OpenRoute>, never, TrackedLinks> {
  const intents = tables.intents.rows.map(({ intent }) => intent)
  const words = Effect.map(texts, (speak) => ({
    intents,
    titles: Object.fromEntries(
      travellerLanguages.map((language) => [language, speak(language)("widget.title")]),
    ),
  }))
  const demo = yield* Demo
  const script = yield* makeWidgetRoute(assets, words)
  const links = yield* TrackedLinks
  return demo === null ? [script] : [script, makeDemoPage({ assets, demo, links })]
})
