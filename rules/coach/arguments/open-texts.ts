import {
  type ByteText,
  type Opening,
  type OpenJson,
  openJson,
} from "../../../core/json/byte-text.ts"
import type { RawValues, Vars } from "../argument-variables.ts"
import type { PrintedValue } from "./printed-value.ts"

/** The values of texts that depend on the destination. */
export const placeVars = ["destination", "destinationName", "inPlace"] as const

/** A value of texts that depends on the destination. */
export type PlaceVar = (typeof placeVars)[number]

/** The destination that sets the target: its code, its name, and its name with a preposition. */
export type TargetPlace = Readonly<Record<PlaceVar, string>>

const placeOpenings: ReadonlyArray<Opening<PlaceVar>> = placeVars.map((key) => ({ key }))

const codeOpening: Opening<PlaceVar> = { key: "destination" }

/**
 * Opens JSON that is kept for any destination where the destination's values go: as words in `vars`,
 * as its code in `values`. Both names stand there with a colon, as they never do within a text.
 */
export const openPlaces = (json: ByteText): OpenJson<PlaceVar> => {
  let isRaw = false
  return openJson(json, placeOpenings).map((part) => {
    if (typeof part !== "string") return isRaw ? codeOpening : part
    const vars = part.lastIndexOf('"vars":{')
    const values = part.lastIndexOf('"values":{')
    if (vars >= 0 || values >= 0) isRaw = values > vars
    return part
  })
}

const isPlaceVar = (name: string): name is PlaceVar => placeVars.some((each) => each === name)

/** The values of a text; those of the destination are empty until it is known. */
export interface OpenTexts {
  readonly vars: Vars
  /** What printed values were printed from. */
  readonly values: RawValues
  /** The values of the destination that it waits for. */
  readonly waitsFor: ReadonlyArray<PlaceVar>
}

/**
 * The values of some names, in their order; what is not known is left out, and what depends on the
 * destination is left open.
 */
export const openTexts = (
  names: ReadonlyArray<string>,
  known: Readonly<Partial<Record<string, PrintedValue | undefined>>>,
): OpenTexts => {
  const vars: Record<string, Vars[string]> = {}
  const values: Record<string, RawValues[string]> = {}
  const waitsFor: Array<PlaceVar> = []
  for (const name of names) {
    const said = known[name]
    if (said !== undefined) {
      vars[name] = said.text
      if (said.raw !== undefined) values[name] = said.raw
    } else if (isPlaceVar(name)) {
      vars[name] = ""
      values[name] = ""
      waitsFor.push(name)
    }
  }
  return { vars, values, waitsFor }
}

/** The values once the destination is known; the very same where they do not wait for it. */
export const fillTexts = (
  { values, vars, waitsFor }: OpenTexts,
  place: TargetPlace,
): { readonly vars: Vars; readonly values: RawValues } => {
  if (waitsFor.length === 0) return { vars, values }
  const filled: Record<string, Vars[string]> = { ...vars }
  const codes: Record<string, RawValues[string]> = { ...values }
  for (const name of waitsFor) {
    filled[name] = place[name]
    codes[name] = place.destination
  }
  return { vars: filled, values: codes }
}

const freezeAll = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeAll(inner)
}

/** The same values, frozen to the last: answers share them. */
export const frozenTexts = (texts: OpenTexts): OpenTexts => {
  freezeAll(texts.vars)
  freezeAll(texts.values)
  return texts
}
