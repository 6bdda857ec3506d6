import { nearest } from "../table/nearest.ts"
import { findUnread, type KnowsWord, type Unread } from "./unread.ts"
import type { FieldShape, ObjectShape } from "./shape.ts"

/** What of a request was not read, for its author. */
export interface RequestWarning {
  readonly code: "UNKNOWN_FIELD" | "UNKNOWN_WORD" | "IGNORED_VALUE"
  /** Where it stands in the request: `card.ntework`, `travellers[0].agee`. */
  readonly path: string
  /** The field or the word that was probably meant. */
  readonly nearest?: string
  /** All of it in a sentence. */
  readonly detail: string
}

/** An answer that tells what of its request was not read; it has no warnings where all was. */
export interface Warned {
  readonly warnings?: ReadonlyArray<RequestWarning>
}

/** The words that tables list, by the names that schemas give them. */
export interface Vocabularies {
  readonly knowsWord: KnowsWord
  readonly wordsOf: (vocabulary: string) => Iterable<string>
}

/** A request has at most so many warnings: more tell nobody more. */
export const warningsMax = 20

/** Words shorter than this are near to too many others. */
const hintLengthMin = 4

const closest = (written: string, words: Iterable<string>): string | undefined =>
  written.length < hintLengthMin ? undefined : nearest(written, words)

/** The parts of a name that a short form may keep: `coverCancellation` and `cancellation` among others. */
const endingsOf = (name: string): ReadonlyArray<string> => {
  const words = name.split(/(?=[A-Z])/)
  return words
    .map((_, index) => words.slice(index).join(""))
    .filter(({ length }) => length >= hintLengthMin)
}

/** Every field at any depth, by its path. */
const placesIn = (shape: FieldShape, at = ""): ReadonlyArray<readonly [string, string]> => {
  if (shape.kind === "list") return placesIn(shape.items, `${at}[]`)
  if (shape.kind !== "object") return []
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const path = at === "" ? name : `${at}.${name}`
    return [[name, path] as const, ...placesIn(field.shape, path)]
  })
}

const underPath = (at: string, name: string): string => (at === "" ? name : `${at}.${name}`)

/**
 * The field that was probably meant: one beside it that is spelt alike, one of that very name
 * elsewhere, one beside it whose name ends alike, or one elsewhere that is spelt alike.
 */
const nearestField = (
  root: FieldShape,
  {
    at,
    name,
    within,
  }: { readonly at: string; readonly name: string; readonly within: ObjectShape },
): string | undefined => {
  const names = Object.keys(within.fields)
  const beside = nearest(name, names)
  if (beside !== undefined) return underPath(at, beside)
  const places = placesIn(root)
  const same = places.find(([each]) => each.toLowerCase() === name.toLowerCase())
  if (same !== undefined) return same[1]
  const ending = names.find((each) => closest(name, endingsOf(each)) !== undefined)
  if (ending !== undefined) return underPath(at, ending)
  const alike = closest(name, new Map(places).keys())
  return places.find(([each]) => each === alike)?.[1]
}

const lengthMax = 60

/** A path or a word as it may be shown: no longer than is read, and no numbers that may be a card's. */
const shown = (text: string): string => {
  const safe = text.replace(/\d{6,}/g, "…")
  return safe.length > lengthMax ? `${safe.slice(0, lengthMax - 1)}…` : safe
}

const nouns: Readonly<Record<FieldShape["kind"], string>> = {
  text: "a text",
  number: "a number",
  "whole number": "a whole number",
  "true or false": "true or false",
  anything: "anything",
  list: "a list",
  object: "an object of fields",
}

const expectedOf = (shape: FieldShape): string => {
  const words = "words" in shape ? shape.words : undefined
  return words === undefined ? nouns[shape.kind] : words.join(", ")
}

const question = (meant: string | undefined): string =>
  meant === undefined ? "" : `; did you mean ${meant}?`

const wordsListedMax = 8

/** The words that may stand at a place, where there are few of them. */
const listed = (words: ReadonlyArray<string>): string =>
  words.length <= wordsListedMax ? `is none of ${words.join(", ")}` : "is not known"

const warningOf = (
  root: FieldShape,
  unread: Unread,
  wordsOf: Vocabularies["wordsOf"],
): RequestWarning => {
  const path = shown(unread.path)
  switch (unread._tag) {
    case "Field": {
      const meant = nearestField(root, unread)
      const detail = `${path} is not a field of a request${question(meant)}`
      return {
        code: "UNKNOWN_FIELD",
        path,
        ...(meant === undefined ? {} : { nearest: meant }),
        detail,
      }
    }
    case "Word": {
      const { vocabulary, words } = unread.shape
      const known = words?.map(String) ?? [...wordsOf(vocabulary ?? "")]
      const meant = closest(unread.word, known)
      const hint = question(meant === undefined ? undefined : JSON.stringify(meant))
      const word = JSON.stringify(shown(unread.word))
      return {
        code: "UNKNOWN_WORD",
        path,
        ...(meant === undefined ? {} : { nearest: meant }),
        detail: `${path}: ${word} ${listed(known)}${hint}`,
      }
    }
    case "Value": {
      const detail = `${path === "" ? "the request" : path} is ignored; it should be ${expectedOf(unread.shape)}`
      return { code: "IGNORED_VALUE", path, detail }
    }
  }
}

const none: ReadonlyArray<RequestWarning> = Object.freeze([])

/**
 * Prepares to tell what of a request is not read: fields that its shape does not have, words that are
 * not known, and values of another kind than is read, each with what was probably meant.
 *
 * ```ts
 * import { prepareWarnings } from "../core/fields/request-warning.ts"
 *
 * const bin = { shape: { kind: "text" }, required: false } as const
 * const card = { shape: { kind: "object", fields: { bin } }, required: false } as const
 * const shape = { kind: "object", fields: { card } } as const
 * const warningsOf = prepareWarnings(shape, { knowsWord: () => true, wordsOf: () => [] })
 * warningsOf({ crad: {} }).map(({ detail }) => detail) // => ["crad is not a field of a request; did you mean card?"]
 * warningsOf({ bin: "497490" }).map(({ nearest }) => nearest) // => ["card.bin"]
 * warningsOf({ card: { bin: 497490 } }).map(({ detail }) => detail) // => ["card.bin is ignored; it should be a text"]
 * ```
 */
export const prepareWarnings = (
  shape: FieldShape,
  { knowsWord, wordsOf }: Vocabularies,
): ((request: unknown) => ReadonlyArray<RequestWarning>) => {
  const search = { knowsWord, foundMax: warningsMax }
  return (request) => {
    const unread = findUnread(shape, request, search)
    return unread.length === 0 ? none : unread.map((each) => warningOf(shape, each, wordsOf))
  }
}

/** An answer with its warnings, last; the very same answer where there are none. */
export const warned = <Answer extends object>(
  answer: Answer,
  warnings: ReadonlyArray<RequestWarning>,
): Answer & Warned => (warnings.length === 0 ? answer : { ...answer, warnings })
