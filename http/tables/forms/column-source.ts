import { makeMemory } from "../../../core/memory.ts"

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

/** A column of a table, and the part of the schema that describes it. */
export interface ColumnPlace<Part> {
  /** The names that lead to it, and its own. */
  readonly path: readonly [column: string, ...within: ReadonlyArray<string>]
  /** The path with dots. */
  readonly name: string
  readonly part: Part
}

/**
 * The columns of a schema; a structure is the columns within it. `describe` gives the name of a part, and of a structure the
 * parts within.
 *
 * ```ts
 * import { columnPlaces } from "../http/tables/forms/column-source.ts"
 *
 * const places = columnPlaces(["id", "card"], (part) => ({ name: part, within: part === "card" ? ["tier"] : undefined }))
 * places.map(({ name }) => name) // => ["id", "card.tier"]
 * ```
 */
export const columnPlaces = <Part>(
  parts: ReadonlyArray<Part>,
  describe: (part: Part) => {
    readonly name: string
    readonly within?: ReadonlyArray<Part> | undefined
  },
): ReadonlyArray<ColumnPlace<Part>> =>
  parts.flatMap((part): ReadonlyArray<ColumnPlace<Part>> => {
    const { name, within } = describe(part)
    if (within === undefined) return [{ path: [name], name, part }]
    return columnPlaces(within, describe).map((inside) => ({
      path: [name, ...inside.path],
      name: `${name}.${inside.name}`,
      part: inside.part,
    }))
  })

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
  if (bytes.length > textBytesMax) throw new ColumnsFault(textTooLong)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ColumnsFault(notUtf8)
  }
}

/**
 * Bytes that are no text, in hexadecimal.
 *
 * ```ts
 * import { hexText } from "../http/tables/forms/column-source.ts"
 *
 * hexText(Uint8Array.of(0, 171)) // => "00ab"
 * ```
 */
export const hexText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")

/**
 * The sixteen bytes of a UUID as it is written; bytes of another number are none.
 *
 * ```ts
 * import { uuidText } from "../http/tables/forms/column-source.ts"
 *
 * uuidText(Uint8Array.from({ length: 16 }, (_, at) => at)) // => "00010203-0405-0607-0809-0a0b0c0d0e0f"
 * ```
 */
export const uuidText = (bytes: Uint8Array): string =>
  hexText(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/**
 * Makes what writes times as clocks show them in a zone: a day alone where it is midnight there, else the time with how far
 * it is ahead of UTC. Throws where the zone is not known.
 *
 * ```ts
 * import { zonedTexts } from "../http/tables/forms/column-source.ts"
 *
 * const inParis = zonedTexts("Europe/Paris")
 * inParis(new Date("2027-06-30T22:00:00Z")) // => "2027-07-01"
 * inParis(new Date("2027-07-01T00:00:00Z")) // => "2027-07-01T02:00:00+02:00"
 * ```
 */
export const zonedTexts = (zone: string): ((time: Date) => string) => {
  const aheadOf = clockOf(zone)
  return (time) => {
    const aheadMs = aheadOf(time)
    const shown = new Date(time.getTime() + aheadMs).toISOString()
    const [day = "", clock = ""] = shown.slice(0, -1).split("T")
    if (clock === "00:00:00.000") return day
    const minutes = Math.abs(aheadMs) / 60_000
    const ahead = [minutes / 60, minutes % 60].map((part) =>
      String(Math.trunc(part)).padStart(2, "0"),
    )
    return `${day}T${clock.replace(".000", "")}${aheadMs < 0 ? "-" : "+"}${ahead.join(":")}`
  }
}

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds. */
const clockOf = (zone: string): ((time: Date) => number) => {
  const format = formatOf(zone)
  const known = makeMemory<number, number>(quartersMax)
  const aheadAt = (time: Date): number => {
    const ahead =
      format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? ""
    const [, sign = "+", hours = "0", minutes = "0", seconds = "0"] =
      /([-+])(\d\d):(\d\d)(?::(\d\d))?/.exec(ahead) ?? []
    const ms = 1000 * (60 * (60 * Number(hours) + Number(minutes)) + Number(seconds))
    return sign === "-" ? -ms : ms
  }
  return (time) => known.get(Math.floor(time.getTime() / quarterMs), () => aheadAt(time))
}

/** Clocks are put forward and back at the quarters of an hour. */
const quarterMs = 900_000

const quartersMax = 4096

const formatOf = (zone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" })
  } catch {
    throw new ColumnsFault(`its time zone "${zone}" is not known; write times in UTC, or days`)
  }
}

/** Why a table that is stored by columns is not read, in words. */
export class ColumnsFault extends Error {}

/** Whether people can read the message of a fault: ours, or the system's. What readers throw at broken bytes helps nobody. */
export const isToldFault = (cause: unknown): cause is Error =>
  cause instanceof ColumnsFault || (cause instanceof Error && "syscall" in cause)
