import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Scope from "effect/Scope"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import type { KeyId } from "../../rules/accounts/key-text.ts"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { type Answer, responseOf } from "../api/answer.ts"
import type { Refusal } from "../api/api-refusal.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { servedEndpoints, type ServedName } from "../api/api.ts"

/** What is found out about a call on its way, for the log and the records. */
export interface FoundOut {
  /** The name of an endpoint or the pattern of an open route; `-` where there is none. */
  route: string
  /** The key that has signed it. */
  keyId?: KeyId | undefined
  /** The key that it names, where it was not found to be signed with it. */
  claimedKeyId?: KeyId | undefined
  refused?: Refusal | undefined
}

/** What is known of a call at first, and of one that died. */
export const nothingFound: FoundOut = {
  route: "-",
  keyId: undefined,
  claimedKeyId: undefined,
  refused: undefined,
}

/**
 * The call that a request was read as. Effect's own request holds no raw target and no raw head, which
 * signatures and the refusal of what HTTP forbids rest on: whatever answers looks here.
 */
export class ThisCall extends Context.Service<
  ThisCall,
  { readonly call: IncomingCall; readonly requestId: string; readonly found: FoundOut }
>()("viatica/ThisCall") {}

/** Gives a call its answer, and notes whether that is a refusal. */
export const respond = (
  { found, requestId }: ThisCall["Service"],
  answer: Answer,
): HttpServerResponse => {
  found.refused = answer.refused
  return responseOf(answer, requestId)
}

/** Layers of routes. */
type Routes = Layer.Layer<
  never,
  never,
  HttpRouter.HttpRouter | HttpRouter.Request.From<"Requires", ThisCall>
>

/** What answers a call under whatever is around it. */
type Routed = (here: ThisCall["Service"]) => Effect.Effect<HttpServerResponse>

/**
 * Makes what leads a call by Effect's router: by its own method and path, which need not be those of the
 * request that is around it. Paths are compared byte for byte: no case folding, no decoding, no
 * trailing slash. HEAD goes where GET does. `otherwise` answers what no route takes.
 */
export const makeRouter = (routes: Routes, otherwise: Answering) =>
  Effect.gen(function* () {
    // Routes hold nothing that is to be closed: a scope of their own goes with them, and with the tables of
    // their answers, where the server's would keep every router that ever was.
    const scope = yield* Scope.make()
    const router = yield* HttpRouter.toHttpEffect(routes).pipe(
      Effect.provideService(HttpRouter.RouterConfig, strictRouting),
      // Effect's builder keeps what is around it here and puts it into each call: it is to know of nothing.
      Effect.updateContext((_around: Context.Context<Scope.Scope>) =>
        Context.make(Scope.Scope, scope),
      ),
    )
    const led = Effect.catch(router, () => otherwise)
    const routed: Routed = (here) => {
      const { method, path } = here.call
      const target = routedPath(path)
      return Effect.updateContext(
        target === undefined ? otherwise : led,
        (around: Context.Context<never>) => {
          const context = Context.add(around, ThisCall, here)
          const request = Context.getOrUndefined(around, HttpServerRequest.HttpServerRequest)
          return request?.method === method && request.url === target
            ? // A server's own call, which has its scope around it as well.
              (context as Context.Context<RouterServices>)
            : context.pipe(
                Context.add(Scope.Scope, scope),
                Context.add(HttpServerRequest.HttpServerRequest, standInFor(method, target ?? "/")),
              )
        },
      )
    }
    return routed
  })

/** What Effect's router looks for around a call. */
type RouterServices = ThisCall | HttpServerRequest.HttpServerRequest | Scope.Scope

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

const webRequest = HttpServerRequest.fromWeb(new Request("http://localhost/"))

/**
 * The request that the router finds a method and a path in, of a call that comes over no connection, or
 * whose target reads otherwise. A method may be any word, of which a web request takes only some.
 */
const standInFor = (method: string, url: string): HttpServerRequest.HttpServerRequest =>
  Object.create(webRequest, {
    method: { value: method },
    url: { value: url },
  }) as typeof webRequest

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

const servedNames = Object.keys(servedEndpoints) as ReadonlyArray<ServedName>

/**
 * A signed endpoint of the API as it is served. Its bytes are signed, so that they are read raw; and what
 * they say is read by its operation alone, once the signature holds. Effect's builder knows no query,
 * which it would decode before that, and refuse in other words than the API's.
 */
const servedEndpoint = (name: ServedName) => {
  const { annotations, identifier, method, path } = servedEndpoints[name]
  return HttpApiEndpoint.make(method)(identifier, path).annotateMerge(annotations)
}

const signed = servedNames.reduce(
  (group, name) => group.add(servedEndpoint(name)),
  HttpApiGroup.make("signed").add(servedEndpoint("meta")),
)

const served = HttpApi.make("viatica").add(signed)

/** The routes of all operations, each of which `answer` answers as a whole. */
export const layerOperations = (
  answer: (name: ServedName) => Effect.Effect<HttpServerResponse, never, ThisCall>,
) =>
  HttpApiBuilder.layer(served).pipe(
    Layer.provide(HttpServer.layerServices),
    Layer.provide(
      HttpApiBuilder.group(served, "signed", (handlers) => {
        for (const name of servedNames) {
          // Made once, and run for each call.
          const answering = answer(name)
          handlers.handleRaw(name, () => answering, { uninterruptible: true })
        }
        return handlers as never
      }),
    ),
  )
