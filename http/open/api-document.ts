import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { HttpRouter } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { Api } from "../api/api.ts"
import { type Answer, jsonAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"

const specification = (baseUrl: string): Answer =>
  jsonAnswer(
    200,
    { ...OpenApi.fromApi(Api), servers: [{ url: baseUrl }] },
    { "cache-control": "public, max-age=300" },
  )

/**
 * `/openapi.json`, and `/docs` for people. The page carries its own script of some megabytes,
 * which is loaded when the page is first asked for.
 */
export const makeApiDocumentRoutes = (baseUrl: string) =>
  Effect.gen(function* () {
    const answer = specification(baseUrl)
    const scope = yield* Effect.scope
    const page = yield* Effect.cached(
      Scope.provide(
        HttpRouter.toHttpEffect(
          HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }),
        ),
        scope,
      ),
    )
    const routes: ReadonlyArray<OpenRoute> = [
      { pattern: "/openapi.json", answer: () => Effect.succeed(answer) },
      { pattern: "/docs", answer: () => Effect.orDie(Effect.flatten(page)) },
    ]
    return routes
  })
