import { batch, signal } from "@preact/signals"
import { RefusedCall } from "./call.ts"
import { tellRefusal } from "./notices.ts"
import type { CallRefusal } from "../../protocol/call.ts"
import type {
  ShownView,
  ViewEvent,
  ViewName,
  ViewPart,
  Views,
  WorkbenchEvent,
} from "../../protocol/views.ts"
import { changedGrid } from "../../../../rules/changes/grid/grid-change.ts"
import type { TableGrid } from "../../../../rules/changes/grid/grid-view.ts"

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

const openedAgainMs = 3_000

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
    // A server that answers by anything but a stream is not asked again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(hearEvents, openedAgainMs)
  })
}

/** What hears of a view. */
interface ViewListener<Name extends ViewName> {
  /** What it shows now, as the tables are at a revision. */
  readonly told: (output: Views[Name]["output"], revision: number) => void
  /** It cannot be shown; said at the foot of the page where nobody listens. */
  readonly refused?: (cause: RefusedCall) => void
}

/** A view that the page shows: the server tells it whenever it changes. */
export interface OpenView<Name extends ViewName> {
  /** Asks it with something else. */
  readonly ask: (input: Views[Name]["input"]) => void
  /** Asks the same once more, where something beside the tables may be new. */
  readonly again: () => void
  /** Shows it no longer. */
  readonly end: () => void
}

interface Place {
  shown: ShownView
  known: unknown
  readonly told: (output: never, revision: number) => void
  readonly refused: (cause: RefusedCall) => void
}

const places = new Map<number, Place>()
let slots = 0
/** Under which name the page says what it shows; undefined while its stream is not open. */
export const pageName = signal<string | undefined>(undefined)
let isSaid = true

/**
 * Runs some work for the newest input only: one run at a time, and while one is under way of all later
 * inputs only the last is kept. A run is never broken off, as that would end the engine that works on it.
 */
const runLatest = <Input>(
  work: (input: Input, isNewest: () => boolean) => Promise<void>,
): ((input: Input) => void) => {
  let waiting: { readonly input: Input } | undefined
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting !== undefined) {
      const { input } = waiting
      waiting = undefined
      // The newest is what nothing waits behind.
      await work(input, () => waiting === undefined)
    }
    isRunning = false
  }
  return (input) => {
    waiting = { input }
    if (!isRunning) void run()
  }
}

/** Says what the page shows. A stream that has broken meanwhile comes back, and it is said again then. */
const say = runLatest<undefined>(async () => {
  const page = pageName.peek()
  if (page === undefined) return
  await fetch(new URL(`shown/${page}`, document.baseURI), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([...places.values()].map(({ shown }) => shown)),
  }).catch(() => undefined)
})

/** Says once what all parts of the page show that are drawn together. */
const saySoon = (): void => {
  if (!isSaid) return
  isSaid = false
  queueMicrotask(() => {
    isSaid = true
    say(undefined)
  })
}

/** Shows a view from now on. */
export const showView = <Name extends ViewName>(
  name: Name,
  input: Views[Name]["input"],
  { refused = tellRefusal, told }: ViewListener<Name>,
): OpenView<Name> => {
  slots += 1
  const slot = slots
  const place: Place = { shown: { slot, count: 0, name, input }, known: undefined, told, refused }
  const ask = (next: unknown): void => {
    place.shown = { ...place.shown, count: place.shown.count + 1, input: next }
    place.known = undefined
    saySoon()
  }
  places.set(slot, place)
  saySoon()
  return {
    ask,
    again: () => ask(place.shown.input),
    end: () => {
      places.delete(slot)
      saySoon()
    },
  }
}

const isGrid = (known: unknown): known is TableGrid =>
  typeof known === "object" && known !== null && "rows" in known

/** What a part of the stream shows; undefined where it changes something that the page has not got. */
const outputOf = (part: Exclude<ViewPart, { refusal: CallRefusal }>, known: unknown): unknown => {
  if ("output" in part) return part.output
  return isGrid(known) ? changedGrid(known, part.change) : undefined
}

const take = (part: ViewPart, revision: number): void => {
  const place = places.get(part.slot)
  if (place === undefined || place.shown.count !== part.count) return
  if ("refusal" in part) return place.refused(new RefusedCall(part.refusal))
  const output = outputOf(part, place.known)
  if (output === undefined) {
    place.shown = { ...place.shown, count: place.shown.count + 1 }
    return saySoon()
  }
  place.known = output
  place.told(output as never, revision)
}

onEvent("opened", (event) => {
  pageName.value = event.page
  // A stream that has come back is another one: what it says about each place begins anew.
  for (const place of places.values()) place.known = undefined
  say(undefined)
})

// All that comes in one word is drawn at once.
onEvent("view", ({ parts, revision }: ViewEvent) =>
  batch(() => {
    for (const part of parts) take(part, revision)
  }),
)
