import { Agent, request } from "node:http"
import type { Answer } from "./http-call.ts"
import { signedHeaders, type TestKey } from "./service.ts"

/** A client with connections of its own, which it keeps. */
export const openClient = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const post = (key: TestKey, path: string, body: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = {
        ...signedHeaders(key, "POST", path, text),
        "content-length": String(Buffer.byteLength(text)),
      }
      request({ host: "127.0.0.1", port, method: "POST", path, headers, agent }, (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("error", reject)
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () => {
          const received = Buffer.concat(chunks).toString("utf8")
          const answered = { status: answer.statusCode ?? 0, headers: {}, text: received }
          resolve({ ...answered, body: JSON.parse(received) as unknown })
        })
      })
        .on("error", reject)
        .end(text)
    })
  return { post, close: () => agent.destroy() }
}

/** Runs work over and over on several clients side by side, until it is told to stop. */
export const keepBusy = (
  port: number,
  clients: number,
  work: (client: ReturnType<typeof openClient>) => unknown,
) => {
  const over = new AbortController()
  const opened = Array.from({ length: clients }, () => openClient(port, 1))
  const running = Promise.all(
    opened.map(async (client) => {
      while (!over.signal.aborted) await work(client)
    }),
  )
  return async (): Promise<void> => {
    over.abort()
    await running
    for (const client of opened) client.close()
  }
}
