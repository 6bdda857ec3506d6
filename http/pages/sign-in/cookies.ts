import type { IncomingCall } from "../../api/incoming.ts"

/** Hosts that only this machine reaches, or that stand for all of its addresses. */
const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** A cookie of the console: which one it is, and how it is set and ended. */
export interface ConsoleCookie {
  readonly name: string
  /** Its value in a call; undefined where it has none, or more than one. */
  readonly read: (call: Pick<IncomingCall, "headerValues">) => string | undefined
  /** The `set-cookie` that sets it for so many seconds. */
  readonly set: (value: string, maxAgeSeconds: number) => string
  /** The `set-cookie` that ends it. */
  readonly end: string
}

const tokenPattern = /^[\w-]{43}$/

/**
 * Makes a cookie of the console. It is sent to this host alone, over https alone, and no script reads
 * it. Only where the service is reached over plain http on this machine it goes without `Secure` and
 * the `__Host-` that needs it: some browsers would not keep it.
 */
export const consoleCookie = (shortName: string, baseUrl: string): ConsoleCookie => {
  const { hostname, protocol } = new URL(baseUrl)
  const isPlain = protocol === "http:" && loopbackHost.test(hostname)
  const name = `${isPlain ? "" : "__Host-"}${shortName}`
  const attributes = `Path=/; HttpOnly; ${isPlain ? "" : "Secure; "}SameSite=Lax`
  const prefix = `${name}=`
  return {
    name,
    read: ({ headerValues }) => {
      const values = headerValues("cookie")
        .flatMap((header) => header.split(";"))
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(prefix))
        .map((pair) => pair.slice(prefix.length))
      // Of two cookies of one name another site of the domain may have set one.
      const [value] = values
      return values.length === 1 && value !== undefined && tokenPattern.test(value)
        ? value
        : undefined
    },
    set: (value, maxAgeSeconds) => `${prefix}${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    end: `${prefix}; ${attributes}; Max-Age=0`,
  }
}

/** The cookie of a session. */
export const sessionCookie = (baseUrl: string): ConsoleCookie =>
  consoleCookie("viatica-session", baseUrl)

/** The cookie that marks the browser in which a link was asked for. */
export const browserCookie = (baseUrl: string): ConsoleCookie =>
  consoleCookie("viatica-browser", baseUrl)
