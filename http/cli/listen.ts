import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { isAllowedPort } from "../outside/events/event-addresses.ts"
import { readUrl } from "../platform/read-url.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { callerFlags, readCaller } from "../terminal/caller.ts"
import { refusal, wrongUsage } from "../terminal/command-refused.ts"
import { jsonFlag } from "../terminal/output.ts"
import { followEvents } from "./listen/follow-events.ts"

/**
 * The address that somebody means: with its scheme, or as it is typed without, down to a port of this
 * machine. Undefined where nothing could be sent there.
 *
 * ```ts
 * import { meantAddress } from "../http/cli/listen.ts"
 *
 * meantAddress("http://localhost:3000/hooks")?.href // => "http://localhost:3000/hooks"
 * meantAddress("localhost:3000/hooks")?.href // => "http://localhost:3000/hooks"
 * meantAddress("3000/hooks")?.href // => "http://localhost:3000/hooks"
 * meantAddress("ftp://localhost/hooks") // => undefined
 * ```
 */
export const meantAddress = (text: string): URL | undefined => {
  const typed = text.trim()
  const onPort = /^:?(\d{1,5}(?:[/?].*)?)$/.exec(typed)?.[1]
  const url = readUrl(
    onPort === undefined ? typed.replace(withoutScheme, "http://$&") : `http://localhost:${onPort}`,
  )
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hash !== "") return undefined
  return url.username === "" && url.password === "" && isAllowedPort(url) ? url : undefined
}

const withoutScheme = /^(?![a-z][a-z\d+.-]*:\/\/)/i

/** `viatica listen`: sandbox events as they happen, forwarded to an address, until it is told to stop. */
export const listenCommand = Command.make(
  "listen",
  {
    address: Argument.String("address").pipe(
      Argument.withDescription(
        "Where events are forwarded to, such as http://localhost:3000/hooks or 3000/hooks",
      ),
      Argument.filterMap(
        (text) => Option.fromUndefinedOr(meantAddress(text)),
        (text) =>
          `Expected an address such as http://localhost:3000/hooks, at port 80, 443 or one above 1023, without a name, a password or a fragment, got ${JSON.stringify(text)}`,
      ),
      Argument.optional,
    ),
    ...callerFlags,
    shows: Flag.Boolean("print").pipe(
      Flag.withDescription(
        "Print what each event holds; without an address events are shown alone",
      ),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  Effect.fn("listen")(function* ({ address, baseUrl, json, key, secret, shows }) {
    if (Option.isNone(address) && !shows) {
      return yield* wrongUsage(
        "listen takes the address to forward events to, such as http://localhost:3000/hooks, or --print",
      )
    }
    const caller = yield* readCaller({ baseUrl, key, secret })
    if (caller.keyId.startsWith("ak_live_")) return yield* refusal("live-not-listened")
    const to = Option.getOrUndefined(address)
    return yield* untilStopped(followEvents(caller, { to, shows, json }))
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica listen http://localhost:3000/hooks",
      description:
        "Forward sandbox events of your account, by VIATICA_URL, VIATICA_KEY and VIATICA_SECRET",
    },
    { command: "viatica listen --print", description: "Show them, and forward them nowhere" },
  ]),
)
