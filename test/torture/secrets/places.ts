import type { Finder } from "./finder.ts"

/** Where nothing secret may stand. */
export interface Place {
  readonly name: string
  /** What stands there; asked for one after another, as some are large. */
  readonly contents: AsyncIterable<Content> | Iterable<Content>
  /** Whether texts are looked through for ages as well. */
  readonly isText: boolean
}

/** A log, a table, a file, an answer. */
export interface Content {
  readonly name: string
  readonly bytes: Buffer
}

/** What was looked through, and what was found. */
export interface Searched {
  readonly name: string
  readonly contents: number
  readonly bytes: number
  readonly violations: ReadonlyArray<string>
}

/** An age as JSON, logs, labels and programs write it: the word, alone or last, and then a figure. */
const agePattern = /(?:(?<![A-Za-z])[Aa]ge|AGE|[a-z]Age)s?["'\\]*\s*[:=]\s*[["'\\]*-?\d/

/** How much around a finding is told. */
const contextBytes = 60

const around = (bytes: Buffer, at: number): string =>
  JSON.stringify(bytes.subarray(Math.max(0, at - contextBytes), at).toString("latin1"))

const foundIn = (finder: Finder, place: Place, { bytes, name }: Content): ReadonlyArray<string> => {
  const needles = finder
    .search(bytes)
    .map(
      ({ at, form, what }) =>
        `${place.name}, ${name}: ${what} in ${form} after ${around(bytes, at)}`,
    )
  if (!place.isText) return needles
  const age = agePattern.exec(bytes.toString("latin1"))
  return age === null
    ? needles
    : [...needles, `${place.name}, ${name}: an age after ${around(bytes, age.index)}`]
}

/** Looks through a place. */
export const searchPlace = async (finder: Finder, place: Place): Promise<Searched> => {
  const violations: Array<string> = []
  let [contents, bytes] = [0, 0]
  for await (const content of place.contents) {
    contents += 1
    bytes += content.bytes.length
    violations.push(...foundIn(finder, place, content))
  }
  return { name: place.name, contents, bytes, violations }
}
