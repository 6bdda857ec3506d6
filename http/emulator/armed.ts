import type { EndpointName } from "../api/api.ts"
import type { RefusalName } from "../api/api-refusal.ts"
import { refusalRehearsals } from "./refusal-rehearsals.ts"
import type { Rehearsal } from "./rehearsal.ts"

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

/** Where an armed thing takes effect: before the gateway sees a call, or behind it. */
export type Place = "front" | "endpoint"

const placeOf = (rehearsal: Rehearsal): Place =>
  rehearsal.by === "call" || rehearsal.by === "answer" ? "front" : "endpoint"

const isAt = (place: Place, { does }: Armed): boolean =>
  does._tag === "Refuse" ? placeOf(refusalRehearsals[does.name]) === place : place === "front"

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
