import { randomInt } from "node:crypto"
import { Agent, request as httpRequest } from "node:http"
import { createServer, connect } from "node:net"
import { once } from "node:events"

/** An answer as it came back: status, lower-case headers, raw body, and the body read as JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined when the body is no JSON. */
  readonly body: unknown
}

/** A request to send as it is. */
export interface PlainCall {
  readonly port: number
  readonly method: string
  /** Raw target: path and query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sends the body in chunks, without saying its length. */
  readonly chunked?: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** How long an answer may take; one that takes longer is taken as lost. */
const answerTimeoutMs = 30_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const flat = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Sends one request over a kept connection and reads the whole answer. */
export const send = (call: PlainCall): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(call.body ?? "")
    const carriesBody = call.body !== undefined
    const framing: Readonly<Record<string, string>> =
      call.chunked === true
        ? { "transfer-encoding": "chunked" }
        : carriesBody
          ? { "content-length": String(bytes.byteLength) }
          : {}
    const outgoing = httpRequest(
      {
        host: "127.0.0.1",
        port: call.port,
        method: call.method,
        path: call.path,
        headers: { ...framing, ...call.headers },
        agent,
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resolve({
            status: incoming.statusCode ?? 0,
            headers: flat(incoming.headers),
            text,
            body: parsed(text),
          })
        })
      },
    )
    outgoing.on("error", reject)
    outgoing.setTimeout(answerTimeoutMs, () =>
      outgoing.destroy(new Error(`no answer to ${call.method} ${call.path} in time`)),
    )
    outgoing.end(carriesBody ? bytes : undefined)
  })

const unchunked = (text: string): string => {
  let rest = text
  let body = ""
  for (;;) {
    const size = Number.parseInt(rest, 16)
    const start = rest.indexOf("\r\n") + 2
    if (Number.isNaN(size) || size === 0 || start < 2) return body
    body += rest.slice(start, start + size)
    rest = rest.slice(start + size + 2)
  }
}

/** Reads the first answer of what a raw connection received; undefined when there is none. */
export const readRawAnswer = (received: string): Answer | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [statusLine = "", ...lines] = received.slice(0, end).split("\r\n")
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(":")
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const rest = received.slice(end + 4)
  const text =
    headers["transfer-encoding"] === "chunked"
      ? unchunked(rest)
      : rest.slice(0, Number(headers["content-length"] ?? rest.length))
  return { status: Number(statusLine.split(" ")[1]), headers, text, body: parsed(text) }
}

/** What a raw connection brought back. */
export interface RawOutcome {
  readonly received: string
  readonly answer: Answer | undefined
}

/**
 * Sends bytes over a connection of their own, without any HTTP client in between, and reads until
 * the server closes or `waitMs` pass without a further byte. Pieces are sent one after another.
 */
export const sendRaw = async (
  port: number,
  pieces: ReadonlyArray<string | Uint8Array>,
  waitMs = 400,
): Promise<RawOutcome> => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  const chunks: Array<Buffer> = []
  const done = new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, waitMs + 1_000)
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(resolve, waitMs)
    })
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    socket.on("close", end)
    socket.on("error", end)
  })
  for (const piece of pieces) {
    if (socket.destroyed) break
    if (!socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece)) {
      await Promise.race([once(socket, "drain").catch(() => undefined), done])
    }
  }
  await done
  socket.destroy()
  const received = Buffer.concat(chunks).toString("utf8")
  return { received, answer: readRawAnswer(received) }
}

/** Systems give connections on their way out a port above these, perhaps the one that was just found. */
const listeningPorts = { from: 10_240, below: 32_000 } as const

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const holder = createServer()
    holder.once("error", () => resolve(false))
    holder.listen(port, "127.0.0.1", () => holder.close(() => resolve(true)))
  })

/** A loopback port that nothing listens on, and that nothing but chance gives to another. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(listeningPorts.from, listeningPorts.below)
    if (await canListen(port)) return port
  }
  throw new Error("No port is free.")
}

/** The code of an answer's error; undefined when its body is none. */
export const errorCode = (answer: Answer): string | undefined =>
  (answer.body as { readonly error?: string } | undefined)?.error

/** Status and code together, as one word to compare: `400 BAD_TRIP`, or `200`. */
export const outcomeOf = (answer: Answer): string =>
  [answer.status, errorCode(answer)].filter((part) => part !== undefined).join(" ")
