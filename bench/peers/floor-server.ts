import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type ServerGiven, serveParent } from "../http/server-child.ts"

const header = (request: IncomingMessage, name: string): string => String(request.headers[name])

/**
 * The least that a server of signed calls can do on `node:http`: it reads the call, checks its HMAC,
 * parses the body, and answers with the bytes that the service was recorded with.
 */
const makeAnswer = ({ keys, recorded }: ServerGiven) => {
  const secrets = new Map(
    keys.map(({ keyId, secret }) => [keyId, createSecretKey(Buffer.from(secret))]),
  )
  const answers = new Map(recorded.map((answer) => [`${answer.keyId} ${answer.asked}`, answer]))

  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const keyId = header(request, "x-svc-key-id")
    const secret = secrets.get(keyId)
    const head = `${header(request, "x-svc-timestamp")}.${request.method}.${request.url}.`
    const claimed = Buffer.from(header(request, "x-svc-signature").slice(3), "hex")
    const made =
      secret === undefined
        ? undefined
        : createHmac("sha256", secret)
            .update(head + body)
            .digest()
    const isObject = typeof JSON.parse(body) === "object"
    const answer = answers.get(`${keyId} ${body}`)
    if (
      made === undefined ||
      answer === undefined ||
      !isObject ||
      !timingSafeEqual(claimed, made)
    ) {
      response.writeHead(401).end()
      return
    }
    response.writeHead(answer.status, answer.headers).end(answer.text)
  }
}

serveParent(async (given) => {
  const answer = makeAnswer(given)
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => {
      body += chunk
    })
    request.on("end", () => {
      answer(request, response, body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(given.port, "127.0.0.1", resolve)
  })
})
