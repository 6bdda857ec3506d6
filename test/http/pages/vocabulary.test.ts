import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { IntlMessageFormat } from "intl-messageformat"
import type { VocabularyResponse } from "../../../rules/messages/vocabulary-response.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { type Answer, send } from "../../support/http-call.ts"
import { type JsonSchema, schemaProblems } from "../../support/json-schema.ts"
import { bilanBody, openPaths, paths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"

const service = useService()

const get = (headers = {}, method = "GET"): Promise<Answer> =>
  send({ port: service().port, method, path: openPaths.vocabulary, headers })

describe("GET /coach/vocabulary.json", () => {
  it("needs no signature, costs no call, and is what the reference describes", async () => {
    const key = await service().createKey()
    const { body, status } = await service().call("GET", openPaths.vocabulary, undefined, { key })
    expect(status).toBe(200)
    expect((await get()).body).toEqual(body)
    expect(await service().quotaOf(key)).toMatchObject({ burst_used: 0 })
    const document = (await service().call("GET", "/openapi.json", undefined, { key: null }))
      .body as {
      readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
      readonly paths: Readonly<Record<string, { readonly get: { readonly security: unknown } }>>
    }
    expect(document.paths[openPaths.vocabulary]?.get.security).toEqual([])
    const { schemas } = document.components
    const schema = schemas["VocabularyResponse"]
    expect(schema).toBeDefined()
    if (schema !== undefined) expect(schemaProblems(schema, body, schemas)).toEqual([])
  })

  it("is of the version that bilans are of, and knows all that one says", async () => {
    const vocabulary = (await get()).body as VocabularyResponse
    const answer = await service().call("POST", paths.bilan, bilanBody({ card: { none: true } }))
    const { bilan, card, meta } = answer.body as BilanResponse
    expect(vocabulary.version).toBe(meta.engineVersion)
    expect(bilan.arguments.length).toBeGreaterThan(0)
    for (const { id, messageKeys, vars } of bilan.arguments) {
      const known = vocabulary.arguments.find((each) => each.id === id)
      expect(known?.messageKeys).toContainEqual(messageKeys)
      for (const name of Object.keys(vars)) expect(known?.vars).toContain(name)
    }
    expect(vocabulary.headlines.map(({ key }) => key)).toContain(bilan.headline.key)
    for (const slug of Object.keys(card.guarantees)) {
      expect(vocabulary.messages["guarantees"]?.[slug]).toBeDefined()
    }
  })

  it("may be kept for some minutes, and is not sent again to who has it", async () => {
    const { headers } = await get()
    expect(headers["cache-control"]).toBe("public, max-age=300")
    const again = await get({ "if-none-match": headers["etag"] })
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", headers["etag"]])
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200)
  })

  it("takes no other method", async () => {
    expect((await get({}, "POST")).status).toBe(405)
  })
})

describe("the guide for partners", () => {
  const page = readFileSync(
    fileURLToPath(new URL("../../../docs/partners.md", import.meta.url)),
    "utf8",
  )
  const [, example = ""] = /```js\n(\/\/ Renders a bilan[^]*?)```/.exec(page) ?? []
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: ReadonlyArray<string>
  ) => (...values: ReadonlyArray<unknown>) => Promise<void>

  it.each(["fr", "en"])("renders a bilan by its example, in %s", async (language) => {
    const answer = await service().call("POST", paths.bilan, bilanBody({ card: { none: true } }))
    const { bilan } = answer.body as BilanResponse
    const said: Array<string> = []
    const run = new AsyncFunction(
      "url",
      "language",
      "answer",
      "IntlMessageFormat",
      "console",
      example.replace(/^import .*$/gm, ""),
    )
    const console = { log: (sentence: string) => said.push(sentence) }
    await run(service().baseUrl, language, answer.body, IntlMessageFormat, console)
    expect(said).toHaveLength(1 + bilan.arguments.length)
    for (const sentence of said) expect(sentence).toMatch(/^[^{}]{10,}$/)
  })
})
