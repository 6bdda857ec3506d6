import type { OpenRoute } from "../api/open-route.ts"
import type { SignedEndpoint } from "./signed-endpoint.ts"

/** Where a path leads. */
export type Route =
  | { readonly _tag: "Signed"; readonly endpoint: SignedEndpoint }
  | { readonly _tag: "Open"; readonly route: OpenRoute; readonly rest: string }
  | { readonly _tag: "WrongMethod"; readonly allow: string }
  | { readonly _tag: "Nowhere" }

/** A signed endpoint under its path and method. */
export interface SignedRoute {
  readonly method: string
  readonly path: string
  readonly endpoint: SignedEndpoint
}

const nowhere: Route = { _tag: "Nowhere" }

const allowed = (methods: ReadonlyArray<string>): ReadonlyArray<string> =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))

const getAlone: ReadonlyArray<string> = ["GET"]

/**
 * Finds where a call leads. Paths are compared byte for byte: no case folding, no decoding, no
 * trailing slash. HEAD goes where GET does.
 */
export const makeRouter = (
  signed: ReadonlyArray<SignedRoute>,
  open: ReadonlyArray<OpenRoute>,
): ((method: string, path: string) => Route) => {
  const signedByPath = new Map(signed.map((route) => [route.path, route]))
  const signedMethods = new Map(signed.map(({ method, path }) => [path, allowed([method])]))
  const openByPath = new Map(open.map((route) => [route.pattern, route]))
  const prefixes = open
    .filter(({ pattern }) => pattern.endsWith("/*"))
    .map((route) => ({ route, prefix: route.pattern.slice(0, -1) }))

  const openRoute = (path: string): Route => {
    const exact = openByPath.get(path)
    if (exact !== undefined && !path.endsWith("*")) return { _tag: "Open", route: exact, rest: "" }
    const found = prefixes.find(({ prefix }) => path.startsWith(prefix))
    return found === undefined
      ? nowhere
      : { _tag: "Open", route: found.route, rest: path.slice(found.prefix.length) }
  }

  return (method, path) => {
    const signedRoute = signedByPath.get(path)
    const target: Route =
      signedRoute === undefined
        ? openRoute(path)
        : { _tag: "Signed", endpoint: signedRoute.endpoint }
    if (target._tag === "Nowhere") return target
    const methods =
      target._tag === "Open"
        ? allowed(target.route.methods ?? getAlone)
        : (signedMethods.get(path) ?? [])
    return methods.includes(method) ? target : { _tag: "WrongMethod", allow: methods.join(", ") }
  }
}
