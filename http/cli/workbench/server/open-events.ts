import type { ServerResponse } from "node:http"
import type { WorkbenchEvent } from "../../../pages/workbench/protocol/events.ts"
import type { Bench } from "../bench.ts"

/** Keeps a connection open, and writes to it what pages are told. */
export const openEvents = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { subscribe }: Bench,
): void => {
  response.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  })
  response.write(": open\n\n")
  const leave = subscribe((event: WorkbenchEvent) => {
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  })
  response.once("close", leave)
}
