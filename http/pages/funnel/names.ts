import type { FormFields } from "../kit/form.ts"

/** The longest name that the form takes, in characters: that of a machine-readable passport, and more. */
export const nameCharactersMax = 80

/** What may be wrong with a name. */
export type NameFault = "missing" | "wrong"

/** The names of a trip's travellers as they were written, and what is wrong with them. */
export interface WrittenNames {
  /** One for each traveller; empty where none was written. */
  readonly names: ReadonlyArray<string>
  readonly faults: ReadonlyArray<NameFault | undefined>
}

/** A letter somewhere, and nothing that is no part of a line. */
const namePattern = /^(?=.*\p{L})[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+$/u

const faultOf = (name: string): NameFault | undefined => {
  if (name === "") return "missing"
  return namePattern.test(name) && [...name].length <= nameCharactersMax ? undefined : "wrong"
}

/**
 * Reads the names of a form, one for each traveller of the trip.
 *
 * ```ts
 * import { formFields } from "../http/pages/kit/form.ts"
 * import { readNames } from "../http/pages/funnel/names.ts"
 *
 * readNames(formFields("name=Camille+Roux&name="), 2).faults // => [undefined, "missing"]
 * readNames(formFields("name=12"), 1).faults // => ["wrong"]
 * ```
 */
export const readNames = (fields: FormFields, travellers: number): WrittenNames => {
  const written = fields.all("name")
  const names = Array.from({ length: travellers }, (_, index) =>
    (written[index] ?? "").replaceAll(/\s+/gu, " ").trim(),
  )
  return { names, faults: names.map(faultOf) }
}

/** Whether nothing is wrong with the names. */
export const areSound = ({ faults }: WrittenNames): boolean =>
  faults.every((fault) => fault === undefined)
