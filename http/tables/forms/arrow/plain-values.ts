import type { Field, Type as Types } from "@uwdata/flechette"
import { hexText, textOf, uuidText, zonedTexts } from "../column-source.ts"

/** Makes the value that a table of plain values has in place of another. */
type MakePlain = (value: unknown) => unknown

/**
 * What makes the values of a field plain: bytes of any length are a text in UTF-8, those of a fixed length are written as a
 * UUID or in hexadecimal, and a time with a zone is what clocks show there. Undefined where they are plain as they are.
 */
export const plainValues = (field: FieldOf, Type: typeof Types): MakePlain | undefined => {
  const { metadata, type } = field
  const { typeId } = type
  const within = (child: FieldOf | undefined): MakePlain | undefined =>
    child === undefined ? undefined : plainValues(child, Type)
  const texts: ReadonlySet<number> = new Set([Type.Binary, Type.LargeBinary, Type.BinaryView])
  const lists: ReadonlySet<number> = new Set([
    Type.List,
    Type.LargeList,
    Type.ListView,
    Type.LargeListView,
    Type.FixedSizeList,
  ])
  if (texts.has(typeId)) return ofBytes(textOf)
  if (typeId === Type.FixedSizeBinary) {
    return ofBytes(metadata?.get(extension) === uuid ? uuidText : hexText)
  }
  const zone = zoneOf(type)
  if (zone !== undefined) {
    const zoned = zonedTexts(zone)
    return (value) => (value instanceof Date ? zoned(value) : value)
  }
  if ("dictionary" in type) return plainValues({ ...field, type: type.dictionary }, Type)
  const children = "children" in type ? type.children : []
  if (lists.has(typeId)) {
    const each = within(children[0])
    return each && ((value) => (isListLike(value) ? Array.from(value, each) : value))
  }
  if (typeId === Type.RunEndEncoded) return within(children[1])
  return typeId === Type.Struct ? ofStructure(children, within) : undefined
}

/** The zone that a type of times tells; undefined where it tells none. */
export const zoneOf = (type: Field["type"]): string | undefined =>
  "timezone" in type && typeof type.timezone === "string" && type.timezone !== ""
    ? type.timezone
    : undefined

type FieldOf = Pick<Field, "metadata" | "name" | "type">

/** The key of the name of a type that extends another one. */
const extension = "ARROW:extension:name"

const uuid = "arrow.uuid"

const ofBytes =
  (read: (bytes: Uint8Array) => string): MakePlain =>
  (value) =>
    value instanceof Uint8Array ? read(value) : value

const isListLike = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))

const ofStructure = (
  children: ReadonlyArray<FieldOf>,
  within: (child: FieldOf) => MakePlain | undefined,
): MakePlain | undefined => {
  const makers = children.flatMap((child) => {
    const make = within(child)
    return make === undefined ? [] : [[child.name, make] as const]
  })
  if (makers.length === 0) return undefined
  return (value) => {
    if (typeof value !== "object" || value === null) return value
    const made: Record<string, unknown> = { ...value }
    for (const [name, make] of makers) made[name] = make(made[name])
    return made
  }
}
