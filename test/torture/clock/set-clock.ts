import { readFileSync } from "node:fs"

/**
 * Loaded before a server (`--import`), it makes the time of day stand at the moment that a file
 * holds, in milliseconds since 1970: a clock that an operator or the network sets, forth and back.
 * Timers and the monotonic clock go on, as they do on a machine whose clock is set.
 */
const file = process.env["TORTURE_CLOCK_FILE"]

if (file !== undefined) {
  const nowMs = (): number => Number(readFileSync(file, "utf8"))
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: ReadonlyArray<number>) =>
      given.length === 0 ? new target(nowMs()) : Reflect.construct(target, given),
    get: (target, name) => (name === "now" ? nowMs : Reflect.get(target, name)),
  })
}
