import * as OpenApi from "effect/http-api/OpenApi"
import { once } from "../../core/memory.ts"
import { endpoints, type EndpointName, makeApi } from "../api/api.ts"
import { type RefusalName, refusals } from "../api/api-refusal.ts"

/** The names of all signed endpoints. */
export const endpointNames = Object.keys(endpoints) as ReadonlyArray<EndpointName>

/** The endpoint of a method and a path; undefined for pages and for nothing at all. */
export const endpointAt = (method: string, path: string): EndpointName | undefined =>
  endpointNames.find((name) => endpoints[name].path === path && endpoints[name].method === method)

interface Documented {
  readonly responses: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** What the document of the API says of an endpoint, each status as JSON. */
const documented = once(() => {
  const document: unknown = OpenApi.fromApi(makeApi(() => Number.MAX_SAFE_INTEGER))
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {}
  return (name: EndpointName): Documented["responses"] => {
    const { method, path } = endpoints[name]
    const at = paths[path]
    const operation = isObject(at) ? at[method.toLowerCase()] : undefined
    const responses = isObject(operation) ? operation["responses"] : undefined
    return isObject(responses) ? responses : {}
  }
})

const isDocumented = (name: EndpointName, refused: RefusalName): boolean => {
  const { code, status } = refusals[refused]
  return JSON.stringify(documented()(name)[String(status)] ?? null).includes(`"${code}"`)
}

/**
 * The endpoints that answer a refusal by the document of the API; all of them for what the document
 * leaves to HTTP, such as a path that is not served.
 */
export const endpointsOf = (refused: RefusalName): ReadonlyArray<EndpointName> => {
  const found = endpointNames.filter((name) => isDocumented(name, refused))
  return found.length === 0 ? endpointNames : found
}
