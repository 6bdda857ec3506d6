import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Answer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { ThisCall } from "./this-call.ts"

/** A call that no route takes: its method is wrong, or its path leads nowhere. */
export class Untaken extends Data.TaggedError("Untaken")<{}> {}

/** Always the same one, without a stack: a call for nothing costs nothing. */
const untaken: Effect.Effect<never, Untaken> = Effect.fail(new Untaken())

/** Layers of routes. */
type Routes = Layer.Layer<
  never,
  never,
  HttpRouter.HttpRouter | HttpRouter.Request.From<"Requires", ThisCall>
>

/**
 * Makes what leads a call by Effect's router: by its own method and path, which need not be those of the
 * request that is around it. Paths are compared byte for byte: no case folding, no decoding, no
 * trailing slash. HEAD goes where GET does.
 */
export const makeRouter = (routes: Routes) =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const router = yield* HttpRouter.toHttpEffect(routes).pipe(
      Effect.provideService(HttpRouter.RouterConfig, strictRouting),
      // Effect's builder keeps what is around it here and puts it into each call: it is to know of nothing.
      Effect.updateContext((_around: Context.Context<Scope.Scope>) =>
        Context.make(Scope.Scope, scope),
      ),
    )
    const taken = Effect.catch(router, () => untaken)
    return Effect.contextWith((context: Context.Context<ThisCall>) => {
      const { method, path } = Context.get(context, ThisCall).call
      const target = routedPath(path)
      if (target === undefined) return untaken
      const request = routedRequest(context, method, target)
      return Effect.updateContext(taken, (around: Context.Context<ThisCall>) =>
        around.pipe(
          Context.add(Scope.Scope, scope),
          Context.add(HttpServerRequest.HttpServerRequest, request),
        ),
      )
    })
  })

const strictRouting = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
} as const

/**
 * A path as the router is asked for it: it decodes `%`, and ends a path at `;` and `#`, which here are
 * letters like all others. Undefined for what does not begin with a slash, which the router adds.
 */
const routedPath = (path: string): string | undefined => {
  if (!path.startsWith("/")) return undefined
  return /[%;#]/.test(path) ? path.replace(/[%;#]/g, encodeURIComponent) : path
}

/** What stands in for the request of a call that comes over no connection, or was changed on its way. */
const standIn = HttpServerRequest.fromWeb(new Request("http://localhost/"))

/** The request that the router finds a method and a path in: the one that is around it, where that has them. */
const routedRequest = (
  context: Context.Context<never>,
  method: string,
  path: string,
): HttpServerRequest.HttpServerRequest => {
  const around = Context.getOrUndefined(context, HttpServerRequest.HttpServerRequest)
  // A method may be any word, of which a web request takes only some.
  if (around?.method !== method) {
    return Object.create(standIn, {
      method: { value: method },
      url: { value: path },
    }) as typeof standIn
  }
  return around.url === path ? around : around.modify({ url: path })
}

/** An open route, the methods that it takes, and what the paths of its prefix begin with. */
interface Place {
  readonly route: OpenRoute
  readonly allow: ReadonlyArray<string>
  /** Undefined for an exact path. */
  readonly prefix: string | undefined
}

const allowed = (methods: ReadonlyArray<string>): ReadonlyArray<string> =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))

const placeOf = (route: OpenRoute): Place => ({
  route,
  allow: allowed(route.methods ?? ["GET"]),
  prefix: route.pattern.endsWith("/*") ? route.pattern.slice(0, -1) : undefined,
})

type Answering = Effect.Effect<HttpServerResponse, never, ThisCall>

/** What calls come to that lead to a page or nowhere. */
export interface OpenAnswers {
  /** What a route answers; undefined where the rest of its path names nothing. */
  readonly answered: (route: OpenRoute, answer: Effect.Effect<Answer | undefined>) => Answering
  readonly wrongMethod: (allow: ReadonlyArray<string>) => Answering
  readonly nowhere: Answering
}

/**
 * Open routes as the router takes them. Each answers both methods that there are, so that none which
 * takes one of them leaves the other to a wider route. `otherwise` answers what no route takes.
 */
export const openRoutes = (
  open: ReadonlyArray<OpenRoute>,
  endpoints: ReadonlyArray<{ readonly method: string; readonly path: string }>,
  { answered, nowhere, wrongMethod }: OpenAnswers,
) => {
  const places = open.map(placeOf)
  const exact = new Map(places.map((place) => [place.route.pattern, place]))
  const prefixes = places
    .filter(({ prefix }) => prefix !== undefined)
    .toSorted((left, right) => right.route.pattern.length - left.route.pattern.length)
  const signed = new Map(endpoints.map(({ method, path }) => [path, allowed([method])]))
  const placeAt = (path: string): Place | undefined =>
    exact.get(path) ?? prefixes.find(({ prefix = "" }) => path.startsWith(prefix))

  const leading = ({ allow, prefix = "", route }: Place): Answering =>
    Effect.flatMap(ThisCall, ({ call }) =>
      allow.includes(call.method)
        ? answered(route, route.answer(call, prefix === "" ? "" : call.path.slice(prefix.length)))
        : wrongMethod(allow),
    )

  /** The router takes the bare path of a prefix for one of its paths, which here leads elsewhere. */
  const leadingBelow = (place: Place, bare: string): Answering => {
    const [below, at] = [leading(place), placeAt(bare)]
    const there = at === undefined ? nowhere : leading(at)
    return Effect.flatMap(ThisCall, ({ call }) => (call.path === bare ? there : below))
  }

  const bares = new Set(prefixes.map(({ route }) => route.pattern.slice(0, -2)))
  const routes = places
    .filter(({ route }) => !bares.has(route.pattern))
    .flatMap((place) => {
      const { pattern } = place.route
      const answering =
        place.prefix === undefined ? leading(place) : leadingBelow(place, pattern.slice(0, -2))
      return (["GET", "POST"] as const).map((method) =>
        HttpRouter.route(method, pattern as HttpRouter.PathInput, answering, {
          uninterruptible: true,
        }),
      )
    })

  const otherwise = Effect.flatMap(ThisCall, ({ call: { path } }) => {
    const allow = signed.get(path) ?? placeAt(path)?.allow
    return allow === undefined ? nowhere : wrongMethod(allow)
  })
  return { routes, otherwise }
}
