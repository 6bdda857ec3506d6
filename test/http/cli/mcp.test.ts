import { assert, describe, it } from "@effect/vitest"
import { runCommand } from "./run.ts"

const opening = [
  {
    jsonrpc: "2.0",
    id: "open",
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
]

interface Answered {
  readonly id: string
  readonly result: {
    readonly isError?: boolean
    readonly content?: ReadonlyArray<{ readonly text: string }>
    readonly structuredContent?: Record<string, unknown>
    readonly tools?: ReadonlyArray<{
      readonly name: string
      readonly inputSchema: { readonly type: string; readonly required?: ReadonlyArray<string> }
      readonly annotations: { readonly readOnlyHint: boolean; readonly title: string }
    }>
  }
}

const ask = async (calls: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
  const lines = [...opening, ...calls.map((call) => ({ jsonrpc: "2.0", ...call }))]
  const ended = await runCommand({})(
    ["mcp"],
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
  )
  const answers = ended.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answered)
  return { ended, of: (id: string) => answers.find((answer) => answer.id === id)?.result }
}

const call = (id: string, name: string, args: object) => ({
  id,
  method: "tools/call",
  params: { name, arguments: args },
})

const trip = {
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  intent: "forTourism",
  travellers: [{ age: 34 }],
}
const card = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "premier" } }

describe("viatica mcp", () => {
  it("answers an agent's tools over standard input and output, and ends with its input", async () => {
    const { ended, of } = await ask([
      { id: "tools", method: "tools/list" },
      call("card", "read_card", card),
      call("price", "price_trip", { trip }),
      call("paths", "explain_figure", { kind: "quote", request: { trip } }),
      call("figure", "explain_figure", {
        kind: "bilan",
        request: card,
        figure: "bilan.medical.targetValue",
      }),
      call("diff", "diff_tables", { before: "data", after: "data", situations: 0 }),
    ])
    assert.strictEqual(ended.status, 0)
    const tools = of("tools")?.tools ?? []
    assert.deepStrictEqual(tools.map(({ name }) => name).toSorted(), [
      "diff_tables",
      "explain_figure",
      "price_trip",
      "read_card",
    ])
    for (const { annotations, inputSchema } of tools) {
      assert.strictEqual(inputSchema.type, "object")
      assert.isTrue(annotations.readOnlyHint)
      assert.match(annotations.title, /^[A-Z][a-z ]+$/)
    }
    const readCard = tools.find(({ name }) => name === "read_card")
    assert.isTrue(readCard?.inputSchema.required?.includes("residence"))
    const read = of("card")?.structuredContent as {
      readonly answer: { readonly bilan: { readonly medical: { readonly targetValue: number } } }
      readonly sentences: { readonly lang: string; readonly headline: string }
    }
    assert.strictEqual(read.answer.bilan.medical.targetValue, 500_000)
    assert.isAbove(read.sentences.headline.length, 10)
    const priced = of("price")?.structuredContent as { readonly mode: string; offers: object[] }
    assert.strictEqual(priced.mode, "sandbox")
    assert.isNotEmpty(priced.offers)
    // Nobody serves the pictures and documents of a service that does not run.
    assert.notMatch(JSON.stringify(priced), /127\.0\.0\.1/)
    assert.include(
      of("paths")?.structuredContent?.["figures"] as Array<string>,
      "offers[0].price.amount",
    )
    const [figure] = (of("figure")?.structuredContent?.["figures"] ?? []) as Array<{
      readonly value: number
      readonly because: ReadonlyArray<{ readonly file: string; readonly line: number }>
    }>
    assert.strictEqual(figure?.value, 500_000)
    assert.match(figure?.because[0]?.file ?? "", /^coach\//)
    assert.match(String(of("diff")?.structuredContent?.["report"]), /Nothing changes/)
  })

  it("refuses in a sentence what cannot be answered, and says what can", async () => {
    const { of } = await ask([
      call("residence", "read_card", { residense: "FR", destinations: ["US"] }),
      call("trip", "price_trip", { trip: { ...trip, travellers: [] } }),
      call("path", "explain_figure", { kind: "bilan", request: card, figure: "bilan.none" }),
      call("kind", "explain_figure", { kind: "poem", request: card }),
      call("revision", "diff_tables", { before: "no-such-revision" }),
    ])
    for (const [id, sentence] of [
      ["residence", /^BAD_RESIDENCE: /],
      ["trip", /^[A-Z_]+: .*travellers/],
      ["path", /^No figure bilan\.none in this answer\. It has: .*bilan\.medical\.targetValue/],
      ["kind", /"bilan" \| "quote"/],
      ["revision", /no-such-revision/],
    ] as const) {
      assert.isTrue(of(id)?.isError, id)
      assert.match(of(id)?.content?.[0]?.text ?? "", sentence, id)
    }
  })

  it("answers a line that is no message, and those behind it", async () => {
    const lines = [
      ...opening.map((line) => JSON.stringify(line)),
      "not json",
      "x".repeat(2 * 1024 * 1024),
      `${"[".repeat(50_000)}`,
      '{"jsonrpc":"2.0","id":"last","method":"tools/list"}',
    ]
    const ended = await runCommand({})(["mcp"], `${lines.join("\n")}\n`)
    assert.strictEqual(ended.status, 0, ended.stderr)
    const answers = ended.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number }; result?: object })
    const codes = answers.flatMap(({ error, id }) =>
      error === undefined ? [] : [[id, error.code]],
    )
    assert.deepStrictEqual(codes, [
      [null, -32_700],
      [null, -32_700],
      [null, -32_700],
    ])
    assert.property(answers.find(({ id }) => id === "last")?.result, "tools")
  })
})
