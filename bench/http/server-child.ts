import { answerParent } from "./children.ts"
import type { BenchKey } from "./call.ts"

/** An answer of the service as it was recorded, for a server that gives the same bytes again. */
export interface RecordedAnswer {
  readonly keyId: string
  /** The body that it answers. */
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What a server process is given before it listens. */
export interface ServerGiven {
  readonly port: number
  readonly keys: ReadonlyArray<BenchKey>
  readonly recorded: ReadonlyArray<RecordedAnswer>
  /** The address that links in answers begin with. */
  readonly baseUrl: string
}

/** Time on processors that a process has used so far, in microseconds. */
export interface ProcessorTime {
  readonly usedMicros: number
}

const processorTime = (): ProcessorTime => {
  const { system, user } = process.cpuUsage()
  return { usedMicros: system + user }
}

/** In a server process: starts to listen with what it is first told, then tells its processor time. */
export const serveParent = (listen: (given: ServerGiven) => Promise<void>): void => {
  let isListening = false
  answerParent(async (asked) => {
    if (!isListening) {
      await listen(asked as ServerGiven)
      isListening = true
    }
    return processorTime()
  })
}
