import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { headerPrefixPattern } from "../../rules/signing/message.ts"
import { baseAddress, port, text, yesOrNo } from "./kinds.ts"
import { type OperatorIdentity, operatorIdentity } from "./operator.ts"
import { optionalSetting, setting } from "./setting.ts"

export const servicePort = setting("PORT", port, {
  otherwise: 8080,
  about: "the port that the service listens on",
})

export const serviceHost = setting("HOST", text, {
  otherwise: "127.0.0.1",
  about: "the address that the service listens on",
})

export const serviceAddress = optionalSetting("BASE_URL", baseAddress, {
  unset: "http://HOST:PORT",
  about: "the address that partners use, in links and icons",
})

export const funnelAddress = optionalSetting("FUNNEL_URL", baseAddress, {
  unset: "BASE_URL/funnel",
  about: "the traveller's funnel",
})

export const headerPrefix = setting(
  "HEADER_PREFIX",
  {
    config: (name) =>
      Config.schema(Schema.String.check(Schema.isPattern(headerPrefixPattern)), name),
    expected: "lower-case words joined by single hyphens, such as svc",
  },
  { otherwise: "svc", about: "the middle of the signing headers' names" },
)

export const comparatorIndexing = setting("INDEX_COMPARATOR", yesOrNo, {
  otherwise: false,
  about:
    "whether search engines may list the first page of the comparator, in each of its languages",
})

/** The settings of a server process, read from the environment. */
export interface ServerSettings {
  readonly port: number
  readonly host: string
  /** The address that partners reach the service under, without a trailing slash. */
  readonly baseUrl: string
  /** The traveller's funnel, without a trailing slash. */
  readonly funnelUrl: string
  /** Whether pages of the service stand in for the funnel, as none is configured. */
  readonly isFunnelStandIn: boolean
  /** Whether search engines may list the first page of the comparator. */
  readonly mayIndexComparator: boolean
  /** The service's own segment in the names of the signing headers. */
  readonly headerPrefix: string
  /** Who operates the service towards travellers, as far as that is stated. */
  readonly operator: OperatorIdentity
}

const withoutSlash = (url: URL): string => url.href.replace(/\/$/, "")

/** The settings of a server process, with addresses that follow from each other. */
export const serverSettings: Config.Config<ServerSettings> = Config.all({
  port: servicePort,
  host: serviceHost,
  base: serviceAddress,
  funnel: funnelAddress,
  headerPrefix,
  operator: operatorIdentity,
  mayIndexComparator: comparatorIndexing,
}).pipe(
  Config.map(({ base, funnel, ...own }) => {
    const host = own.host.includes(":") ? `[${own.host}]` : own.host
    const baseUrl = Option.match(base, {
      onNone: () => `http://${host}:${own.port}`,
      onSome: withoutSlash,
    })
    const funnelUrl = Option.match(funnel, {
      onNone: () => `${baseUrl}/funnel`,
      onSome: withoutSlash,
    })
    return { ...own, baseUrl, funnelUrl, isFunnelStandIn: Option.isNone(funnel) }
  }),
)
