import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { operationNames, operationPath } from "../../../../http/pages/docs/docs-menu.ts"
import { guideNames } from "../../../../http/pages/docs/docs-words.ts"
import { html } from "../../../../http/pages/kit/html.ts"
import { writeMarkdown } from "../../../../http/pages/kit/markdown.ts"
import { send } from "../../../support/http-call.ts"
import { times } from "../../../support/long.ts"
import { useService } from "../../../support/service.ts"
import { unescaped } from "../docs/page-text.ts"

const service = useService()

const get = (path: string, accept: string) =>
  send({ port: service().port, method: "GET", path, headers: { accept } })

const pages = [
  "/docs",
  "/docs/changelog",
  ...guideNames.map((name) => `/docs/guides/${name}`),
  "/docs/reference",
  ...operationNames.map(operationPath),
]

/** The code of a text in Markdown, as a reader takes it out of its fences. */
const fencedCode = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let open: { fence: string; lines: Array<string> } | undefined
  for (const line of text.split("\n")) {
    if (open === undefined) {
      const [fence] = /^`{3,}$/.exec(line) ?? []
      if (fence !== undefined) open = { fence, lines: [] }
    } else if (line === open.fence) {
      found.push(open.lines.join("\n"))
      open = undefined
    } else open.lines.push(line)
  }
  assert.isUndefined(open)
  return found
}

const withoutLastLineFeed = (text: string): string => text.replace(/\n$/, "")

describe("documentation as Markdown", () => {
  it("has every page, with its code byte for byte", async () => {
    let blocks = 0
    for (const path of pages) {
      const page = await get(path, "text/html")
      const { headers, status, text } = await get(path, "text/markdown")
      assert.deepStrictEqual(
        [path, status, headers["content-type"]],
        [path, 200, "text/markdown; charset=utf-8"],
      )
      const own = page.text.slice(page.text.indexOf("<main"), page.text.indexOf("</main>"))
      const shown = [...own.matchAll(/<pre\b[^>]*>([^]*?)<\/pre>/g)].map(([, code = ""]) =>
        withoutLastLineFeed(unescaped(code.replaceAll(/<[^>]*>/g, ""))),
      )
      assert.deepStrictEqual(fencedCode(text), shown, path)
      blocks += shown.length
      assert.match(text, /^# \S/)
      const prose = text.replaceAll(/^(`{3,})\n[^]*?\n\1$/gm, "").replaceAll(/`[^`\n]*`/g, "")
      assert.notMatch(prose, /(?<!\\)<\/?\w|\]\(\/|\[object|undefined/, path)
    }
    assert.isAbove(blocks, 100)
  })

  it("is given to those alone who prefer it", async () => {
    const asked = async (accept: string) => (await get("/docs/guides/errors", accept)).headers
    for (const [accept, type] of [
      ["text/markdown", "text/markdown"],
      ["text/markdown, text/html;q=0.9, */*;q=0.1", "text/markdown"],
      ["text/markdown;q=0.5, text/html", "text/html"],
      ["text/markdown;q=0", "text/html"],
      ["text/markdown, text/html", "text/markdown"],
      ["text/html, text/markdown", "text/html"],
      ["*/*", "text/html"],
      ["", "text/html"],
    ] as const) {
      const headers = await asked(accept)
      assert.deepStrictEqual([accept, headers["content-type"]], [accept, `${type}; charset=utf-8`])
      assert.match(String(headers["vary"]), /^Accept, Accept-Language/)
    }
  })

  it("comes in French, and searches", async () => {
    const { headers, text } = await get("/docs/guides/security?lang=fr", "text/markdown")
    assert.strictEqual(headers["content-language"], "fr")
    assert.match(text, /^# Sécurité\n/)
    const found = await get("/docs/search?q=webhook", "text/markdown")
    assert.match(found.text, /\]\(https?:\/\/[^)]+\/docs\/guides\/events/)
    assert.strictEqual((await get("/docs/guides/nothing", "text/markdown")).status, 404)
  })
})

describe("a piece of a page", () => {
  it("keeps code byte for byte, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom("", "```", "`````\n"),
        (code, run) => {
          const given = (code + run + code).replaceAll("\r", "")
          const text = writeMarkdown(
            html`<p>a</p>
              <pre>${given}</pre>
              <p>b</p>`,
            "",
          )
          const fence = /\n\n(`{3,})\n/.exec(text)?.[1] ?? ""
          const end = text.indexOf(`\n${fence}\n\nb`)
          const kept = text.slice(text.indexOf(`${fence}\n`) + fence.length + 1, end)
          assert.strictEqual(kept, withoutLastLineFeed(given))
        },
      ),
      { numRuns: times(60, 5_000) },
    )
  })

  it("escapes what Markdown would read as marks", () => {
    const text = writeMarkdown(html`<p>${"# <b> *a* _b_ [c](d)"}</p>`, "")
    assert.strictEqual(text, "\\# \\<b\\> \\*a\\* \\_b\\_ \\[c\\](d)\n")
  })

  it("writes lists, tables and pairs", () => {
    const list = html`<ol>
      <li>one <b>two</b></li>
      <li>three</li>
    </ol>`
    assert.strictEqual(writeMarkdown(list, ""), "1. one **two**\n2. three\n")
    const table = html`<table>
      <caption class="unseen">
        read out
      </caption>
      <tr>
        <th>a</th>
        <th>b|c</th>
      </tr>
      <tr>
        <td><code>d</code></td>
        <td>e</td>
      </tr>
    </table>`
    assert.strictEqual(writeMarkdown(table, ""), "| a | b\\|c |\n| --- | --- |\n| `d` | e |\n")
    const pairs = html`<dl>
      <div>
        <dt>Costs</dt>
        <dd>one read</dd>
      </div>
    </dl>`
    assert.strictEqual(writeMarkdown(pairs, ""), "- Costs: one read\n")
  })
})
