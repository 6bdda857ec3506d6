import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** A try of a call, as it came in. */
interface TrySeen {
  readonly timestamp: string
  readonly signature: string
  readonly atMs: number
}

/** What befalls one try. */
interface TryAtHand {
  readonly seen: ReadonlyArray<TrySeen>
  readonly response: ServerResponse
}

/** An answer that suits quotes and reports of sales, with all tries so far. */
const answerText = (seen: ReadonlyArray<TrySeen>): string =>
  JSON.stringify({
    ok: true,
    sessionId: "qs_odd",
    offers: [],
    externalOrderId: "order-odd",
    status: "pending",
    tries: seen,
  })

type Headers = Readonly<Record<string, string>>

const answer = ({ response, seen }: TryAtHand, status = 200, headers: Headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(answerText(seen))
}

const refuse = ({ response }: TryAtHand, status: number, code: string, headers: Headers): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify({ ok: false, error: code }))
}

/** Writes the half of an answer. */
const half = ({ response, seen }: TryAtHand): void => {
  const text = answerText(seen)
  response.writeHead(200, { "content-type": "application/json", "content-length": text.length })
  response.write(text.slice(0, text.length / 2))
}

/** A minute of the service that has one second left. */
const spentMinute = {
  "x-ratelimit-limit": "200",
  "x-ratelimit-remaining": "199",
  "x-ratelimit-reset": "3601",
  "x-ratelimit-burst-remaining": "0",
}

/** Less than that second, by what timers may be early. */
const spentMs = 900

const askForPatience = (at: TryAtHand): void =>
  at.seen.length === 1 ? refuse(at, 503, "SERVICE_UNAVAILABLE", { "retry-after": "1" }) : answer(at)

/** What the server does to the tries of a call, by the path that stands before the call's own. */
const ways: Readonly<Record<string, (at: TryAtHand) => void>> = {
  resets: (at) => (at.seen.length === 1 ? at.response.destroy() : answer(at)),
  breaks: (at) => {
    if (at.seen.length > 1) return answer(at)
    half(at)
    setTimeout(() => at.response.destroy(), 20)
  },
  sale: askForPatience,
  patience: askForPatience,
  spends: (at) => {
    const [first, ...later] = at.seen
    const sinceMs = Date.now() - (first?.atMs ?? 0)
    if (later.length > 0 && sinceMs < spentMs) return refuse(at, 429, "RATE_LIMITED", {})
    answer(at, 200, later.length === 0 ? spentMinute : {})
  },
  hurries: (at) => answer(at, 200, at.seen.length === 1 ? spentMinute : {}),
  stalls: half,
  moves: (at) => answer(at, 307, { location: "/resets/api/v1/travel/quotes" }),
  page: ({ response }) => {
    response.writeHead(404, { "content-type": "text/html" })
    response.end("<h1>Not here</h1>")
  },
}

/** A server at which calls come to grief. */
export interface OddServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts it, for one language: each way remembers the tries that it has seen. */
export const startOddServer = async (): Promise<OddServer> => {
  const seenBy = new Map<string, Array<TrySeen>>()
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const [, name = ""] = (request.url ?? "").split("/")
    const header = (of: string): string => String(request.headers[`x-svc-${of}`] ?? "")
    const seen = [
      ...(seenBy.get(name) ?? []),
      { timestamp: header("timestamp"), signature: header("signature"), atMs: Date.now() },
    ]
    seenBy.set(name, seen)
    request.resume().on("end", () => ways[name]?.({ seen, response }))
  }
  const server = createServer(onRequest)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
