import type { ServerResponse } from "node:http"
import type { Reply } from "../api/answer.ts"

/** Gives Node a reply, head and body together, unless its request has been let go of. */
export const writeNodeReply = (
  response: ServerResponse,
  { body, headers, status }: Reply,
): void => {
  if (response.destroyed) return
  response.writeHead(status, headers)
  // A text goes out in one piece with the head, which is in Latin-1 as well.
  response.end(body, "latin1")
}

/** Ends the connection of a response without an answer, once that is the next one on it. */
export const abandonResponse = (response: ServerResponse): void => {
  // Node gives a response its socket when its turn comes, even one that has been destroyed.
  if (response.socket === null) response.once("socket", (socket) => socket.destroy())
  else response.destroy()
}
