import { randomUUID } from "node:crypto"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CallRefusal } from "../protocol/call.ts"
import type { ShownView, ViewPart, WorkbenchEvent } from "../protocol/views.ts"
import type { Bench, BenchTopic } from "./bench.ts"
import { CallRefused } from "./call-refused.ts"
import type { AnyViewHandler, CallError } from "./handler.ts"
import { SignedIn, type TeamMember } from "./signed-in.ts"

/** Tells each page that is open what it shows, in one stream, whenever that changes. */
export interface PageViews {
  /** Opens the stream of a page of somebody, who is shown what is theirs; gives what ends it. */
  readonly open: (whose: TeamMember | null, send: (event: WorkbenchEvent) => void) => () => void
  /** How many pages are open. */
  readonly count: () => number
  /** What a page shows from now on; false where its stream is not open. */
  readonly show: (page: string, shown: ReadonlyArray<ShownView>) => boolean
}

type AnyHandlers = Readonly<Record<string, AnyViewHandler>>

/** What views are made with. */
interface ViewParts {
  readonly bench: Bench
  readonly handlers: AnyHandlers
  /** Runs what answers a view. */
  readonly answer: <Output, Failure>(
    work: Effect.Effect<Output, Failure>,
  ) => Promise<Exit.Exit<Output, Failure>>
}

/** Follows what is on the bench for all pages. */
export const makePageViews = (parts: ViewParts): PageViews => {
  const { bench } = parts
  const pages = new Map<string, Page>()
  bench.onChange((topic) => {
    for (const page of pages.values()) page.changed(topic)
  })
  return {
    count: () => pages.size,
    open: (whose, send) => {
      const name = randomUUID()
      const answer: ViewParts["answer"] = (work) =>
        parts.answer(Effect.provideService(work, SignedIn, whose))
      const page = makePage({ ...parts, answer }, send)
      pages.set(name, page)
      const leave = bench.subscribe(send)
      send({ type: "opened", page: name })
      if (whose !== null) bench.presence.enter(name, whose.person.mail)
      return () => {
        leave()
        bench.presence.leave(name)
        pages.delete(name)
        page.show([])
      }
    },
    show: (name, shown) => {
      const page = pages.get(name)
      page?.show(shown)
      return page !== undefined
    },
  }
}

/** An error as the page gets it: its tag, and those of its fields that are words, numbers or tagged facts. */
export const refusalOf = (error: CallError): CallRefusal => {
  const facts =
    error instanceof CallRefused
      ? { ...error.facts }
      : Object.fromEntries(
          Object.entries(error).filter(
            ([name, value]) =>
              !["_tag", "name", "message", "stack"].includes(name) && isFact(value),
          ),
        )
  const code = "code" in error && typeof error.code === "string" ? error.code : error._tag
  return { code, message: error.message, facts }
}

const isFact = (value: unknown): boolean =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  (typeof value === "object" && "_tag" in value && !(value instanceof Error))

/** A page that is open. */
interface Page {
  readonly changed: (topic: BenchTopic) => void
  readonly show: (shown: ReadonlyArray<ShownView>) => void
}

/** A place of a page, with what it was told last. */
interface Slot {
  shown: ShownView
  timer: NodeJS.Timeout | undefined
  isWorking: boolean
  /** Whether it is to be told again once the work on it is done. */
  isDue: boolean
  known: unknown
}

const makePage = (parts: ViewParts, send: (event: WorkbenchEvent) => void): Page => {
  const { bench, handlers } = parts
  const slots = new Map<number, Slot>()
  let due = new Set<Slot>()

  /** Tells some places in one word: those that change with every edit come together. */
  const tell = async (some: ReadonlyArray<Slot>): Promise<void> => {
    const { revision } = bench.desk.state()
    const made = some.map(async (slot) => {
      slot.isWorking = true
      const { shown } = slot
      const answer = await answerTo(shown, parts)
      // A place that shows something else by now is told that, and not what it showed.
      if (slots.get(shown.slot) !== slot || slot.shown !== shown) return []
      return [partOf(slot, handlers[shown.name], answer)]
    })
    const told = (await Promise.all(made)).flat()
    if (told.length > 0) send({ type: "view", revision, parts: told })
    for (const slot of some) {
      slot.isWorking = false
      if (slot.isDue) tellSoon(slot)
    }
  }

  const tellDue = (): void => {
    const ready = [...due].filter((slot) => slots.get(slot.shown.slot) === slot)
    due = new Set()
    const idle = ready.filter((slot) => {
      slot.isDue = slot.isWorking
      return !slot.isWorking
    })
    const isPrompt = ({ shown }: Slot): boolean => handlers[shown.name]?.calmMs === undefined
    const prompt = idle.filter(isPrompt)
    if (prompt.length > 0) void tell(prompt)
    for (const slot of idle) if (!isPrompt(slot)) void tell([slot])
  }

  const tellSoon = (slot: Slot): void => {
    clearTimeout(slot.timer)
    // Later than what is under way: the edit that changed the tables is answered first.
    if (due.size === 0) setImmediate(tellDue)
    due.add(slot)
  }

  return {
    changed: (topic) => {
      for (const slot of slots.values()) {
        const handler = handlers[slot.shown.name]
        if (handler?.follows.includes(topic) !== true) continue
        // What was changed in a terminal, or by a press of a button, is no burst of edits.
        if (handler.calmMs === undefined || topic !== "tables") tellSoon(slot)
        else {
          clearTimeout(slot.timer)
          slot.timer = setTimeout(tellSoon, handler.calmMs, slot)
        }
      }
    },
    show: (shown) => {
      const places = new Set(shown.map(({ slot }) => slot))
      for (const [place, slot] of slots) {
        if (places.has(place)) continue
        clearTimeout(slot.timer)
        slots.delete(place)
      }
      for (const view of shown) {
        const slot = slots.get(view.slot)
        if (slot === undefined) {
          const fresh = { shown: view, timer: undefined, isWorking: false, isDue: false }
          slots.set(view.slot, { ...fresh, known: undefined })
        } else if (slot.shown.count === view.count) continue
        else {
          slot.shown = view
          slot.known = undefined
        }
        const told = slots.get(view.slot)
        if (told !== undefined) tellSoon(told)
      }
    },
  }
}

type Answer = { readonly output: unknown } | { readonly refusal: CallRefusal }

const refused = (code: string, message: string): Answer => ({
  refusal: { code, message, facts: {} },
})

/** What a view says now, or why it says nothing. */
const answerTo = async (
  { input, name }: ShownView,
  { answer, bench, handlers }: ViewParts,
): Promise<Answer> => {
  const handler = handlers[name]
  if (handler === undefined) return refused("UnknownView", `There is no view ${name}`)
  const read = Schema.decodeUnknownExit(handler.input)(input)
  if (Exit.isFailure(read)) return refused("BadInput", `${name}: ${Cause.pretty(read.cause)}`)
  const exit = await answer(handler.answer(read.value as never, bench))
  if (Exit.isSuccess(exit)) return { output: exit.value }
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error)
    ? { refusal: refusalOf(error.value) }
    : refused("ViewFailed", Cause.pretty(exit.cause))
}

/** What a place is sent of an answer: what it does not know yet. */
const partOf = (slot: Slot, handler: AnyViewHandler | undefined, answer: Answer): ViewPart => {
  const place = { slot: slot.shown.slot, count: slot.shown.count }
  const { known } = slot
  slot.known = "output" in answer ? answer.output : undefined
  if ("refusal" in answer) return { ...place, ...answer }
  const change =
    known === undefined ? undefined : handler?.change?.(known as never, answer.output as never)
  return change === undefined
    ? { ...place, ...answer }
    : { ...place, change: change as Extract<ViewPart, { readonly change: unknown }>["change"] }
}
