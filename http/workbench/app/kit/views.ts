import { batch } from "@preact/signals"
import { changedGrid } from "../../../../rules/changes/grid/grid-change.ts"
import type { TableGrid } from "../../../../rules/changes/grid/grid-view.ts"
import type { CallRefusal } from "../../protocol/call.ts"
import type { ShownView, ViewEvent, ViewName, ViewPart, Views } from "../../protocol/views.ts"
import { RefusedCall } from "./call.ts"
import { onEvent } from "./events.ts"
import { runLatest } from "./latest.ts"
import { tellRefusal } from "./notices.ts"

/** What hears of a view. */
export interface ViewListener<Name extends ViewName> {
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
let page: string | undefined
let isSaid = true

/** Says what the page shows. A stream that has broken meanwhile comes back, and it is said again then. */
const say = runLatest<undefined>(async () => {
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
  page = event.page
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
