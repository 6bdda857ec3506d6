import { closeSync, openSync } from "node:fs"
import { isatty } from "node:tty"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Whether standard input, output or error is a terminal. */
const atTerminal = (): boolean => [0, 1, 2].some((descriptor) => isatty(descriptor))

/** Whether the terminal that this process was started from is still there. */
const terminalIsThere = (): boolean => {
  try {
    closeSync(openSync("/dev/tty", "r"))
    return true
  } catch {
    return false
  }
}

/**
 * Runs something on every SIGHUP until the scope closes. The system sends the same signal to a
 * process whose terminal has been closed; such a process is ended as by SIGTERM. Windows knows no
 * other use of it, so nothing changes there.
 */
export const onHangup = (run: () => void): Effect.Effect<void, never, Scope.Scope> => {
  if (process.platform === "win32") return Effect.void
  const startedAtTerminal = atTerminal()
  const hangup = (): void => {
    if (startedAtTerminal && !terminalIsThere()) process.kill(process.pid, "SIGTERM")
    else run()
  }
  return Effect.acquireRelease(
    Effect.sync(() => {
      process.on("SIGHUP", hangup)
    }),
    () => Effect.sync(() => process.off("SIGHUP", hangup)),
  )
}
