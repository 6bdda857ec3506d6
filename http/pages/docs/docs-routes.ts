import * as Effect from "effect/Effect"
import { memo, once } from "../../../core/memory.ts"
import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { type DocumentLanguage, documentLanguages } from "../../../rules/documents/covers.ts"
import { signingHeaderNames } from "../../../rules/signing/headers.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { type Answer, jsonAnswer, sharedAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { ServerSettings } from "../../config/server.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import { clientFile } from "./files.ts"
import type { DocsContext } from "./docs-context.ts"
import { docsFacts } from "./docs-facts.ts"
import { docsPage } from "./docs-page.ts"
import { docsIndex, docsPages } from "./docs-pages.ts"
import { type DocsSamplesParts, makeDocsSamples } from "./docs-samples.ts"
import { docsWords } from "./docs-words.ts"
import { llmsRoute } from "./llms-text.ts"
import { operationExamples } from "./operation-examples.ts"
import { searchPage } from "./search.ts"
import { makeTryRoute, type TryRouteParts } from "./try.ts"
import { vectorFile } from "./vector-files.ts"

/** What the documentation is made of. */
export interface DocsRouteParts
  extends Omit<DocsSamplesParts, "tables">, Pick<TryRouteParts, "tryCall" | "visitors"> {
  readonly makePage: MakePage
  readonly settings: Pick<ServerSettings, "baseUrl" | "headerPrefix">
  readonly tables: Tables
  readonly document: () => Promise<OpenAPISpec>
}

/** Longer questions are not read. */
const questionLengthMax = 200

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

/** `/docs` and what lies below it; each page is made when it is first asked for, and then kept. */
export const makeDocsRoutes = (parts: DocsRouteParts): ReadonlyArray<OpenRoute> => {
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

  const page = async (reading: PageReading, path: string): Promise<Answer | undefined> => {
    const name = `${path} ${reading.language} ${reading.isNamed}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const make = docsPages(await contextIn(reading.language), reading).get(path)
    if (make === undefined) return undefined
    const made = sharedAnswer(docsPage(makePage, reading, make()))
    kept.set(name, made)
    return made
  }

  const search = async (reading: PageReading, query: string): Promise<Answer> => {
    const question = (new URLSearchParams(query).get("q") ?? "").trim().slice(0, questionLengthMax)
    const content = searchPage(reading, await indexIn(reading.language), question)
    const title = docsWords[reading.language].searchTitle
    return docsPage(
      makePage,
      reading,
      { path: "/docs/search", title, content },
      { asked: question, headers: { "cache-control": "no-store" } },
    )
  }

  const indexOf = (rest: string): DocumentLanguage | undefined =>
    documentLanguages.find((language) => rest === `search-${language}.json`)

  const below: OpenRoute = {
    pattern: "/docs/*",
    answer: (call, rest) => {
      const indexLanguage = indexOf(rest)
      if (indexLanguage !== undefined) return Effect.promise(() => indexFile(indexLanguage))
      if (rest.startsWith("files/")) {
        const name = rest.slice("files/".length)
        return Effect.sync(() => vectorFile(name) ?? clientFile(name))
      }
      return Effect.flatMap(readingOf(call), (reading) =>
        Effect.promise(() =>
          rest === "search" ? search(reading, call.query) : page(reading, `/docs/${rest}`),
        ),
      )
    },
  }
  const start: OpenRoute = {
    pattern: "/docs",
    answer: (call) =>
      Effect.flatMap(readingOf(call), (reading) => Effect.promise(() => page(reading, "/docs"))),
  }
  const trial = makeTryRoute({
    ...parts,
    examples: async () => (await contextIn("en")).examples,
  })
  // The trial comes before the pages that lie beside it.
  return [start, trial, below, llmsRoute(parts.settings.baseUrl)]
}
