import type { FieldShape, ListShape, ObjectShape, ValueShape } from "./shape.ts"

/** What of a request nobody reads: a field, a word, or a value that is no such thing as is read there. */
export type Unread =
  | {
      readonly _tag: "Field"
      readonly path: string
      readonly name: string
      /** The object that it stands in, and where that stands. */
      readonly within: ObjectShape
      readonly at: string
    }
  | {
      readonly _tag: "Word"
      readonly path: string
      readonly word: string
      readonly shape: ValueShape
    }
  | { readonly _tag: "Value"; readonly path: string; readonly shape: FieldShape }

/** Whether a vocabulary knows a word of a request; for a vocabulary that nobody prepared, true. */
export type KnowsWord = (vocabulary: string, word: string, request: unknown) => boolean

/** What is looked for, and how much of it at most. */
interface UnreadSearch {
  /** Left out, fields alone are looked at. */
  readonly knowsWord?: KnowsWord
  readonly foundMax: number
}

/** Where fields are found under all of their names; made once for each object. */
const fieldsByName = new WeakMap<ObjectShape, ReadonlyMap<string, FieldShape>>()

const fieldsOf = (object: ObjectShape): ReadonlyMap<string, FieldShape> => {
  const known = fieldsByName.get(object)
  if (known !== undefined) return known
  const fields = new Map(
    Object.entries(object.fields).flatMap(([name, { aliases = [], shape }]) =>
      [name, ...aliases].map((each) => [each, shape] as const),
    ),
  )
  fieldsByName.set(object, fields)
  return fields
}

/** Whether there may be fields at a place: where words are left alone, nothing else is looked at. */
const hasFields = (shape: FieldShape): boolean =>
  shape.kind === "object" || (shape.kind === "list" && hasFields(shape.items))

const plainKey = /^[A-Za-z_$][\w$]*$/

/** The place of a field in an object: `card.bin`, or `card["a b"]`. */
const fieldPath = (at: string, name: string): string => {
  if (!plainKey.test(name)) return `${at}[${JSON.stringify(name)}]`
  return at === "" ? name : `${at}.${name}`
}

const typeOfKind: Readonly<Record<string, string>> = {
  text: "string",
  number: "number",
  "whole number": "number",
  "true or false": "boolean",
}

const isOfKind = ({ kind }: ValueShape, value: unknown): boolean =>
  kind === "anything" || typeof value === typeOfKind[kind]

/**
 * Finds what of a request nobody reads, in the order in which it stands there: fields that its shape
 * does not have, at every depth; where words are looked at, too, words that are not known, and values
 * of another kind. What is null counts as absent.
 *
 * ```ts
 * import { findUnread } from "../core/fields/unread.ts"
 *
 * const age = { shape: { kind: "whole number" }, required: true } as const
 * const shape = { kind: "object", fields: { age } } as const
 * findUnread(shape, { age: 34, agee: 35 }, { foundMax: 10 }).map(({ path }) => path) // => ["agee"]
 * findUnread(shape, { age: "34" }, { foundMax: 10, knowsWord: () => true }).map(({ _tag }) => _tag) // => ["Value"]
 * ```
 */
export const findUnread = (
  shape: FieldShape,
  request: unknown,
  { foundMax, knowsWord }: UnreadSearch,
): ReadonlyArray<Unread> => {
  const found: Array<Unread> = []

  const isKnown = (
    { vocabulary, words }: ValueShape,
    value: unknown,
    knows: KnowsWord,
  ): boolean => {
    if (words !== undefined) return words.some((word) => word === value)
    return (
      vocabulary === undefined || typeof value !== "string" || knows(vocabulary, value, request)
    )
  }

  const look = (at: string, expected: FieldShape, value: unknown): void => {
    if (value === null || value === undefined || found.length >= foundMax) return
    if (expected.kind === "object") return lookInObject(at, expected, value)
    if (expected.kind === "list") return lookInList(at, expected, value)
    if (knowsWord === undefined) return
    if (!isOfKind(expected, value)) found.push({ _tag: "Value", path: at, shape: expected })
    else if (!isKnown(expected, value, knowsWord)) {
      found.push(
        typeof value === "string"
          ? { _tag: "Word", path: at, word: value, shape: expected }
          : { _tag: "Value", path: at, shape: expected },
      )
    }
  }

  const lookInObject = (at: string, expected: ObjectShape, value: unknown): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      if (knowsWord !== undefined) found.push({ _tag: "Value", path: at, shape: expected })
      return
    }
    const fields = fieldsOf(expected)
    const record = value as Readonly<Record<string, unknown>>
    for (const name of Object.keys(record)) {
      if (found.length >= foundMax) return
      const field = fields.get(name)
      if (field !== undefined) {
        if (knowsWord !== undefined || hasFields(field)) {
          look(at === "" ? name : `${at}.${name}`, field, record[name])
        }
      } else {
        found.push({ _tag: "Field", path: fieldPath(at, name), name, within: expected, at })
      }
    }
  }

  const lookInList = (at: string, { items }: ListShape, value: unknown): void => {
    if (!Array.isArray(value)) {
      if (knowsWord !== undefined) {
        found.push({ _tag: "Value", path: at, shape: { kind: "list", items } })
      }
      return
    }
    for (const [index, item] of value.entries()) {
      if (found.length >= foundMax) return
      look(`${at}[${index}]`, items, item)
    }
  }

  look("", shape, request)
  return found
}

/** A header names so many places, and each with so many characters. */
const placesMax = 10
const placeLengthMax = 60

/** Anything else would end the header, or the place in it. */
const unsafe = /[^\w.[\]$-]/g

/**
 * The places of what is not read, as a header tells them: separated by commas, what a header cannot
 * hold as `_`, the last of them `+3` where three more were left out.
 *
 * ```ts
 * import { unreadHeader } from "../core/fields/unread.ts"
 *
 * unreadHeader([{ path: "crad" }, { path: "travellers[0].agee" }]) // => "crad,travellers[0].agee"
 * unreadHeader([{ path: 'card["a, b"]' }]) // => "card[_a__b_]"
 * ```
 */
export const unreadHeader = (unread: ReadonlyArray<Pick<Unread, "path">>): string => {
  const rest = unread.length - placesMax
  const places = unread
    .slice(0, placesMax)
    .map(({ path }) => path.slice(0, placeLengthMax).replace(unsafe, "_"))
  return [...places, ...(rest > 0 ? [`+${rest}`] : [])].join(",")
}
