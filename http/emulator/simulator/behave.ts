import type { ServerResponse } from "node:http"
import type { Fault } from "./faults.ts"

const chunkBytes = 64 * 1_024
const chunk = Buffer.alloc(chunkBytes, " ")
const chunksPerMebibyte = (1_024 * 1_024) / chunkBytes

const sendText = (response: ServerResponse, text: string, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(text)
}

/** Sends spaces as fast as they are taken, so many chunks or until the connection ends. */
const sendHuge = (response: ServerResponse, chunks: number): void => {
  let left = chunks
  const send = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return
    }
    if (left === 0) response.end()
  }
  response.on("drain", send)
  send()
}

const sendTrickle = (response: ServerResponse): void => {
  response.write(" ")
  const timer = setInterval(() => response.write(" "), 1_000)
  response.once("close", () => clearInterval(timer))
}

const destroyAfter = (response: ServerResponse, text: string): void => {
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
}

/** Answers a call with a text, in the way of a fault. */
export const behave = (response: ServerResponse, fault: Fault | undefined, text: string): void => {
  switch (fault?.kind) {
    case "status":
      return sendText(response, '{"error":"simulated"}', fault.status)
    case "malformed":
      return sendText(response, text.slice(0, -2))
    case "wrong_shape":
      return sendText(response, "[]")
    case "huge_body":
      return sendHuge(response, (fault.mebibytes ?? Number.POSITIVE_INFINITY) * chunksPerMebibyte)
    case "hang":
      return
    case "trickle":
      return sendTrickle(response)
    case "reset":
      response.destroy()
      return
    case "reset_body":
      return destroyAfter(response, text)
    case "redirect":
      response.writeHead(307, { location: "/elsewhere" }).end()
      return
    default:
      return sendText(response, text)
  }
}
