import type { SigningKey } from "./sign.ts"

/** What a client needs to know. */
export interface ClientOptions extends SigningKey {
  /** Where the service is; a path in it stands before that of each call. */
  readonly baseUrl: string
  /** How long a whole call may take, with its waits and further tries; 30 s when left out. */
  readonly deadlineMs?: number | undefined
  /** How long one try may take; 15 s when left out. */
  readonly attemptTimeoutMs?: number | undefined
  /** How often a call is sent at most; 4 times when left out. */
  readonly triesMax?: number | undefined
}

/** Limits of a call. */
export interface CallLimits {
  readonly deadlineMs: number
  readonly attemptTimeoutMs: number
  readonly triesMax: number
}

/** The limits of a client's calls. */
export const limitsIn = ({
  attemptTimeoutMs = 15_000,
  deadlineMs = 30_000,
  triesMax = 4,
}: Pick<ClientOptions, "attemptTimeoutMs" | "deadlineMs" | "triesMax">): CallLimits => ({
  attemptTimeoutMs,
  deadlineMs,
  triesMax,
})

/** The address of the service in parts: what stands before each path, and what of that is signed. */
export interface ServiceAddress {
  readonly origin: string
  readonly basePath: string
}

/**
 * Takes the address of the service apart; throws where it is none.
 *
 * ```ts
 * import { serviceAddress } from "../http/clients/typescript/options.ts"
 *
 * serviceAddress("https://a.example/b/") // => { origin: "https://a.example", basePath: "/b" }
 * ```
 */
export const serviceAddress = (baseUrl: string): ServiceAddress => {
  if (!URL.canParse(baseUrl)) throw new TypeError(`"${baseUrl}" is no address of a service`)
  const { origin, pathname } = new URL(baseUrl)
  return { origin, basePath: pathname.replace(/\/$/, "") }
}

/** Parameters of a query; what is undefined is left out. */
export type QueryAsked = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * A query with its mark, or nothing.
 *
 * ```ts
 * import { queryText } from "../http/clients/typescript/options.ts"
 *
 * queryText({ country: "FR", lang: undefined }) // => "?country=FR"
 * queryText({}) // => ""
 * ```
 */
export const queryText = (query: QueryAsked = {}): string => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.append(name, String(value))
  }
  const text = given.toString()
  return text === "" ? "" : `?${text}`
}
