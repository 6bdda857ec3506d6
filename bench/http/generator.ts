import { randomBytes } from "node:crypto"
import { type BenchCall, requestBytes } from "./call.ts"
import { answerParent } from "./children.ts"
import { type Connection, openConnection } from "./generator-connection.ts"
import type { LoadAsked, LoadSeen } from "./load.ts"

/** Random digits at the end of a key id. */
const idDigits = 32

/** The same request from another key, which nobody has. */
const ofStranger = (request: Buffer, { key: { keyId } }: BenchCall): Buffer => {
  const other = Buffer.from(request)
  const digits = randomBytes(idDigits / 2).toString("hex")
  other.write(digits, request.indexOf(keyId) + keyId.length - idDigits, "latin1")
  return other
}

/** Gives the calls in turn, each signed in the second in which it is sent. */
const makeRequests = ({ calls, hasStrangers }: LoadAsked): (() => Buffer) => {
  let signedAt = 0
  let signed: ReadonlyArray<Buffer> = []
  let next = 0
  return () => {
    const nowSeconds = Math.floor(Date.now() / 1000)
    if (nowSeconds !== signedAt) {
      signedAt = nowSeconds
      signed = calls.map((call) => requestBytes(call, nowSeconds))
    }
    const [call, request] = [calls[next % calls.length], signed[next % signed.length]]
    if (call === undefined || request === undefined) throw new Error("no call to send")
    next += 1
    return hasStrangers === true ? ofStranger(request, call) : request
  }
}

const millisOf = (times: ReadonlyArray<number>, share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

const sortedTimes = (times: ReadonlyArray<number>): ReadonlyArray<number> =>
  times.toSorted((left, right) => left - right)

/** What has been seen so far. */
const makeTally = () => {
  const timesOf = new Map<string, Array<number>>()
  let leftOut = 0
  let broken = 0
  return {
    count: (status: string, tookMs: number): void => {
      const times = timesOf.get(status)
      if (times === undefined) timesOf.set(status, [tookMs])
      else times.push(tookMs)
    },
    breakOff: (): void => {
      broken += 1
    },
    leaveOut: (): void => {
      leftOut += 1
    },
    seen: (seconds: number): LoadSeen => {
      const sorted = sortedTimes([...timesOf.values()].flat())
      return {
        answered: sorted.length,
        seconds,
        statuses: Object.fromEntries([...timesOf].map(([status, { length }]) => [status, length])),
        leftOut,
        p99MsOf: Object.fromEntries(
          [...timesOf].map(([status, times]) => [status, millisOf(sortedTimes(times), 0.99)]),
        ),
        broken,
        p50Ms: millisOf(sorted, 0.5),
        p99Ms: millisOf(sorted, 0.99),
        mostMs: sorted.at(-1) ?? Number.NaN,
      }
    },
  }
}

type Tally = ReturnType<typeof makeTally>

const open = (
  { connections, port }: LoadAsked,
  onAnswer: (status: string, connection: Connection) => void,
  tally: Tally,
): Promise<ReadonlyArray<Connection>> =>
  Promise.all(
    Array.from({ length: connections }, () => openConnection(port, onAnswer, tally.breakOff)),
  )

const elapsed = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs)
  })

const greeting = Buffer.from("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")

/** Waits until each connection has been answered once; gives what is to be reported about every answer. */
const makeGreeter = () => {
  const waiting = new Map<Connection, () => void>()
  return {
    /** Whether an answer was that to a greeting. */
    hears: (connection: Connection): boolean => {
      waiting.get(connection)?.()
      return waiting.delete(connection)
    },
    greet: (connections: ReadonlyArray<Connection>): Promise<unknown> =>
      Promise.all(
        connections.map(
          (connection) =>
            new Promise<void>((resolve) => {
              waiting.set(connection, resolve)
              connection.send(greeting)
            }),
        ),
      ),
  }
}

/** Every connection sends its next call as soon as it has the answer. */
const runClosed = async (asked: LoadAsked): Promise<LoadSeen> => {
  const tally = makeTally()
  const request = makeRequests(asked)
  const sentAt = new Map<Connection, number>()
  const send = (connection: Connection): void => {
    sentAt.set(connection, performance.now())
    connection.send(request())
  }
  const connections = await open(
    asked,
    (status, connection) => {
      tally.count(status, performance.now() - (sentAt.get(connection) ?? 0))
      send(connection)
    },
    tally,
  )
  const startedAt = performance.now()
  for (const connection of connections) send(connection)
  await elapsed(asked.durationMs)
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  return tally.seen(seconds)
}

/** Calls are due at a steady rate; where one waits for a free connection, its wait counts. */
const runSteady = async (asked: LoadAsked, ratePerSecond: number): Promise<LoadSeen> => {
  const tally = makeTally()
  const request = makeRequests(asked)
  const dueAt = new Map<Connection, number>()
  const waiting: Array<number> = []
  const free: Array<Connection> = []
  const greeter = makeGreeter()
  const send = (connection: Connection, due: number): void => {
    dueAt.set(connection, due)
    connection.send(request())
  }
  free.push(
    ...(await open(
      asked,
      (status, connection) => {
        if (greeter.hears(connection)) return
        tally.count(status, performance.now() - (dueAt.get(connection) ?? 0))
        const due = waiting.shift()
        if (due === undefined) free.push(connection)
        else send(connection, due)
      },
      tally,
    )),
  )
  const connections = [...free]
  if (asked.isGreeted === true) await greeter.greet(connections)
  const total = Math.round((asked.durationMs / 1000) * ratePerSecond)
  const startedAt = performance.now()
  const sendDue = (): void => {
    const dueCalls = ((performance.now() - startedAt) / 1000) * ratePerSecond
    for (; begun < Math.min(total, dueCalls); begun += 1) {
      const due = startedAt + (begun * 1000) / ratePerSecond
      // In turn: a connection that stays unused is closed by the server.
      const connection = free.shift()
      if (connection !== undefined) send(connection, due)
      else if (asked.whenBusy === "is left out") tally.leaveOut()
      else waiting.push(due)
    }
  }
  let begun = 0
  const ticks = setInterval(sendDue, 1)
  await elapsed(asked.durationMs)
  const deadline = performance.now() + 10_000
  while (free.length < connections.length && performance.now() < deadline) await elapsed(10)
  clearInterval(ticks)
  for (const connection of connections) connection.close()
  return tally.seen(asked.durationMs / 1000)
}

answerParent((asked) => {
  if (asked === null) return null
  const load = asked as LoadAsked
  return load.ratePerSecond === undefined ? runClosed(load) : runSteady(load, load.ratePerSecond)
})
