import { createServer } from "node:http"
import { describeEventFault, verifyEvent } from "viatica/client"

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks) // raw, not parsed yet
  const verified = await verifyEvent(
    body,
    request.headers,
    process.env["VIATICA_EVENTS_SECRET"] ?? "",
  )
  if (verified._tag === "Refused") console.log("refused:", describeEventFault(verified.fault))
  else console.log(verified.event.type, verified.event.id)
  response.writeHead(verified._tag === "Refused" ? 400 : 204).end()
}).listen(Number(process.env["PORT"] ?? "3000"), "127.0.0.1")
