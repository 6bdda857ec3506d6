import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bodyInTime, BodyLate, type IncomingCall } from "../../../../http/api/incoming.ts"
import { type Answer, bodyBytes } from "../../../../http/api/answer.ts"
import {
  type ConsolePage,
  type ConsoleParts,
  prepareConsoleRoute,
} from "../../../../http/pages/console/requests.ts"
import { makeAssets } from "../../../../http/pages/kit/assets.ts"
import { preparePages } from "../../../../http/pages/kit/page.ts"
import {
  failurePage,
  type FormRefused,
  makeVisitors,
} from "../../../../http/pages/sign-in/visitor.ts"
import { makePlaces, NoPlace, type WorkPlaces } from "../../../../http/platform/places.ts"
import type { Visitor } from "../../../../http/ports/people.ts"

const visitor = {
  personId: "per_1",
  email: "a@b.example",
  language: "fr",
  isOperator: true,
  tableRoles: [],
  partner: null,
  csrfToken: "token",
} as unknown as Visitor

const makePage = preparePages(makeAssets())
const baseUrl = "http://127.0.0.1"

/** What a route of the console answers, with places of its own. */
const answer = (places: WorkPlaces, page: ConsolePage, call: Partial<IncomingCall> = {}) => {
  const parts = {
    makePage,
    baseUrl,
    places,
    visitors: {
      ...makeVisitors({ makePage, baseUrl } as unknown as ConsoleParts),
      withVisitor: (
        from: IncomingCall,
        show: (visitor: Visitor) => Effect.Effect<Answer, FormRefused>,
      ) => Effect.catch(show(visitor), (failure) => failurePage({ makePage }, from, failure)),
    },
  } as unknown as ConsoleParts
  const route = prepareConsoleRoute(parts)("/console/x", ["GET", "POST"], () => page)
  const head = {
    method: "GET",
    path: "/console/x",
    query: "",
    headerValues: () => [],
    peer: () => "",
    readBody: () => Effect.succeed(new Uint8Array()),
  }
  return Effect.map(
    route.answer({ ...head, ...call }, ""),
    (given): Answer => given ?? assert.fail("no answer"),
  )
}

const textOf = ({ body }: Answer): string => Buffer.from(bodyBytes(body)).toString("utf8")

const shown: ConsolePage = ({ show }) => Effect.succeed(show({ title: "shown", body: [] }))

const without = (because: NoPlace["because"]): WorkPlaces => ({
  hold: () => () => Effect.fail(new NoPlace({ because })),
})

describe("a page of the console without a place", () => {
  it.effect.each([
    ["crowd", "rien n&#39;a changé"],
    ["wait", "rien n&#39;a changé"],
    ["work", "vérifiez avant de le renvoyer"],
  ] as const)("says so in the visitor's language, and when to come again: %s", ([because, words]) =>
    Effect.gen(function* () {
      const given = yield* answer(without(because), shown)
      assert.strictEqual(given.status, 503)
      assert.strictEqual(given.headers["retry-after"], "5")
      assert.include(textOf(given).replaceAll("’", "&#39;").replaceAll("'", "&#39;"), words)
    }),
  )
})

describe("a form of the console", () => {
  const policy = { places: 1, ofHolder: 1, waitingOfHolder: 1, waitMs: 1_000, holdMs: 1_000 }

  it.effect("is read before its page has a place", () =>
    Effect.gen(function* () {
      const form = bodyInTime(Effect.succeed(Buffer.from("csrf=token&name=read")), 1_000)
      const page: ConsolePage = ({ form, show }) =>
        Effect.succeed(show({ title: form.text("name"), body: [] }))
      const given = yield* answer(makePlaces(policy), page, {
        method: "POST",
        readBody: () => form,
      })
      assert.include(textOf(given), "<title>read")
    }),
  )

  it.effect("that is not taken waits for no place", () =>
    Effect.gen(function* () {
      const given = yield* answer(without("crowd"), shown, {
        method: "POST",
        readBody: () => Effect.fail(new BodyLate({ timeoutMs: 1 })),
      })
      assert.strictEqual(given.status, 408)
    }),
  )

  it.effect("cannot be read by a page in its place, whatever way it finds", () =>
    Effect.gen(function* () {
      const reading = bodyInTime(Effect.succeed(new Uint8Array()), 1_000)
      // A page has the head of its request alone; this one has planted a body for itself.
      const planted: ConsolePage = (request) =>
        Effect.andThen(Effect.orDie(reading), shown(request))
      const exit = yield* Effect.exit(answer(makePlaces(policy), planted))
      assert.match(String(exit), /A body was read in a place/)
      const { call } = yield* Effect.promise(
        () =>
          new Promise<{ readonly call: object }>((resolve) => {
            const page: ConsolePage = (request) => {
              resolve(request)
              return shown(request)
            }
            Effect.runFork(answer(makePlaces(policy), page))
          }),
      )
      assert.notProperty(call, "readBody")
    }),
  )
})
