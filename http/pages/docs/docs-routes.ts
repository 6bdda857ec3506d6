import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { memo, once } from "../../../core/memory.ts"
import { type Answer, jsonAnswer, sharedAnswer, textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { ServerSettings } from "../../config/server.ts"
import {
  answerSamples,
  type DocsContext,
  docsFacts,
  type DocsFacts,
  type DocsSamplesParts,
  makeDocsSamples,
} from "./docs-facts.ts"
import { filePaths, operationEndpoint, operationNames, operationPath } from "./docs-menu.ts"
import { docsMarkdown, docsPage, type DocsPage } from "./docs-page.ts"
import { docsWords, type GuideName, guideNames } from "./docs-words.ts"
import { changelogFeed, changelogPage } from "./changelog.ts"
import { archiveFile } from "./client-archives.ts"
import { builtClientFile, textFile } from "./files.ts"
import { coachGuide } from "./guides/coach.ts"
import { deprecationGuide } from "./guides/deprecation.ts"
import { generateGuide } from "./guides/generate.ts"
import { doctorGuide } from "./guides/doctor.ts"
import { emulatorGuide } from "./guides/emulator.ts"
import { errorsGuide } from "./guides/errors.ts"
import { eventsGuide } from "./guides/events.ts"
import { goingLiveGuide } from "./guides/going-live.ts"
import type { GuideInBoth } from "./guides/guide.ts"
import { idempotencyGuide } from "./guides/idempotency.ts"
import { installGuide } from "./guides/install.ts"
import { quotasGuide } from "./guides/quotas.ts"
import { reconcileGuide } from "./guides/reconcile.ts"
import { roundingGuide } from "./guides/rounding.ts"
import { securityGuide } from "./guides/security.ts"
import { sessionsGuide } from "./guides/sessions.ts"
import { signingGuide } from "./guides/signing.ts"
import { testingGuide } from "./guides/testing.ts"
import { widgetGuide } from "./guides/widget.ts"
import { collectionName, postmanCollection } from "./collection.ts"
import { operationExamples } from "./operation-examples.ts"
import { operationPage, referencePage } from "./operation-page.ts"
import { quickstartWords } from "./quickstart-words.ts"
import { quickstart } from "./quickstart.ts"
import { searchEntries, type SearchEntry, searchPage } from "./search.ts"
import { makeTryCall, makeTryRoute, type TryRouteParts } from "./try.ts"
import { makeApiDocument, makeApiDocumentRoute } from "../api-document.ts"
import { makeWorkflowsRoute } from "../api-document/workflows.ts"
import { html, type PageNode, writeHtml } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, prefersMarkdown, readingIn, readingOf } from "../kit/reading.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { makeVisitors } from "../sign-in/visitor.ts"
import { Keys } from "../../ports/keys.ts"
import { Payouts } from "../../ports/payouts.ts"
import { People } from "../../ports/people.ts"
import type { LoadTravellerTexts } from "../../ports/traveller-texts.ts"
import { prepareQuoteWords } from "../../../rules/offline/quotes.ts"
import type { OfferLinks } from "../../../rules/pricing/offer.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { defaultLanguage } from "../../../rules/trip/trip-vocabulary.ts"
import { type DocumentLanguage, documentLanguages } from "../../../rules/documents/covers.ts"
import { signingHeaderNames } from "../../../rules/signing/message.ts"
import type { Tables } from "../../../rules/tables/index.ts"

/** `/docs` and what lies below it, the API document, and its workflows. */
export const docsRoutes = (parts: PageRouteParts) =>
  Effect.gen(function* () {
    const { baseUrl, makePage, offerLinks, sendOwnCall, texts } = parts
    const people = yield* People
    const clock = yield* Clock.Clock
    const samples = {
      ...parts,
      today: () => utcDay(clock.currentTimeMillisUnsafe()),
      loadLinks: once(() => prepareSampleLinks(texts, offerLinks)),
    }
    const document = once(() => exampledDocument(samples))
    const { publicKey } = yield* Payouts
    return [
      makeApiDocumentRoute(document),
      makeWorkflowsRoute(baseUrl),
      ...makeDocsRoutes({
        ...samples,
        document,
        visitors: makeVisitors({ people, makePage, baseUrl }),
        tryCall: makeTryCall(yield* Keys, sendOwnCall),
        statementKey: Effect.map(publicKey, (key) => textAnswer(200, "text/plain", `${key}\n`, {})),
      }),
    ]
  })

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

/** Addresses and words of the offers in examples, as a request that names no language is answered. */
const prepareSampleLinks = (texts: LoadTravellerTexts, links: OfferLinks): Promise<OfferLinks> =>
  Effect.runPromise(
    Effect.map(texts, (loaded) => prepareQuoteWords(loaded, links)(defaultLanguage).links),
  )

/** What the documentation is made of. */
interface DocsRouteParts
  extends Omit<DocsSamplesParts, "tables">, Pick<TryRouteParts, "tryCall" | "visitors"> {
  readonly makePage: MakePage
  readonly settings: Pick<ServerSettings, "baseUrl" | "headerPrefix">
  readonly tables: Tables
  readonly document: () => Promise<OpenAPISpec>
  /** The key that statements are signed with, as a file. */
  readonly statementKey: Effect.Effect<Answer>
}

/** Under which name that file is served beside those of the clients. */
const statementKeyName = "statement-key.txt"

/** Longer questions are not read. */
const questionLengthMax = 200

/** `/docs` and what lies below it; each page is made when it is first asked for, and then kept. */
const makeDocsRoutes = (parts: DocsRouteParts): ReadonlyArray<OpenRoute> => {
  const { makePage } = parts
  const contextIn = makeContexts(parts)
  const indexIn = memo(async (language: DocumentLanguage) =>
    docsIndex(await contextIn(language), language),
  )
  const indexFile = memo(async (language: DocumentLanguage) =>
    sharedAnswer(
      jsonAnswer(200, await indexIn(language), { "cache-control": "public, max-age=300" }),
    ),
  )
  const kept = new Map<string, Answer>()

  const { baseUrl, headerPrefix } = parts.settings

  const collection = once(async (): Promise<Answer> => {
    const { examples } = await contextIn("en")
    const calls = operationNames
      .filter((name) => name !== "vocabulary")
      .map((name) => ({ name, title: words.operations[name], request: examples[name].request }))
    const headers = signingHeaderNames(headerPrefix)
    const made = postmanCollection({ baseUrl, headers, calls })
    return sharedAnswer(jsonAnswer(200, made, { "cache-control": "public, max-age=300" }))
  })

  const page = async (
    reading: PageReading,
    path: string,
    isMarkdown: boolean,
  ): Promise<Answer | undefined> => {
    const name = `${path} ${reading.language} ${reading.isNamed} ${isMarkdown}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const make = docsPages(await contextIn(reading.language), reading).get(path)
    if (make === undefined) return undefined
    const made = sharedAnswer(
      isMarkdown ? docsMarkdown(baseUrl, reading, make()) : docsPage(makePage, reading, make()),
    )
    kept.set(name, made)
    return made
  }

  const search = async (
    reading: PageReading,
    query: string,
    isMarkdown: boolean,
  ): Promise<Answer> => {
    const question = (new URLSearchParams(query).get("q") ?? "").trim().slice(0, questionLengthMax)
    const content = searchPage(reading, await indexIn(reading.language), question)
    const title = docsWords[reading.language].searchTitle
    const found = { path: "/docs/search", title, content }
    const headers = { "cache-control": "no-store" }
    return isMarkdown
      ? docsMarkdown(baseUrl, reading, found, headers)
      : docsPage(makePage, reading, found, { asked: question, headers })
  }

  const indexOf = (rest: string): DocumentLanguage | undefined =>
    documentLanguages.find((language) => rest === `search-${language}.json`)

  const below: OpenRoute = {
    pattern: "/docs/*",
    answer: (call, rest) => {
      const indexLanguage = indexOf(rest)
      if (indexLanguage !== undefined) return Effect.promise(() => indexFile(indexLanguage))
      if (rest === "changelog.atom") return Effect.sync(() => changelogFeed(parts.settings.baseUrl))
      if (rest.startsWith("files/")) {
        const name = rest.slice("files/".length)
        if (name === statementKeyName) return parts.statementKey
        if (name === collectionName) return Effect.promise(collection)
        return Effect.suspend(() => {
          const file = textFile(name) ?? archiveFile(parts.settings.baseUrl, name)
          return file === undefined ? builtClientFile(name) : Effect.succeed(file)
        })
      }
      return Effect.flatMap(readingOf(call), (reading) =>
        Effect.promise(async () => {
          const isMarkdown = await prefersMarkdown(call)
          return rest === "search"
            ? search(reading, call.query, isMarkdown)
            : page(reading, `/docs/${rest}`, isMarkdown)
        }),
      )
    },
  }
  const start: OpenRoute = {
    pattern: "/docs",
    answer: (call) =>
      Effect.flatMap(readingOf(call), (reading) =>
        Effect.promise(async () => page(reading, "/docs", await prefersMarkdown(call))),
      ),
  }
  const trial = makeTryRoute({
    ...parts,
    examples: async () => (await contextIn("en")).examples,
  })
  // The trial comes before the pages that lie beside it.
  return [start, trial, below, llmsRoute(parts.settings.baseUrl)]
}

const guides: Readonly<Record<GuideName, GuideInBoth>> = {
  sessions: sessionsGuide,
  rounding: roundingGuide,
  errors: errorsGuide,
  quotas: quotasGuide,
  "going-live": goingLiveGuide,
  signing: signingGuide,
  "coach-words": coachGuide,
  widget: widgetGuide,
  events: eventsGuide,
  reconcile: reconcileGuide,
  testing: testingGuide,
  idempotency: idempotencyGuide,
  emulator: emulatorGuide,
  doctor: doctorGuide,
  security: securityGuide,
  install: installGuide,
  generate: generateGuide,
  deprecation: deprecationGuide,
}

/** The page of a guide. */
export const guidePage = (facts: DocsFacts, reading: PageReading, name: GuideName): PageNode => {
  const { href, language } = reading
  const guide = guides[name][language]
  const parts = { facts, href, reading }
  return html`<h1 class="display headline">${docsWords[language].guideTitles[name]}</h1>
    <p class="second lede">${guide.lede(parts)}</p>
    <div class="prose wide-prose">${guide.text(parts)}</div>` as PageNode
}

const makeContexts = (parts: DocsRouteParts) => {
  const { document, settings, tables } = parts
  const { baseUrl } = settings
  const headers = signingHeaderNames(settings.headerPrefix)
  const samples = once(() => makeDocsSamples(parts))
  return memo(async (language: DocumentLanguage): Promise<DocsContext> => {
    const made = await samples()
    return {
      facts: docsFacts({ tables, baseUrl, headers }, language),
      samples: made,
      examples: operationExamples({ samples: made, tables, baseUrl }),
      document: await document(),
    }
  })
}

/** All that a search may find, in a language. */
const docsIndex = (context: DocsContext, language: DocumentLanguage): ReadonlyArray<SearchEntry> =>
  [...docsPages(context, readingIn(language, false))].flatMap(([path, make]) => {
    const { content, title } = make()
    return searchEntries(path, title, writeHtml(content as Parameters<typeof writeHtml>[0]))
  })

const words = docsWords.en

/** Every page by its path, made when it is asked for. */
const docsPages = (
  context: DocsContext,
  reading: PageReading,
): ReadonlyMap<string, () => DocsPage> => {
  const words = docsWords[reading.language]
  const pages: ReadonlyArray<readonly [path: string, make: () => Omit<DocsPage, "path">]> = [
    [
      "/docs",
      () => ({
        title: quickstartWords[reading.language].title,
        content: quickstart(context, reading),
      }),
    ],
    ...guideNames.map(
      (name) =>
        [
          `/docs/guides/${name}`,
          () => ({
            title: words.guideTitles[name],
            content: guidePage(context.facts, reading, name),
          }),
        ] as const,
    ),
    ["/docs/changelog", () => ({ title: words.changelog, content: changelogPage(reading) })],
    [
      "/docs/reference",
      () => ({
        title: words.reference,
        content: referencePage(context, reading),
        isEnglishOnly: true,
      }),
    ],
    ...operationNames.map(
      (name) =>
        [
          operationPath(name),
          () => ({
            title: words.operations[name],
            content: operationPage(context, reading, name),
            isEnglishOnly: true,
          }),
        ] as const,
    ),
  ]
  return new Map(pages.map(([path, make]) => [path, () => ({ path, ...make() })]))
}

/** `/llms.txt`. */
const llmsRoute = (baseUrl: string): OpenRoute => {
  const answer = once(() =>
    sharedAnswer(
      textAnswer(200, "text/plain", llmsText(baseUrl), {
        "cache-control": "public, max-age=300",
      }),
    ),
  )
  return { pattern: "/llms.txt", answer: () => Effect.sync(answer) }
}

/**
 * What programs that read pages learn about the documentation, in the form of llmstxt.org: a sentence
 * on the service, then its pages and files by their addresses.
 */
const llmsText = (baseUrl: string): string => {
  const link = (path: string, label: string, about = ""): string =>
    `- [${label}](${baseUrl}${path})${about === "" ? "" : `: ${about}`}`
  const operation = (name: (typeof operationNames)[number]): string => {
    const { method, path } = operationEndpoint(name)
    return link(operationPath(name), words.operations[name], `${method} ${path}`)
  }
  return [
    "# Viatica",
    "",
    "> Travel-insurance prices, attributed links, conversions, and the Coach, which reads what a bank card's travel cover lacks for a trip. Partner servers call it over HTTP signed with HMAC-SHA256; sandbox keys answer with a fictional insurer.",
    "",
    "A cover that is `unverified` is not known, which is not the same as missing. Sandbox prices are for rehearsal and cannot be bought. Ignore fields, codes and words that you do not know.",
    "",
    "## Start",
    "",
    link("/docs?lang=en", words.quickstart, "from a key to a sale, with a client or by curl"),
    link(filePaths.openApi, words.openApi, "every call, answer and refusal"),
    "",
    "## Guides",
    "",
    ...guideNames.map((name) => link(`/docs/guides/${name}?lang=en`, words.guideTitles[name])),
    link("/docs/changelog?lang=en", words.changelog, "what changes for partners; also as Atom"),
    "",
    "## Calls",
    "",
    ...operationNames.map(operation),
    "",
    "## Files",
    "",
    link("/arazzo.json", "Workflows", "from a price to a sale, and to a live key, as Arazzo"),
    link(filePaths.signing, words.signingVectors, "messages with their signatures"),
    link(filePaths.conversion, words.conversionVectors, "amounts with what they come to"),
    "",
    "## On a machine of your own",
    "",
    "`viatica mcp`, of the package that the operator hands out, gives agents the tools read_card, price_trip, explain_figure and diff_tables, without network or key.",
    "",
  ].join("\n")
}
