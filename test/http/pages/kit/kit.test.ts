import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bodyBytes } from "../../../../http/api/answer.ts"
import { makeAssets } from "../../../../http/pages/kit/assets.ts"
import { html, writeHtml } from "../../../../http/pages/kit/html.ts"
import { formFields, isOwnForm } from "../../../../http/pages/kit/form.ts"
import { preparePages } from "../../../../http/pages/kit/page.ts"
import type { IncomingCall } from "../../../../http/api/incoming.ts"

const textOf = (body: Parameters<typeof bodyBytes>[0]): string =>
  new TextDecoder().decode(bodyBytes(body))

const call = (headers: Readonly<Record<string, string>>): IncomingCall => ({
  method: "POST",
  path: "/x",
  query: "",
  headerValues: (name) => (headers[name] === undefined ? [] : [headers[name]]),
  peer: () => "192.0.2.1",
  readBody: () => Effect.succeed(new Uint8Array()),
})

describe("a piece of a page", () => {
  it("shows text of others as text, in elements and in attributes", () => {
    const hostile = `"><script>alert(1)</script>&'`
    const written = writeHtml(html`<p title=${hostile}>${hostile}</p>`)
    assert.notInclude(written, "<script")
    assert.strictEqual(written.match(/"/g)?.length, 2)
  })
})

describe("assets", () => {
  it("are served under the name that a page is told, for a year, and under no other", () => {
    const assets = makeAssets()
    const path = assets.path("kit.css")
    const rest = path.slice("/assets/".length)
    const served = Effect.runSync(assets.route.answer(call({}), rest))
    assert.strictEqual(served?.contentType, "text/css; charset=utf-8")
    assert.strictEqual(served?.headers["cache-control"], "public, max-age=31536000, immutable")
    for (const name of ["kit.css", "kit-000000000000.css", "../kit.css", "..%2fassets.ts", ""]) {
      assert.isUndefined(Effect.runSync(assets.route.answer(call({}), name)), name)
    }
  })

  it("are found by their address in a process that has made no page yet", () => {
    for (const name of ["kit.css", "kit.js", "mark.svg"]) {
      const rest = makeAssets().path(name).slice("/assets/".length)
      assert.isDefined(Effect.runSync(makeAssets().route.answer(call({}), rest)), name)
    }
  })

  it("that do not exist are a mistake of ours", () => {
    assert.throws(() => makeAssets().path("nothing.css"))
    assert.throws(() => makeAssets().path("../html.ts"))
  })
})

describe("a page", () => {
  const page = preparePages(makeAssets())({
    language: "fr",
    title: "<Acme>",
    body: html`<main id="main"><h1>Acme</h1></main>`,
  })

  it("has a language, a title, and loads nothing from elsewhere", () => {
    const text = textOf(page.body)
    assert.match(text, /^<!doctype html>\n<html lang="fr">/)
    assert.include(text, "<title>&lt;Acme> · Viatica</title>")
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    assert.isNotEmpty(loaded)
    for (const address of loaded) assert.match(address ?? "", /^\/assets\//)
    assert.notMatch(text, / style="|<style|<script[^>]*>[^<]/)
  })

  it("is shown in no frame and runs no script of others", () => {
    const policy = page.headers["content-security-policy"] ?? ""
    assert.include(policy, "frame-ancestors 'none'")
    assert.include(policy, "script-src 'self'")
    assert.notInclude(policy, "unsafe")
  })
})

describe("a form", () => {
  it("gives its fields, trimmed, and those that were not sent as empty", () => {
    const fields = formFields("a=+x%20&b=1&b=2")
    assert.deepStrictEqual(
      [fields.text("a"), fields.text("b"), fields.all("b"), fields.text("c")],
      ["x", "1", ["1", "2"], ""],
    )
  })

  it.each([
    ["of our page", { "sec-fetch-site": "same-origin", origin: "https://viatica.example" }, true],
    ["without either header, as old clients send it", {}, true],
    ["of another site", { "sec-fetch-site": "cross-site" }, false],
    ["of a neighbouring site", { "sec-fetch-site": "same-site" }, false],
    ["of another origin", { origin: "https://viatica.example.evil" }, false],
    ["of an origin that hides", { origin: "null" }, false],
  ] as const)("%s: whether it is our own", (_, headers, expected) => {
    assert.strictEqual(isOwnForm(call(headers), "https://viatica.example/base"), expected)
  })
})
