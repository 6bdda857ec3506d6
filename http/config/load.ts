import * as Config from "effect/Config"
import { wholeNumber } from "./kinds.ts"
import { setting } from "./setting.ts"

const clientMs = wholeNumber({ minimum: 100, maximum: 600_000, unit: "milliseconds" })

export const sendTimeoutMs = setting("SEND_TIMEOUT_MS", clientMs, {
  otherwise: 10_000,
  about: "how long a client may take over sending a request",
})

export const takeTimeoutMs = setting("TAKE_TIMEOUT_MS", clientMs, {
  otherwise: 30_000,
  about: "how long a client may take over taking its answer",
})

/** How long a client may take. */
export const clientTimeouts = Config.all({ sendMs: sendTimeoutMs, takeMs: takeTimeoutMs })

export const unreadAnswersMaxMegabytes = setting(
  "UNREAD_ANSWERS_MAX_MB",
  wholeNumber({ minimum: 1, maximum: 10_000, unit: "megabytes" }),
  {
    otherwise: 64,
    about:
      "how much of all answers may lie unread in a process; where it is more, the clients are cut off that have not read for longest",
  },
)

export const connectionsMax = setting(
  "CONNECTIONS_MAX",
  wholeNumber({ minimum: 1, maximum: 1_000_000 }),
  {
    otherwise: 10_000,
    about: "how many connections a process holds at once; more are closed as they come",
  },
)

// One statement settles hundreds of calls, so that a call that is let in is answered within seconds.
export const callsWaitingMax = setting(
  "CALLS_WAITING_MAX",
  wholeNumber({ minimum: 1, maximum: 100_000 }),
  {
    otherwise: 1_024,
    about:
      "how many signed calls may wait for their key and their charge, of one key as many as places are left; what is over is answered 503 at once",
  },
)

export const unknownKeysPerSecond = setting(
  "UNKNOWN_KEYS_PER_SECOND",
  wholeNumber({ minimum: 1, maximum: 100_000 }),
  {
    otherwise: 500,
    about:
      "how many calls without a valid key one address is refused in a second, and all addresses four times as many; others wait for their refusal",
  },
)

export const proxiesInFront = setting(
  "PROXIES_IN_FRONT",
  wholeNumber({ minimum: 0, maximum: 10 }),
  {
    otherwise: 0,
    about:
      "how many proxies in front add to `X-Forwarded-For`; at 0 an address is the connection's own, whatever the header says",
  },
)

export const drainMs = setting(
  "DRAIN_MS",
  wholeNumber({ minimum: 0, maximum: 60_000, unit: "milliseconds" }),
  {
    otherwise: 0,
    about:
      "how long a process that was told to stop still takes calls while `/readyz` says 503, for a balancer in front to notice",
  },
)
