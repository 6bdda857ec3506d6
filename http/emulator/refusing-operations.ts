import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EndpointName } from "../api/api.ts"
import { type Refusal, type RefusalName, refusal } from "../api/api-refusal.ts"
import {
  afterCharge,
  type Operation,
  type Operations,
  type SignedCall,
  type Work,
} from "../api/operation.ts"
import type { Arming } from "./armed.ts"
import { refusalRehearsals } from "./refusal-rehearsals.ts"
import type { Rehearsal } from "./rehearsal.ts"

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
      calls: around("calls", operations.calls),
      events: around("events", operations.events),
      eventEndpoints: around("eventEndpoints", operations.eventEndpoints),
      eventPing: around("eventPing", operations.eventPing),
      eventResend: around("eventResend", operations.eventResend),
      eventEndpointCreate: around("eventEndpointCreate", operations.eventEndpointCreate),
      eventEndpointUpdate: around("eventEndpointUpdate", operations.eventEndpointUpdate),
      eventEndpointRotate: around("eventEndpointRotate", operations.eventEndpointRotate),
      eventEndpointRemove: around("eventEndpointRemove", operations.eventEndpointRemove),
    }
  }
