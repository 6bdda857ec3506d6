import * as Effect from "effect/Effect"
import { EventDeliveries } from "../../http/ports/event-deliveries.ts"
import { EventListeners, type ListenerPoll } from "../../http/ports/event-listeners.ts"
import { Events } from "../../http/ports/events.ts"
import { type Act, quietly, within } from "./act.ts"
import type { LivedIn } from "./lived-in.ts"

const catEndpoint = { partnerCode: "cat", mode: "live" } as const

const attemptOf = (outcome: "delivered" | "refused") => ({
  outcome,
  status: outcome === "delivered" ? 204 : 500,
  answer: "",
  durationMs: 5,
  retryInMs: outcome === "delivered" ? null : 60_000,
})

const cycle = (outcome: "delivered" | "refused", looks: "once" | "again" = "again") =>
  Effect.gen(function* () {
    const deliveries = yield* EventDeliveries
    const claim = deliveries.claim({ sound: 8, failing: 8, except: [] })
    const atOnce = yield* claim
    // What another process is at is free a moment later, and then it is looked at again.
    const isDone = atOnce.length > 0 || looks === "once"
    const claimed = isDone ? atOnce : yield* Effect.delay(claim, 1_000)
    let isLost = false
    for (const endpoint of claimed) {
      const due = yield* deliveries.next(endpoint)
      if (due !== undefined) {
        const isHeld = yield* deliveries.settle(endpoint, due, attemptOf(outcome))
        isLost ||= !isHeld
      }
      yield* deliveries.release(endpoint)
    }
    return isLost ? "another has taken it" : "done"
  })

/** Tells what came of an event that was sent. */
const settle =
  (outcome: "delivered" | "refused") =>
  ({ sent: { claimed, due } }: LivedIn) =>
    Effect.flatMap(EventDeliveries, (deliveries) =>
      deliveries.settle(claimed, due, attemptOf(outcome)),
    )

const sendExampleTo = (receiverId: string) =>
  Effect.flatMap(Events, ({ sendExample: send }) =>
    quietly(send({ partnerCode: "cat", mode: "sandbox" }, receiverId, "key.revoked")),
  )

const sendExample =
  (place: 0 | 1) =>
  ({ tried }: LivedIn) =>
    sendExampleTo(tried[place])

/** Polls as a listener does, and tells how many events there were. */
const listen = (asks: (lived: LivedIn) => Partial<ListenerPoll>) => (lived: LivedIn) =>
  Effect.flatMap(EventListeners, ({ poll }) =>
    Effect.map(
      poll({ partnerId: lived.cat.partnerId, settled: [], ends: false, ...asks(lived) }),
      ({ events, isFull }) => [events.length, isFull],
    ),
  )

/** What accounts do with endpoints and listeners, and what processes do that deliver events. */
export const eventActs: Readonly<Record<string, Act>> = {
  "make an endpoint": {
    room: "new endpoints",
    does: () =>
      Effect.flatMap(Events, ({ create }) =>
        quietly(create({ ...catEndpoint, url: "https://127.0.0.1:8443/five", types: [] })),
      ),
  },
  "make an endpoint once": {
    room: "new endpoints",
    does: () =>
      Effect.flatMap(Events, ({ create }) =>
        Effect.map(
          create({
            ...catEndpoint,
            url: "https://127.0.0.1:8443/six",
            types: ["sale.validated"],
            isOncePerAddress: true,
          }),
          ({ created }) => created,
        ),
      ),
  },
  "change an endpoint": {
    room: "endpoints",
    does: ({ endpointId }) =>
      Effect.flatMap(Events, ({ update }) =>
        quietly(update(catEndpoint, endpointId, { paused: true, types: ["sale.validated"] })),
      ),
  },
  "rotate an endpoint": {
    room: "endpoints",
    does: ({ endpointId }) =>
      Effect.flatMap(Events, ({ rotate }) =>
        Effect.map(rotate(catEndpoint, endpointId, "again"), () => "rotated"),
      ),
  },
  "remove an endpoint": {
    room: "endpoints",
    does: ({ endpointId }) =>
      Effect.flatMap(Events, ({ remove }) => remove(catEndpoint, endpointId)),
  },
  ping: {
    room: "endpoints",
    does: ({ endpointId }) =>
      Effect.flatMap(Events, ({ ping }) => quietly(ping(catEndpoint, endpointId))),
  },
  "send an event again": {
    room: "endpoints",
    does: ({ eventId }) => Effect.flatMap(Events, ({ resend }) => resend(catEndpoint, eventId)),
  },
  "deliver to the others at once": {
    room: "endpoints",
    isInParts: "uncut",
    does: () =>
      Effect.gen(function* () {
        const [, isInTime] = yield* within(250, cycle("delivered", "once"))
        // Who was held is sent in the next round.
        yield* Effect.sleep(1_000)
        yield* cycle("delivered")
        return isInTime
      }),
  },
  "send an example": { room: "examples", does: sendExample(0) },
  "send another example": { room: "examples", does: sendExample(1) },
  listen: { room: "listeners", does: listen(() => ({})) },
  "answer what was heard": {
    room: "listeners",
    does: listen(({ listeners: { busy, waiting } }) => ({
      listenerId: busy,
      settled: [waiting[0]],
    })),
  },
  "hear all again": {
    room: "listeners",
    does: listen(({ listeners: { busy } }) => ({ listenerId: busy })),
  },
  "listen no more": {
    room: "listeners",
    does: listen(({ listeners: { busy } }) => ({ listenerId: busy, ends: true })),
  },
  "send the listener an example": {
    room: "listeners",
    does: ({ listeners: { busy } }) => sendExampleTo(busy),
  },
  "wait for what comes": {
    room: "quiet listeners",
    isInParts: "uncut",
    isLoose: true,
    does: (lived) => {
      const { quiet } = lived.listeners
      const heard = listen(() => ({ listenerId: quiet }))(lived)
      const sent = Effect.andThen(Effect.sleep(1_000), sendExampleTo(quiet))
      return Effect.map(Effect.all([heard, sent], { concurrency: 2 }), ([events]) => events)
    },
  },
  "let the quiet listener go": {
    room: "quiet listeners",
    does: listen(({ listeners: { quiet } }) => ({ listenerId: quiet, ends: true })),
  },
  "send the quiet listener an example": {
    room: "quiet listeners",
    does: ({ listeners: { quiet } }) => sendExampleTo(quiet),
  },
  deliver: { room: "deliveries", isInParts: "uncut", does: () => cycle("delivered") },
  "deliver, and be refused": {
    room: "deliveries",
    isInParts: "uncut",
    does: () => cycle("refused"),
  },
  "announce what ends": {
    room: "announcements",
    isInParts: true,
    does: () => Effect.flatMap(EventDeliveries, ({ upkeep }) => quietly(upkeep)),
  },
  "tell that it was taken": { room: "settling", does: settle("delivered") },
  "tell that it was refused": { room: "settling", does: settle("refused") },
}
