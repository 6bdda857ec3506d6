import * as Option from "effect/Option"

/**
 * How far a list of kept calls has been read: the number of the last call of those whose signature held,
 * and that of the others, which are numbered apart.
 */
export interface CallNumbers {
  readonly signed: number
  readonly unsigned: number
}

const cursorForm = /^(\d{1,15})\.(\d{1,15})$/

/**
 * The text of it, as partners send it back.
 *
 * ```ts
 * import { callNumbersText } from "../rules/usage/call-numbers.ts"
 *
 * callNumbersText({ signed: 1204, unsigned: 3 }) // => "1204.3"
 * ```
 */
export const callNumbersText = ({ signed, unsigned }: CallNumbers): string =>
  `${signed}.${unsigned}`

/**
 * Reads that text; none where it is not one.
 *
 * ```ts
 * import * as Option from "effect/Option"
 * import { readCallNumbers } from "../rules/usage/call-numbers.ts"
 *
 * Option.getOrNull(readCallNumbers("1204.3")) // => { signed: 1204, unsigned: 3 }
 * Option.getOrNull(readCallNumbers("1204")) // => null
 * ```
 */
export const readCallNumbers = (text: string): Option.Option<CallNumbers> => {
  const [, signed, unsigned] = cursorForm.exec(text) ?? []
  return signed === undefined || unsigned === undefined
    ? Option.none()
    : Option.some({ signed: Number(signed), unsigned: Number(unsigned) })
}
