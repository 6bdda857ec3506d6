import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { expect, it } from "@effect/vitest"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { outcomeOf, send } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

const get = (path: string, headers = {}) =>
  send({ port: service().port, method: "GET", path, headers })

it("is one short script under a fixed name, kept shortly and by its tag", async () => {
  const script = await get("/widget.js")
  expect(script.status).toBe(200)
  const { byteLength } = gzipSync(script.text)
  expect(byteLength).toBeLessThan(6_000)
  const guide = readFileSync("docs/partners.md", "utf8")
  expect(/widget\.js` is ([\d.]+) kB compressed/.exec(guide)?.[1]).toBe(
    (byteLength / 1000).toFixed(1),
  )
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
  })
  const again = await get("/widget.js", { "if-none-match": script.headers["etag"] })
  expect([again.status, again.text]).toEqual([304, ""])
})

it("needs nothing else: no import, no address but its own, no cookie", async () => {
  const { headers, text } = await get("/widget.js")
  expect(text).not.toMatch(
    /\bimport\b\s*[({"']|https?:|cookie|localStorage|fetch\(|innerHTML|eval\(/,
  )
  expect(headers["set-cookie"]).toBeUndefined()
})

it("knows what its frame is called in every language, and every intent", async () => {
  const { text } = await get("/widget.js")
  const words = JSON.parse(/viaticaWidget\((\{.*\})\)\n/.exec(text)?.[1] ?? "{}") as {
    readonly intents: ReadonlyArray<string>
    readonly titles: Readonly<Record<string, string>>
  }
  expect(Object.keys(words.titles).sort()).toEqual([...travellerLanguages].sort())
  expect(words.titles["fr"]).toBe("Comparer les assurances voyage")
  expect(words.intents).toContain("mountainTrip")
})

it("has its page in the demo alone", async () => {
  expect(outcomeOf(await get("/demo/widget"))).toBe("404 NOT_FOUND")
})
