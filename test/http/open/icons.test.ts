import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type Icons, makeIcons } from "../../../http/open/icons.ts"
import type { IncomingCall } from "../../../http/serve/incoming.ts"

const call: IncomingCall = {
  method: "GET",
  path: "/icons/a.svg",
  query: "",
  headerValues: () => [],
  readBody: () => Effect.succeed(new Uint8Array()),
}

const request = HttpServerRequest.fromWeb(new Request("http://127.0.0.1/icons/a.svg"))

/** The text under an icon's path; undefined where nothing is served. */
const textAt = (icons: Icons, path: string) =>
  icons.route.answer(call, path.slice("/icons/".length)).pipe(
    Effect.map((answer) =>
      answer !== undefined && "contentType" in answer ? answer.body : answer,
    ),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.scoped,
  )

it.effect("an icon that has been served stays under its name when it changes or goes", () =>
  Effect.gen(function* () {
    const served = new Map<string, string>()
    const before = makeIcons(new Map([["a.svg", "<svg>old</svg>"]]), served)
    const after = makeIcons(new Map([["a.svg", "<svg>new</svg>"]]), served)
    const none = makeIcons(new Map(), served)
    expect(after.path("a.svg")).not.toBe(before.path("a.svg"))
    for (const icons of [after, none]) {
      expect(yield* textAt(icons, before.path("a.svg"))).toContain("old")
      expect(yield* textAt(icons, after.path("a.svg"))).toContain("new")
      expect(yield* textAt(icons, "/icons/a.svg")).toBeUndefined()
    }
  }),
)
