import type { EventsResponse } from "../../http/api/events.ts"
import type { TestEmulator } from "./emulator.ts"
import { paths } from "./sample-trips.ts"

/** An endpoint of the sandbox at which nobody listens, and an event that it is to be told of. */
export interface InVain {
  readonly endpointId: string
  readonly eventId: string
}

/** Makes them, once for an emulator. */
export const listenInVain = (emulator: () => TestEmulator): (() => Promise<InVain>) => {
  let made: InVain | undefined
  const trigger = (name: string) => emulator().control("POST", "/trigger", { trigger: name })
  return async () => {
    if (made !== undefined) return made
    await emulator().control("POST", "/endpoints", { url: "http://127.0.0.1:65535/hooks" })
    await trigger("spend-reads")
    await trigger("fresh-quota")
    const { body, text } = await emulator().call("GET", paths.events)
    const [event] = (body as typeof EventsResponse.Type).events
    const [delivery] = event?.deliveries ?? []
    if (event === undefined || delivery === undefined) throw new Error(`no event: ${text}`)
    made = { endpointId: delivery.endpointId, eventId: event.id }
    return made
  }
}
