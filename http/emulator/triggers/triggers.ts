import { tableText } from "../../../core/plain-text.ts"
import { nearest } from "../../../core/table/nearest.ts"
import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import type { EndpointName } from "../../api/api.ts"
import { endpointNames, endpointsOf, refusalRehearsals } from "./refusal-rehearsals.ts"
import { plainFaults } from "../simulator/faults.ts"
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

const slowMs = 5_000

const refusalNames = Object.keys(refusals) as ReadonlyArray<RefusalName>

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

/**
 * The names that somebody may have meant who wrote another one: those that hold what was written, at
 * most three of them, else the nearest one.
 *
 * ```ts
 * import { nearNames } from "../http/emulator/triggers/triggers.ts"
 *
 * nearNames("bad-date", ["BAD_DATES", "BAD_TRIP", "revoke-key"]) // => ["BAD_DATES"]
 * nearNames("rvoke-key", ["BAD_DATES", "revoke-key"]) // => ["revoke-key"]
 * nearNames("", ["BAD_DATES"]) // => []
 * ```
 */
export const nearNames = (written: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = plain(written)
  if (wanted === "") return []
  const holding = names.filter((name) => plain(name).includes(wanted))
  if (holding.length > 0) return holding.slice(0, nearMax)
  const byPlain = new Map(names.map((name) => [plain(name), name]))
  const found = byPlain.get(nearest(wanted, byPlain.keys()) ?? "")
  return found === undefined ? [] : [found]
}

/** Every trigger, for people. */
export const triggersText = (): string =>
  [
    "Of the next call (--times for more, --endpoint for one endpoint alone):",
    "",
    tableText(
      ["trigger", "answer", "what it does"],
      ofNext("next").map((trigger) => [trigger.name, answerOf(trigger), trigger.what]),
    ),
    "",
    "What lasts:",
    "",
    tableText(
      ["trigger", "answer", "what it does"],
      ofNext("state").map((trigger) => [trigger.name, answerOf(trigger), trigger.what]),
    ),
  ].join("\n")

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "-")

const nearMax = 3

const ofNext = (kind: EmulatorTrigger["kind"]) =>
  triggers.filter((trigger) => trigger.kind === kind)

const answerOf = ({ refusal }: EmulatorTrigger): string =>
  refusal === undefined ? "" : `${refusal.status} ${refusal.code}`
