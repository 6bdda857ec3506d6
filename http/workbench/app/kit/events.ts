import { signal } from "@preact/signals"
import type { WorkbenchEvent } from "../../protocol/events.ts"

type EventOf<Type> = Extract<WorkbenchEvent, { readonly type: Type }>

/** Whether the server still tells what happens. */
export const isConnected = signal(true)

const listeners = new Set<(event: WorkbenchEvent) => void>()

/** Calls back for events of a type; gives what ends that. */
export const onEvent = <Type extends WorkbenchEvent["type"]>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): (() => void) => {
  const own = (event: WorkbenchEvent): void => {
    if (event.type === type) listener(event as EventOf<Type>)
  }
  listeners.add(own)
  return () => void listeners.delete(own)
}

/** Begins to hear what the server tells. A stream that breaks is opened again by the browser. */
export const hearEvents = (): void => {
  const source = new EventSource(new URL("events", document.baseURI))
  source.addEventListener("message", ({ data }) => {
    const event = JSON.parse(String(data)) as WorkbenchEvent
    for (const listener of listeners) listener(event)
  })
  source.addEventListener("open", () => {
    isConnected.value = true
  })
  source.addEventListener("error", () => {
    isConnected.value = false
  })
}
