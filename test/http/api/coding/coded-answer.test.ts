import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Answer, bodyBytes, sharedAnswer, textAnswer } from "../../../../http/api/answer.ts"
import { type Coder, codingPolicy, makeCoder } from "../../../../http/api/coding/coded-answer.ts"

const long = "voilà, a page that says the same thing again. ".repeat(100)

const made = (text: string, type = "text/html"): Answer =>
  textAnswer(200, type, text, { "cache-control": "no-store" })

const shared = (text: string): Answer =>
  textAnswer(200, "image/svg+xml", text, { "cache-control": "public, max-age=300" })

const codingOf = ({ headers }: Answer): string => headers["content-encoding"] ?? "plain"

const decoded = ({ body, headers }: Answer): string => {
  const bytes = bodyBytes(body)
  const coding = headers["content-encoding"]
  if (coding === "br") return brotliDecompressSync(bytes).toString()
  return (coding === "gzip" ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
}

const code = (coder: Coder, answer: Answer, ...acceptEncoding: ReadonlyArray<string>) =>
  Effect.runPromise(coder.coded(answer, acceptEncoding))

describe("an answer", () => {
  const coder = makeCoder(codingPolicy)

  it.each([
    ["br, if all are liked alike", ["gzip, deflate, br"], "br"],
    ["the coding that is liked best", ["br;q=0.1, gzip;q=0.9"], "gzip"],
    ["the only one that is taken", ["gzip"], "gzip"],
    ["any, where any is taken", ["*"], "br"],
    ["any other one", ["*, br;q=0"], "gzip"],
    ["by all of several headers", ["deflate", "gzip"], "gzip"],
    ["none, where there is no header", [], "plain"],
    ["none, where an empty one refuses all", [""], "plain"],
    ["none of those that are not known", ["zstd, compress"], "plain"],
    ["none, where plain is liked best", ["identity, br;q=0.5"], "plain"],
    ["none, where all are refused", ["*;q=0"], "plain"],
    ["none by a header of no sensible length", [`br, ${"x, ".repeat(100)}`], "plain"],
  ])("is given %s", async (_, acceptEncoding, coding) => {
    const answer = await code(coder, made(long), ...acceptEncoding)
    expect([codingOf(answer), answer.headers["vary"]]).toEqual([coding, "Accept-Encoding"])
    expect(decoded(answer)).toBe(long)
  })

  it("stays plain where it is tiny, unless its caller refuses that", async () => {
    const tiny = made("short")
    expect(codingOf(await code(coder, tiny, "br, gzip"))).toBe("plain")
    const insisted = await code(coder, tiny, "gzip, identity;q=0")
    expect([codingOf(insisted), decoded(insisted)]).toEqual(["gzip", "short"])
  })

  it("is left alone where it is compressed already, of another type, or empty", async () => {
    const answers = [
      { ...made(long), headers: { "content-encoding": "gzip" } },
      { ...made(long), contentType: "image/png" },
      made(""),
    ]
    for (const answer of answers) expect(await code(coder, answer, "br")).toBe(answer)
  })
})

describe("a shared answer", () => {
  it("is compressed once in each coding, by its bytes and by its text", async () => {
    const coder = makeCoder(codingPolicy)
    const page = sharedAnswer(shared(long))
    for (const again of [() => page, () => shared(long)]) {
      const all = await Promise.all(["br", "br", "gzip"].map((each) => code(coder, again(), each)))
      const [first, second, zipped] = all
      expect(second?.body === first?.body).toBe(true)
      expect((await code(coder, again(), "br")).body === first?.body).toBe(true)
      expect((await code(coder, again(), "gzip")).body === zipped?.body).toBe(true)
      expect(all.map(decoded)).toEqual([long, long, long])
    }
  })

  it("is forgotten when others have taken its room, the longest unused first", async () => {
    const coder = makeCoder({ ...codingPolicy, keptBytesMax: 3 * long.length })
    const [one = "", two = "", three = ""] = ["1", "2", "3"].map((each) => each + long)
    const first = await code(coder, shared(one), "br")
    const second = await code(coder, shared(two), "br")
    expect((await code(coder, shared(one), "br")).body === first.body).toBe(true)
    await code(coder, shared(three), "br")
    expect((await code(coder, shared(one), "br")).body === first.body).toBe(true)
    expect((await code(coder, shared(two), "br")).body === second.body).toBe(false)
  })
})

describe("an answer that is made for one call", () => {
  it("stays plain where it is longer than may be compressed for one", async () => {
    const coder = makeCoder({ ...codingPolicy, madeBytesMax: 2_000 })
    expect(codingOf(await code(coder, made("a".repeat(2_000)), "br"))).toBe("br")
    expect(codingOf(await code(coder, made("a".repeat(2_001)), "br"))).toBe("plain")
    expect(codingOf(await code(coder, shared("a".repeat(2_001)), "br"))).toBe("br")
  })

  it("stays plain where as many are compressed as may be at once", async () => {
    const coder = makeCoder({ ...codingPolicy, atOnceMax: 2 })
    await code(coder, made(long), "br")
    const answers = await Promise.all([1, 2, 3, 4].map(() => code(coder, made(long), "br")))
    expect(answers.map(codingOf)).toEqual(["br", "br", "plain", "plain"])
    expect(codingOf(await code(coder, made(long), "br"))).toBe("br")
  })
})
