import type { Draws } from "../../../core/random/draws.ts"

/** Makes the bytes of a body from the text of a correct one. */
export type TextTamper = (text: string, draws: Draws) => Buffer

/** The most bytes that a body may have. */
export const bodyBytesMax = 65_536

/** One of some items. */
export const pickOne = <Item>(draws: Draws, items: ReadonlyArray<Item>): Item => {
  const item = items[draws.below(items.length)]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

/** Replaces one of the matches of a pattern, or puts the new text in front where there is none. */
const replaceOne = (text: string, pattern: RegExp, made: string, draws: Draws): string => {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return made + text
  const { 0: old, index } = pickOne(draws, found)
  return text.slice(0, index) + made + text.slice(index + old.length)
}

const numbers = /-?\d+(\.\d+)?([eE][+-]?\d+)?/g
const strings = /"(?:[^"\\]|\\.)*"/g
const values = /"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(\.\d+)?|true|false|null/g

const oddNumbers = [
  "1e400",
  "-1e400",
  "1E+999999999",
  "1e-400",
  "-0",
  "9".repeat(400),
  `0.${"1".repeat(5_000)}`,
  "9007199254740993",
  "18446744073709551616",
  "1.7976931348623157e308",
  "5e-324",
  "01",
  "0x10",
  "1_000",
  ".5",
  "5.",
  "+1",
  "NaN",
  "Infinity",
  "1e",
]

const oddStrings = [
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ufeff"',
  '"\\u202e"',
  '"\\x41"',
  '"\\u12"',
  '"\n"',
  "'x'",
  '"__proto__"',
  '"constructor"',
  '"2027-02-30"',
  '"2027-07-01T00:00:00Z"',
  '"+002027-07-01"',
  '"İ"',
  '"ß"',
  '"\u{1f600}"',
]

const oddMembers = [
  '"__proto__":{"trip":{},"residence":"FR","isAdmin":true}',
  '"__proto__":null',
  '"constructor":{"prototype":{"polluted":true}}',
  '"toString":1,"valueOf":2,"hasOwnProperty":3',
  '"toJSON":"x"',
  '"then":{}',
  '"length":1e9',
  '"":""',
]

const spaces = ["", " ", "\t\r\n", "null", "true", "0", '""', "[]", "{}", "[[]]", "{", "\u00a0"]

const noises = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0x80],
  [0x00],
]

/** Within what a value is nested so deeply, and whether it is ever closed. */
const nests = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"trip":', "}"],
  ["[", ""],
] as const

const deep: TextTamper = (text, draws) => {
  const depth = pickOne(draws, [33, 500, 5_000, 10_000, 30_000, 70_000])
  const [open, close] = pickOne(draws, nests)
  const nested = `${open.repeat(depth)}1${close.repeat(depth)}`
  return Buffer.from(draws.below(2) === 0 ? nested : replaceOne(text, values, nested, draws))
}

const inserted = (text: string, noise: ReadonlyArray<number>, at: number): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(noise), bytes.subarray(at)])
}

const repeatedMember = (text: string, draws: Draws): string => {
  const members = [...text.matchAll(/"(?:[^"\\]|\\.)*":/g)]
  if (members.length === 0) return text
  const { 0: name, index } = pickOne(draws, members)
  const value = pickOne(draws, ["null", "1", '"x"', "{}", "[]", "1e400"])
  return `${text.slice(0, index)}${name}${value},${text.slice(index)}`
}

const padded = (text: string, bytes: number): string =>
  text + " ".repeat(Math.max(0, bytes - Buffer.byteLength(text)))

/** Every tamper with a body's text, by its kind. */
export const textTampers: Readonly<Record<string, TextTamper>> = {
  "odd number": (text, draws) =>
    Buffer.from(replaceOne(text, numbers, pickOne(draws, oddNumbers), draws)),
  "odd text": (text, draws) =>
    Buffer.from(replaceOne(text, strings, pickOne(draws, oddStrings), draws)),
  "odd member": (text, draws) =>
    Buffer.from(text.replace("{", () => `{${pickOne(draws, oddMembers)},`)),
  "other type": (text, draws) => {
    const made = pickOne(draws, ["null", "true", "1", '"1"', "[]", "{}", "[null]", '{"a":[]}'])
    return Buffer.from(replaceOne(text, values, made, draws))
  },
  "member twice": (text, draws) => Buffer.from(repeatedMember(text, draws)),
  "two members swapped": (text, draws) => {
    const names = [...text.matchAll(/"\w+":/g)].map(([name]) => name)
    if (names.length === 0) return Buffer.from(text)
    const [one, other] = [pickOne(draws, names), pickOne(draws, names)]
    return Buffer.from(
      text.replaceAll(/"\w+":/g, (name) => (name === one ? other : name === other ? one : name)),
    )
  },
  "deep nesting": deep,
  "long text": (text, draws) => {
    const long = `"${pickOne(draws, ["x", "\\ud83d", "é", "0"]).repeat(pickOne(draws, [256, 9_000, 30_000]))}"`
    return Buffer.from(replaceOne(text, values, long, draws))
  },
  "bad UTF-8": (text, draws) =>
    inserted(text, pickOne(draws, noises), draws.below(Buffer.byteLength(text) + 1)),
  "byte order mark": (text, draws) =>
    pickOne(draws, [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, "utf16le"),
      Buffer.from(text, "utf16le"),
      Buffer.from(`${text}\ufeff`),
    ]),
  blank: (_text, draws) => Buffer.from(pickOne(draws, spaces)),
  "cut short": (text, draws) => Buffer.from(text.slice(0, draws.below(text.length))),
  "more behind": (text, draws) =>
    Buffer.from(text + pickOne(draws, [text, "x", ",", "}", "\u0000", "//", "\u00a0"])),
  "edge of the size": (text, draws) =>
    Buffer.from(padded(text, bodyBytesMax + draws.between(-1, 2))),
}
