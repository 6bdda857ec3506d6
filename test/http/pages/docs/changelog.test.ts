import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { SaxesParser } from "saxes"
import { clientChanges, clientNames, releasesOf } from "../../../../http/pages/docs/changelog.ts"
import { writeAtom } from "../../../../http/pages/kit/atom.ts"
import { send } from "../../../support/http-call.ts"
import { times } from "../../../support/long.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

const get = (path: string) => send({ port: service().port, method: "GET", path })

const shipped = readFileSync(new URL("../../../../CHANGELOG.md", import.meta.url), "utf8")

/** The names of elements, and the texts of those that hold one; fails where the XML is none. */
const readXml = (xml: string): ReadonlyArray<readonly [name: string, text: string]> => {
  const found: Array<readonly [string, string]> = []
  let text = ""
  const parser = new SaxesParser({ xmlns: true })
  parser.on("error", (error) => assert.fail(error.message))
  parser.on("opentag", () => (text = ""))
  parser.on("text", (piece) => (text += piece))
  parser.on("closetag", ({ name }) => {
    found.push([name, text])
    text = ""
  })
  parser.write(xml).close()
  return found
}

describe("the changelog for partners", () => {
  it("has every entry that turns to partners, and none for others", () => {
    const own = shipped.match(/^- Partners\b/gm) ?? []
    const changes = releasesOf(shipped).flatMap((release) => release.changes)
    assert.isAtLeast(changes.length, own.length)
    for (const { text } of changes) {
      assert.notMatch(text, /(?:^|\. )(?:Operators|Analysts|Importers|Contributors): /)
      assert.notMatch(text, /^ |\n| {2}/)
    }
  })

  it("shows the entries on its page, with code and without links that lead nowhere", async () => {
    const { text } = await get("/docs/changelog")
    const [first] = releasesOf(shipped)
    assert.isAbove((text.match(/<li>/g) ?? []).length, first?.changes.length ?? 1)
    assert.include(text, "<code>/docs/files/versions.json</code>")
    assert.notMatch(text, /<main[^]*href="(?:docs|data)\/[^]*<\/main>/)
    assert.notMatch(text, /`/)
  })

  it("has its releases by days of their own, the newest first, and above them what has not landed", () => {
    const heads = [...shipped.matchAll(/^## (.+)$/gm)].map(([, head = ""]) => head)
    assert.strictEqual(heads[0], "[Unreleased]")
    const days = heads
      .slice(1)
      .map((head) => /^\[\d+\.\d+\.\d+\] - (\d{4}-\d{2}-\d{2})$/.exec(head)?.[1])
    assert.isNotEmpty(days)
    assert.deepStrictEqual(days, [...new Set(days)].sort().toReversed())
    const kinds = shipped
      .split(/^## /m)
      .slice(1)
      .map((release) => release.match(/^### .+$/gm) ?? [])
    for (const named of kinds) assert.deepStrictEqual(named, [...new Set(named)])
  })

  it("is a feed whose entries are releases with their day", async () => {
    const { headers, status, text } = await get("/docs/changelog.atom")
    assert.deepStrictEqual(
      [status, headers["content-type"]],
      [200, "application/atom+xml; charset=utf-8"],
    )
    const elements = readXml(text)
    const days = releasesOf(shipped).filter(({ day }) => day !== undefined)
    assert.isNotEmpty(days)
    assert.strictEqual(elements.filter(([name]) => name === "entry").length, days.length)
    for (const name of ["id", "title", "updated", "name"]) {
      assert.isNotEmpty(elements.find(([each]) => each === name)?.[1], name)
    }
  })

  it("lies beside each client, with the entries that name it", async () => {
    const { files } = (await get("/docs/files/versions.json")).body as {
      readonly files: ReadonlyArray<{ readonly name: string }>
    }
    for (const client of clientNames) {
      const name = `${client}/CHANGELOG.md`
      const { status, text } = await get(`/docs/files/${name}`)
      assert.deepStrictEqual([name, status], [name, 200])
      const known = clientChanges(releasesOf(shipped), client).flatMap(({ changes }) => changes)
      assert.isNotEmpty(known)
      assert.strictEqual((text.match(/^- /gm) ?? []).length, known.length)
      assert.notMatch(text, /\]\((?!https?:)/)
      assert.include(
        files.map((file) => file.name),
        name,
      )
    }
  })
})

describe("a feed", () => {
  it("is XML whatever texts stand in it, and gives them back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), (title, html) => {
        const at = "https://viatica.example/docs/changelog"
        const entry = { id: `${at}#1`, href: at, title, html, updated: "2027-01-31T00:00:00Z" }
        const xml = writeAtom({
          self: `${at}.atom`,
          page: at,
          title: "t",
          language: "en",
          entries: [entry, { ...entry, updated: "2027-01-30T00:00:00Z" }],
        })
        const elements = readXml(xml)
        const titles = elements.filter(([name]) => name === "title").map(([, text]) => text)
        const plain = title.toWellFormed()
        // XML has no sign for most controls, and reads a carriage return as a line feed.
        if (!/\p{Cc}/u.test(plain)) assert.strictEqual(titles[1], plain)
        const [updated] = elements.filter(([name]) => name === "updated")
        assert.strictEqual(updated?.[1], "2027-01-31T00:00:00Z")
      }),
      { numRuns: times(40, 2_000) },
    )
  })
})
