import type { EndpointName } from "../api/api.ts"
import { type RefusalName, refusals } from "../api/api-refusal.ts"
import { plainFaults } from "./simulator/faults.ts"
import { nearNames } from "./near-names.ts"
import { endpointNames, endpointsOf } from "./refusal-endpoints.ts"
import { refusalRehearsals } from "./refusal-rehearsals.ts"
import { type StateName, stateTriggers } from "./state-triggers.ts"

/** Something that the emulator brings about when it is asked. */
export interface EmulatorTrigger {
  readonly name: string
  /** What it does, as the end of a sentence. */
  readonly what: string
  /** `next`: one or some of the next calls. `state`: what lasts. */
  readonly kind: "next" | "state"
  /** The endpoints whose next call it may befall. */
  readonly endpoints: ReadonlyArray<EndpointName>
  /** What the caller then gets, where it is a refusal: status and code. */
  readonly refusal?: { readonly status: number; readonly code: string }
  readonly does:
    | { readonly _tag: "Refuse"; readonly name: RefusalName }
    | { readonly _tag: "States"; readonly names: ReadonlyArray<StateName> }
    | { readonly _tag: "Insurer"; readonly fault: string | null }
    | { readonly _tag: "Delay"; readonly ms: number }
    | { readonly _tag: "Calm" }
}

const refusalNames = Object.keys(refusals) as ReadonlyArray<RefusalName>

const refusalTrigger = (name: RefusalName): EmulatorTrigger => {
  const rehearsal = refusalRehearsals[name]
  const isState = rehearsal.by === "state"
  return {
    name,
    what: rehearsal.what,
    kind: isState ? "state" : "next",
    endpoints: isState ? [] : endpointsOf(name),
    refusal: refusals[name],
    does: isState ? { _tag: "States", names: rehearsal.states } : { _tag: "Refuse", name },
  }
}

const stateTrigger = (name: StateName): EmulatorTrigger => ({
  name,
  what: stateTriggers[name].what,
  kind: "state",
  endpoints: [],
  does: { _tag: "States", names: [name] },
})

const insurerTrigger = (name: string, fault: string | null, what: string): EmulatorTrigger => ({
  name,
  what,
  kind: "state",
  endpoints: [],
  does: { _tag: "Insurer", fault },
})

const insurerTriggers: ReadonlyArray<EmulatorTrigger> = [
  insurerTrigger(
    "insurer-late",
    "hang",
    "the insurer that is asked over HTTP never answers: live quotes wait 1.5 seconds and come without it",
  ),
  insurerTrigger(
    "insurer-502",
    "status=502",
    "that insurer answers 502: live quotes come without it",
  ),
  ...Object.entries(plainFaults).flatMap(([kind, what]) =>
    kind === "hang"
      ? []
      : insurerTrigger(`insurer-${kind.replaceAll("_", "-")}`, kind, `that insurer ${what}`),
  ),
  insurerTrigger("insurer-well", null, "that insurer answers well again"),
]

const slowMs = 5_000

/** Every trigger, refusals first. */
export const triggers: ReadonlyArray<EmulatorTrigger> = [
  ...refusalNames.map(refusalTrigger),
  ...(Object.keys(stateTriggers) as ReadonlyArray<StateName>).map(stateTrigger),
  ...insurerTriggers,
  {
    name: "slow",
    what: `the next answer takes ${slowMs / 1_000} seconds`,
    kind: "next",
    endpoints: endpointNames,
    does: { _tag: "Delay", ms: slowMs },
  },
  {
    name: "calm",
    what: "takes back all that waits for next calls, and has the insurer answer well again",
    kind: "state",
    endpoints: [],
    does: { _tag: "Calm" },
  },
]

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "-")

/** A trigger by its name, in capitals or not; else the names that may have been meant. */
export const findTrigger = (
  name: string,
): { readonly found: EmulatorTrigger } | { readonly near: ReadonlyArray<string> } => {
  const wanted = plain(name)
  const found = triggers.find((trigger) => plain(trigger.name) === wanted)
  if (found !== undefined) return { found }
  const ofCode = triggers.filter(({ refusal }) => plain(refusal?.code ?? "") === wanted)
  return {
    near:
      ofCode.length > 0
        ? ofCode.map((trigger) => trigger.name)
        : nearNames(
            name,
            triggers.map((trigger) => trigger.name),
          ),
  }
}
