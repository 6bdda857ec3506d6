import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Refusal, refusal, type RefusalName } from "../../api/api-refusal.ts"
import type { EndpointName } from "../../api/api.ts"
import {
  afterCharge,
  type Operation,
  type Operations,
  type SignedCall,
  type Work,
} from "../../api/operation.ts"
import { refusalRehearsals, type Rehearsal } from "./refusal-rehearsals.ts"

/** An answer of somebody's choosing. */
export interface ChosenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent. */
  readonly body: string
}

/** What waits for the next calls of some endpoints. */
export interface Armed {
  readonly does:
    | { readonly _tag: "Refuse"; readonly name: RefusalName }
    | { readonly _tag: "Answer"; readonly answer: ChosenAnswer }
    | { readonly _tag: "Delay"; readonly ms: number }
  readonly endpoints: ReadonlyArray<EndpointName>
  /** For how many more calls. */
  readonly times: number
}

/** All that waits for calls, in the order in which it was armed. */
export interface Arming {
  readonly arm: (armed: Armed) => void
  readonly list: () => ReadonlyArray<Armed>
  readonly clear: () => void
  /** Takes what waits for a call of an endpoint at a place: the first thing, and once. */
  readonly take: (place: Place, endpoint: EndpointName) => Armed["does"] | undefined
}

/** Makes an empty list. */
export const makeArming = (): Arming => {
  let waiting: ReadonlyArray<Armed> = []
  return {
    arm: (armed) => {
      waiting = [...waiting, armed]
    },
    list: () => waiting,
    clear: () => {
      waiting = []
    },
    take: (place, endpoint) => {
      const found = waiting.find(
        (armed) => armed.endpoints.includes(endpoint) && isAt(place, armed),
      )
      if (found === undefined) return undefined
      waiting = waiting.flatMap((armed) => {
        if (armed !== found) return armed
        return armed.times === 1 ? [] : { ...armed, times: armed.times - 1 }
      })
      return found.does
    },
  }
}

/** Has the programs of endpoints refuse what is armed for them. */
export const refusingOperations =
  ({ take }: Arming) =>
  (operations: Operations): Operations => {
    const around = <Success>(
      endpoint: EndpointName,
      operation: Operation<Success>,
    ): Operation<Success> => ({
      admit: (call) => {
        const armed = take("endpoint", endpoint)
        return armed?._tag === "Refuse"
          ? refuse(operation, armed.name, refusalRehearsals[armed.name], call)
          : operation.admit(call)
      },
    })
    return {
      quotes: around("quotes", operations.quotes),
      links: around("links", operations.links),
      meta: around("meta", operations.meta),
      bilan: around("bilan", operations.bilan),
      cards: around("cards", operations.cards),
      conversion: around("conversion", operations.conversion),
      sales: around("sales", operations.sales),
      statements: around("statements", operations.statements),
      statementBooks: around("statementBooks", operations.statementBooks),
      calls: around("calls", operations.calls),
      events: around("events", operations.events),
      eventEndpoints: around("eventEndpoints", operations.eventEndpoints),
      eventPing: around("eventPing", operations.eventPing),
      eventResend: around("eventResend", operations.eventResend),
      eventEndpointCreate: around("eventEndpointCreate", operations.eventEndpointCreate),
      eventEndpointUpdate: around("eventEndpointUpdate", operations.eventEndpointUpdate),
      eventEndpointRotate: around("eventEndpointRotate", operations.eventEndpointRotate),
      eventEndpointRemove: around("eventEndpointRemove", operations.eventEndpointRemove),
      listen: operations.listen,
    }
  }

/** Where an armed thing takes effect: before the gateway sees a call, or behind it. */
type Place = "front" | "endpoint"

const isAt = (place: Place, { does }: Armed): boolean =>
  does._tag === "Refuse" ? placeOf(refusalRehearsals[does.name]) === place : place === "front"

const placeOf = (rehearsal: Rehearsal): Place =>
  rehearsal.by === "call" || rehearsal.by === "answer" ? "front" : "endpoint"

/** Refuses a call as it is rehearsed: by the endpoint itself where that refuses what it then reads. */
const refuse = <Success>(
  operation: Operation<Success>,
  name: RefusalName,
  rehearsal: Rehearsal,
  call: SignedCall,
): Result.Result<Work<Success>, Refusal> => {
  switch (rehearsal.by) {
    case "body": {
      const admitted = operation.admit(rehearsal.change(call))
      return Result.isFailure(admitted) && admitted.failure.name === name
        ? admitted
        : Result.fail(refusal(name, `Rehearsed: ${rehearsal.what}.`))
    }
    case "work": {
      const refused = refusal(name, rehearsal.detail)
      return Result.succeed(afterCharge(() => Effect.fail(refused)))
    }
    case "entry":
      return Result.fail(refusal(name, rehearsal.detail))
    default:
      return operation.admit(call)
  }
}
