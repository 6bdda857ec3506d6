import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { refusals } from "../../../../http/api/api-refusal.ts"
import { builtClientFiles, clientFiles, javaArchive } from "../../../../http/pages/docs/files.ts"
import { docsFacts } from "../../../../http/pages/docs/docs-facts.ts"
import {
  operationEndpoint,
  operationNames,
  operationPath,
} from "../../../../http/pages/docs/docs-menu.ts"
import { guideNames } from "../../../../http/pages/docs/docs-words.ts"
import { bilanScript } from "../../../../http/pages/docs/guides/coach.ts"
import { signedExample } from "../../../../http/pages/docs/guides/signing.ts"
import { guidePage } from "../../../../http/pages/docs/docs-routes.ts"
import type { SearchEntry } from "../../../../http/pages/docs/search.ts"
import { writeHtml } from "../../../../http/pages/kit/html.ts"
import { readingIn } from "../../../../http/pages/kit/reading.ts"
import { signingHeaderNames } from "../../../../rules/signing/message.ts"
import { send } from "../../../support/http-call.ts"
import { readPage } from "../../../support/page-check.ts"
import { useService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"
import { frenchMistakes, gluedWords, unescaped } from "./page-text.ts"

const service = useService()

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send({ port: service().port, method: "GET", path, headers })

const pages = [
  "/docs",
  ...guideNames.map((name) => `/docs/guides/${name}`),
  "/docs/changelog",
  "/docs/reference",
  ...operationNames.map(operationPath),
]

const madeFiles = new Set(Object.values(builtClientFiles).map((name) => `/docs/files/${name}`))

/** Pages of who is signed in. */
const othersPages = /^\/(?:console|docs\/try)\b/

describe("the documentation", () => {
  it("has every page in both languages, sound and with links that lead somewhere", async () => {
    const followed = new Map<string, number>()
    for (const language of ["en", "fr"]) {
      for (const path of pages) {
        const { headers, status, text } = await get(`${path}?lang=${language}`)
        assert.deepStrictEqual([path, status], [path, 200])
        assert.strictEqual(headers["content-language"], language)
        const { ids, links, unbalanced } = readPage(text)
        assert.deepStrictEqual([path, unbalanced], [path, []])
        assert.deepStrictEqual([path, gluedWords(text)], [path, []])
        assert.deepStrictEqual([path, ids.length], [path, new Set(ids).size])
        for (const link of links) {
          const [target = "", fragment] = unescaped(link).split("#")
          if (target === "") assert.include(ids, fragment)
          if (!target.startsWith("/") || othersPages.test(target)) continue
          // Made of the sources in seconds: test/package/handed-out.test.ts takes them of the package.
          if (madeFiles.has(target)) continue
          if (!followed.has(target)) followed.set(target, (await get(target)).status)
          assert.deepStrictEqual([target, followed.get(target)], [target, 200])
        }
      }
    }
    assert.isAbove(followed.size, pages.length)
  })

  it("answers nothing under other addresses", async () => {
    for (const path of [
      "/docs/",
      "/docs/guides",
      "/docs/guides/nothing",
      "/docs/reference/nothing",
      "/docs/files/../signing.json",
      "/docs/files/package.json",
      "/docs/files/python/../../signing.json",
      "/docs/files/typescript/client.ts",
      "/docs/files/toString",
      "/docs/search-xx.json",
    ]) {
      assert.deepStrictEqual([path, (await get(path)).status], [path, 404])
    }
  })

  it("weighs at most 300 kB with all that a page loads, plain, and far less compressed", async () => {
    for (const path of pages) {
      const { text } = await get(path)
      const loaded = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, at]) => at)
      let [plain, compressed] = [0, 0]
      for (const address of [path, ...loaded]) {
        const coded = await get(address ?? "", { "accept-encoding": "br" })
        compressed += Number(coded.headers["content-length"])
        plain += Number((await get(address ?? "")).headers["content-length"])
      }
      assert.isBelow(plain, 100_000, path)
      assert.isBelow(compressed, 30_000, path)
    }
  })

  it("is kept by caches for some minutes, and by language", async () => {
    const { headers } = await get("/docs")
    assert.strictEqual(headers["cache-control"], "public, max-age=300")
    assert.strictEqual(headers["vary"], "Accept, Accept-Language, Accept-Encoding")
  })

  it("keeps the rules of French typography", async () => {
    // Those of the reference are in English, whatever is asked for.
    for (const path of pages.filter((path) => !path.startsWith("/docs/reference"))) {
      assert.deepStrictEqual(frenchMistakes((await get(`${path}?lang=fr`)).text), [], path)
    }
  })

  it("renders a bilan by the script of the guide for partners", () => {
    const guide = readFileSync(new URL("../../../../docs/partners.md", import.meta.url), "utf8")
    assert.include(guide, bilanScript)
  })
})

interface SigningVectors {
  readonly vectors: ReadonlyArray<{
    readonly now: number
    readonly keys: ReadonlyArray<{ readonly secret: string }>
    readonly request: {
      readonly method: string
      readonly path: string
      readonly headers: ReadonlyArray<readonly [name: string, value: string]>
    }
    readonly expected: { readonly ok: boolean }
  }>
}

describe("the guides", () => {
  const parts = {
    tables: shippedTables,
    baseUrl: "https://viatica.example",
    headers: signingHeaderNames("acme"),
  }

  it("follow the tables: a limit that changes there changes in the text", () => {
    const { limits } = shippedTables
    const changed = {
      ...shippedTables,
      limits: {
        ...limits,
        get: (...key: ReadonlyArray<string | number>) => {
          const row = limits.get(...key)
          return row === undefined ? row : { ...row, value: 8_123 }
        },
      },
    }
    for (const language of ["en", "fr"] as const) {
      const reading = readingIn(language, false)
      const facts = docsFacts({ ...parts, tables: changed }, language)
      for (const name of [
        "sessions",
        "rounding",
        "errors",
        "quotas",
        "going-live",
        "signing",
        "coach-words",
      ]) {
        const page = writeHtml(
          guidePage(facts, reading, guideNames.find((guide) => guide === name) ?? "errors"),
        )
        assert.include(page, new Intl.NumberFormat(language).format(8_123), name)
      }
    }
  })

  it("show a signed call that is one of the vectors", () => {
    const file = new URL("../../../vectors/signing.json", import.meta.url)
    const { vectors } = JSON.parse(readFileSync(file, "utf8")) as SigningVectors
    const { secret, signature, text } = signedExample
    const known = vectors.filter(
      ({ expected, keys, now, request }) =>
        expected.ok &&
        keys[0]?.secret === secret &&
        text === `${now}.${request.method}.${request.path}.` &&
        request.headers.some(([, value]) => value === signature),
    )
    assert.isNotEmpty(known)
  })

  it("explain every refusal that there is, in both languages", async () => {
    for (const language of ["en", "fr"]) {
      const { text } = await get(`/docs/guides/errors?lang=${language}`)
      for (const { code, status } of Object.values(refusals)) {
        assert.match(text, new RegExp(`<code>${code}</code></th><td>${status}</td>`))
      }
    }
  })
})

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, { properties?: object }>> }
}

interface DocumentedOperation {
  readonly summary: string
  readonly parameters: ReadonlyArray<{ readonly name: string }>
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>
  }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

describe("the reference", () => {
  const documented = async () => (await get("/openapi.json")).body as Documented

  it("has a page for every operation of the API document", async () => {
    const { paths } = await documented()
    const own = operationNames.map((name) => operationEndpoint(name).path)
    assert.deepStrictEqual(own.toSorted(), Object.keys(paths).toSorted())
  })

  it("names every parameter, every field of a body and every refusal", async () => {
    const { components, paths } = await documented()
    for (const name of operationNames) {
      const { method, path } = operationEndpoint(name)
      const operation = paths[path]?.[method.toLowerCase()]
      const { text } = await get(operationPath(name))
      for (const parameter of operation?.parameters ?? []) {
        assert.include(text, `<code>${parameter.name}</code>`, name)
      }
      const schema = operation?.requestBody?.content["application/json"]?.schema ?? {}
      const [, reference] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema)) ?? []
      const fields = Object.keys(components.schemas[reference ?? ""]?.properties ?? {})
      for (const field of fields)
        assert.match(text, new RegExp(`<code>(?:\\w+\\.)*${field}<`), name)
      for (const [status, { description }] of Object.entries(operation?.responses ?? {})) {
        if (Number(status) < 400) continue
        for (const [code] of description.matchAll(/[A-Z][A-Z0-9_]{3,}/g)) {
          assert.match(text, new RegExp(`<code>${code}</code></th><td>${status}</td>`), name)
        }
      }
    }
  })

  it("tells bounds in words", async () => {
    const { text } = await get("/docs/reference/quotes")
    const { limits } = shippedTables
    assert.include(text, `1 to ${limits.get("destinations_max")?.value} entries`)
    assert.include(text, `0 to ${limits.get("traveller_age_max")?.value}<`)
    assert.include(text, "a day, YYYY-MM-DD")
    assert.include((await get("/docs/reference/bilan")).text, "one of: catalogueId; bin;")
  })
})

describe("the search", () => {
  it.each([
    ["webhook", "events"],
    ["idempotency", "reconcile"],
    ["proxy", "testing"],
    ["emulator", "testing"],
    ["emulator", "emulator"],
    ["idempotency", "idempotency"],
    ["payout", "reconcile"],
    ["deprecation", "deprecation"],
    ["doctor", "doctor"],
    ["security", "security"],
  ])("leads from %s to the guide %s", async (asked, guide) => {
    assert.include((await get(`/docs/search?q=${asked}`)).text, `/docs/guides/${guide}`)
  })

  it("finds sections by all their words, without a script", async () => {
    const { headers, text } = await get("/docs/search?q=Minute+QUOTA")
    assert.include(text, 'href="/docs/guides/quotas')
    assert.strictEqual(headers["cache-control"], "no-store")
    assert.include((await get("/docs/search?q=zzzzz")).text, "Nothing has all of these words")
    assert.include(
      (await get("/docs/search?q=devise&lang=fr")).text,
      "/docs/guides/rounding?lang=fr#",
    )
  })

  it("shows what was asked as text", async () => {
    const { text } = await get(
      `/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    assert.notInclude(text, "<script>alert")
    assert.include(text, "&quot;>&lt;script>")
  })

  it("takes hostile questions in its stride", async () => {
    for (const query of ["q=%", "q=%00", `q=${"x".repeat(5_000)}`, "q=a&q=b", "q=(((", ""]) {
      assert.strictEqual((await get(`/docs/search?${query}`)).status, 200)
    }
  })

  it("has an index whose entries are there, small enough to load on first use", async () => {
    const coded = await get("/docs/search-en.json", { "accept-encoding": "br" })
    assert.isBelow(Number(coded.headers["content-length"]), 40_000)
    const entries = (await get("/docs/search-en.json")).body as ReadonlyArray<SearchEntry>
    assert.isAbove(entries.length, 50)
    const texts = new Map<string, string>()
    for (const { href, text } of entries) {
      const [path = "", fragment] = href.split("#")
      if (!texts.has(path)) texts.set(path, (await get(path)).text)
      if (fragment !== undefined) assert.include(texts.get(path), `<h2 id="${fragment}"`)
      assert.notMatch(text, /&(?:lt|gt|amp|quot);|<p>/)
    }
  })
})

describe("the files", () => {
  it.each(["signing.json", "conversion.json"])("%s is the one that we test by", async (name) => {
    const { headers, text } = await get(`/docs/files/${name}`)
    const file = new URL(`../../../vectors/${name}`, import.meta.url)
    assert.strictEqual(text, readFileSync(file, "utf8"))
    assert.strictEqual(headers["content-type"], "application/json; charset=utf-8")
  })

  it.each(Object.entries(clientFiles))("of clients have %s", async (name, source) => {
    const { headers, text } = await get(`/docs/files/${name}`)
    const file = new URL(`../../../../http/clients/${source}`, import.meta.url)
    assert.strictEqual(text, readFileSync(file, "utf8"))
    assert.strictEqual(headers["content-type"], "text/plain; charset=utf-8")
  })

  it("have the program that checks certificates of tables", async () => {
    const { headers, text } = await get("/docs/files/verify_certificate.py")
    const file = new URL("../../../../docs/tools/verify_certificate.py", import.meta.url)
    assert.strictEqual(text, readFileSync(file, "utf8"))
    assert.strictEqual(headers["content-type"], "text/plain; charset=utf-8")
  })

  it("hold every file of the clients that a partner needs", () => {
    const folder = fileURLToPath(new URL("../../../../http/clients", import.meta.url))
    const whole = ["python", "go", "java", "php", "typescript/examples"]
    const found = whole.flatMap((language) =>
      readdirSync(join(folder, language), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        // Python keeps what it compiled beside what it ran.
        .filter((path) => !path.includes("__pycache__")),
    )
    assert.sameMembers(found, [...Object.values(clientFiles), javaArchive])
  })
})
