import * as Effect from "effect/Effect"
import { type EndpointName, endpoints } from "../../api/api.ts"
import { splitTarget } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { MakePage } from "../kit/page.ts"
import { readingOf } from "../kit/reading.ts"
import type { Visitors } from "../sign-in/visitor.ts"
import { docsPage } from "./docs-page.ts"
import { docsWords } from "./docs-words.ts"
import type { OperationExample } from "./operation-examples.ts"
import { jsonStyle, laidOut } from "./snippets/laid-out.ts"
import { type Trial, tryPage, tryPath } from "./try/try-page.ts"
import type { CallToTry, TryCall } from "./try/try-call.ts"
import { tryWords } from "./try/try-words.ts"

/** What the page that tries calls stands on. */
export interface TryRouteParts {
  readonly makePage: MakePage
  readonly visitors: Visitors
  readonly tryCall: TryCall
  readonly examples: () => Promise<Readonly<Record<EndpointName, OperationExample>>>
}

const operationOf = (name: string): EndpointName | undefined =>
  (Object.keys(endpoints) as ReadonlyArray<EndpointName>).find((each) => each === name)

const exampleCall = (operation: EndpointName, { request }: OperationExample): CallToTry => ({
  operation,
  query: splitTarget(request.target).query,
  body: request.body === undefined ? "" : laidOut(request.body, jsonStyle),
})

/**
 * `/docs/try/<operation>`: whoever is signed in to the console may send a sandbox call from here. It
 * is kept by nobody, and sent by a form that a page of this session showed.
 */
export const makeTryRoute = (parts: TryRouteParts): OpenRoute => {
  const { examples, makePage, tryCall, visitors } = parts
  return {
    pattern: "/docs/try/*",
    methods: ["GET", "POST"],
    answer: (call, rest) => {
      const operation = operationOf(rest)
      if (operation === undefined) return Effect.succeed(undefined)
      return visitors.withVisitor(call, (visitor) =>
        Effect.gen(function* () {
          const reading = yield* readingOf(call)
          const example = (yield* Effect.promise(examples))[operation]
          const show = (trial: Trial) =>
            docsPage(
              makePage,
              reading,
              {
                path: tryPath(operation),
                title: tryWords[reading.language].title(
                  docsWords[reading.language].operations[operation],
                ),
                content: tryPage(reading, visitor, trial),
              },
              { headers: { "cache-control": "no-store" } },
            )
          if (call.method !== "POST" || visitor.partner === null) {
            return show({ typed: exampleCall(operation, example), tried: undefined })
          }
          const fields = yield* visitors.checkedForm(call, visitor)
          const typed = { operation, query: fields.text("query"), body: fields.text("body") }
          const tried = yield* tryCall(visitor.partner.code, typed)
          return show({ typed, tried: tried ?? "no key" })
        }),
      )
    },
  }
}
