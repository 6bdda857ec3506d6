import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

import { processesOf, type ServerProcess, stillRuns } from "./server-processes.ts"

/** How long a server may take to end its processes and itself before they are killed. */
const quitTimeout = Duration.seconds(2)

/** How long killed processes are waited for: what waits for a disk does not end before that answers. */
const killTimeout = Duration.seconds(10)

/**
 * Ends a server and everything that it runs, without a last checkpoint: what was committed is
 * recovered from its log by the next start. Several processes may do this to one server.
 */
export const endByForce = Effect.fnUntraced(function* (server: ServerProcess) {
  const workers = processesOf(server.pid)
  signal(server, "SIGQUIT")
  yield* untilGone([server, ...workers], quitTimeout)
  // It may have started others meanwhile, which no longer show as its own once it is gone.
  const all = [server, ...workers, ...(stillRuns(server) ? processesOf(server.pid) : [])]
  all.forEach((each) => signal(each, "SIGKILL"))
  yield* untilGone(all, killTimeout)
})

const untilGone = (processes: ReadonlyArray<ServerProcess>, timeout: Duration.Duration) =>
  Effect.sync(() => processes.some(stillRuns)).pipe(
    Effect.repeat({ while: (some) => some, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOption(timeout),
    Effect.asVoid,
  )

const signal = (to: ServerProcess, name: "SIGQUIT" | "SIGKILL"): void => {
  if (!stillRuns(to)) return
  try {
    process.kill(to.pid, name)
  } catch {
    // Gone already, which is what was wanted.
  }
}
