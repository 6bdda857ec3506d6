import { describe, expect, it } from "vitest"
import { isKept } from "../../torture/part.ts"
import { formsOf, needle } from "../../torture/secrets/forms.ts"
import { blindSpots, makeFinder } from "../../torture/secrets/finder.ts"
import { shapesIn } from "../../torture/secrets/package.ts"
import { searchPlace } from "../../torture/secrets/places.ts"
import { secrets, secretsOutcome } from "../../torture/secrets/part.ts"
import { testSeed } from "../support/random.ts"

const secret = `vsk_test_${"0123456789abcdef".repeat(4)}`

const searchIn = (text: string) =>
  searchPlace(makeFinder([needle("a secret", secret)]), {
    name: "logs",
    contents: [{ name: "a log", bytes: Buffer.from(text) }],
    isText: true,
  })

const foundIn = async (text: string) => (await searchIn(text)).violations.length

describe("secrets", () => {
  it("stand nowhere after every kind of call", async () => {
    const seed = testSeed("secrets") >>> 1
    const outcomes = await secrets.run({ seed, isShort: true, say: () => {} })
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
    expect(outcomes.every(isKept)).toBe(true)
  })
})

describe("the search for secrets", () => {
  it("finds one as it is, in hex, in base64 at any place, in an address and in JSON", async () => {
    const bytes = Buffer.from(secret)
    const told = [
      `secret=${secret} and so on`,
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      ...["", "1", "12", "123"].map((before) => Buffer.from(before + secret).toString("base64")),
      Buffer.from(`a:${secret}:b`).toString("base64url"),
      `?secret=${encodeURIComponent(secret)}`,
    ]
    expect(await Promise.all(told.map(foundIn))).toEqual(told.map(() => 1))
    const quoted = needle("a body", '{"a":"ü"}')
    expect(formsOf(quoted).map(({ bytes: form }) => form.toString())).toEqual(
      expect.arrayContaining(['{\\"a\\":\\"ü\\"}', "%7B%22a%22%3A%22%C3%BC%22%7D"]),
    )
  })

  it("does not find one that differs in its last character", async () => {
    expect(await foundIn(`${secret.slice(0, -1)}0`)).toBe(0)
  })

  it("finds ages, and not the rule about them", async () => {
    const ages = ['{"age":7}', '{\\"age\\": 35}', "age=120", "{ age: 8 }"]
    expect(await Promise.all(ages.map(foundIn))).toEqual([1, 1, 1, 1])
    expect(await foundIn("trip.travellers[2].age: integer 0 to 120, page: 7")).toBe(0)
  })

  it("breaks the promise where it finds one, and where it had nothing to look through", async () => {
    const finder = makeFinder([needle("a secret", secret)])
    const outcomeOf = async (text: string) => secretsOutcome([await searchIn(text)], finder, [], 1)
    expect(blindSpots(finder)).toEqual([])
    expect(isKept(await outcomeOf("nothing here"))).toBe(true)
    expect(isKept(await outcomeOf(`secret=${secret}`))).toBe(false)
    expect(isKept(await outcomeOf(""))).toBe(false)
  })

  it("knows what secrets look like, whosever they are", () => {
    const shapes = (text: string) => shapesIn({ name: "a file", bytes: Buffer.from(text) }).length
    const secretLike = [
      `const secret = "${secret}"`,
      `-----BEGIN ${"PRIVATE"} KEY-----`,
      `"postgres://${"user:word"}@db.example/x"`,
    ]
    expect(secretLike.map(shapes)).toEqual([1, 1, 1])
    expect(shapes("KEY=ak_test_…; SECRET=vsk_test_…; postgres://user@db.example/x")).toBe(0)
  })
})
