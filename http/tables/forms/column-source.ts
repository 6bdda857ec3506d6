/** Rows of a table that is stored by columns, which are as long as each other. */
export interface ColumnBatch {
  readonly rowCount: number
  /** The values of each column, in the order of the names; null and undefined where there is none. */
  readonly columns: ReadonlyArray<ArrayLike<unknown>>
}

/** A table that is read batch by batch. */
export interface ColumnSource {
  /** Names of the columns; one within a structure has a dotted name. */
  readonly names: ReadonlyArray<string>
  readonly batches: AsyncIterable<ColumnBatch>
}

/** A column in its table, by the names that lead to it. */
export type ColumnPath = readonly [column: string, ...within: ReadonlyArray<string>]

const inner = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/**
 * The values of a column that stands within others.
 *
 * ```ts
 * import { valuesWithin } from "../http/tables/forms/column-source.ts"
 *
 * valuesWithin([{ tier: "mid" }, null], ["tier"]) // => ["mid", undefined]
 * ```
 */
export const valuesWithin = (
  values: ArrayLike<unknown>,
  within: ReadonlyArray<string>,
): ArrayLike<unknown> =>
  within.length === 0 ? values : Array.from(values, (value) => within.reduce<unknown>(inner, value))

/** The longest text that is read, in bytes: many rows can stand on one of a dictionary. */
export const textBytesMax = 1024 * 1024

export const textTooLong = `a text has at most ${textBytesMax} bytes`

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** What a table that is stored by columns has to be in: characters that stand for broken bytes would make texts alike. */
export const notUtf8 = "a text is not in UTF-8; write the texts of the column in UTF-8"

/**
 * The text that some bytes are in UTF-8; throws where they are none.
 *
 * ```ts
 * import { textOf } from "../http/tables/forms/column-source.ts"
 *
 * textOf(Uint8Array.of(0xc3, 0xa9)) // => "é"
 * ```
 */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > textBytesMax) throw new Error(textTooLong)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error(notUtf8)
  }
}

/** Whether a fault is told in words; what readers throw at broken bytes says nothing to anybody. */
export const isToldFault = (cause: unknown): cause is Error =>
  cause instanceof Error && !(cause instanceof TypeError || cause instanceof RangeError)
