import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** A server or a generator of load, in a process of its own. */
export interface Child {
  /** Sends a request to the process and gives what it answers. */
  readonly ask: <Answer>(request: unknown) => Promise<Answer>
  readonly end: () => Promise<void>
}

/** Ends what it is given, for a stack of things to end. */
export const endOf = ({ end }: { readonly end: () => Promise<void> }): Promise<void> => end()

const reply = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      child.off("message", onMessage)
      child.off("exit", onExit)
    }
    const onMessage = (message: unknown): void => {
      settle()
      resolve(message)
    }
    const onExit = (): void => {
      settle()
      reject(new Error(`${child.spawnargs.join(" ")} has ended`))
    }
    child.on("message", onMessage)
    child.on("exit", onExit)
  })

const isEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null

/**
 * Starts a module as a process of its own and waits until it says that it is ready. It is told
 * `request`, and ends when this process does.
 */
export const startChild = async (
  module: URL,
  request: unknown,
  {
    environment = {},
    isQuiet = false,
    nodeOptions = process.execArgv,
  }: {
    readonly environment?: Readonly<Record<string, string>>
    /** What Node is started with; left out, what this process was. */
    readonly nodeOptions?: ReadonlyArray<string>
    /** Whether what it says on standard error goes nowhere. */
    readonly isQuiet?: boolean
  } = {},
): Promise<Child> => {
  const child = fork(module, {
    env: { ...process.env, ...environment },
    execArgv: [...nodeOptions],
    stdio: ["ignore", "ignore", isQuiet ? "ignore" : "inherit", "ipc"],
  })
  const ask = async <Answer>(asked: unknown): Promise<Answer> => {
    const answer = reply(child)
    child.send({ asked })
    return (await answer) as Answer
  }
  const end = async (): Promise<void> => {
    if (isEnded(child)) return
    const ended = once(child, "exit")
    child.disconnect()
    await ended
  }
  await ask(request)
  return { ask, end }
}

/** Answers what the parent process asks, in a child process; it ends when the parent lets go of it. */
export const answerParent = (answer: (asked: unknown) => unknown): void => {
  process.on("message", ({ asked }: { readonly asked: unknown }) => {
    void Promise.resolve(answer(asked)).then((answered) => process.send?.(answered ?? null))
  })
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
}
