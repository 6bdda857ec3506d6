import { assert } from "@effect/vitest"
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openEmulator } from "../../support/emulator.ts"
import { eventually } from "../../support/eventually.ts"
import { launch } from "../cli/run.ts"
import type { Desk } from "./languages.ts"
import { exportedBy } from "./partner.ts"
import type { CodeBlock } from "./reader.ts"

type Fields = Readonly<Record<string, unknown>>

/** What is done with a block that a page has to have. */
const shown = (block: CodeBlock | undefined): CodeBlock => {
  if (block === undefined) throw new Error("the page shows no such block")
  return block
}

/** Puts `viatica` where a shell finds it, as whoever operates a service hands it out. */
const withCommand = (desk: Desk): string => {
  const bin = join(desk.folder, "bin")
  mkdirSync(bin, { recursive: true })
  const command = join(bin, "viatica")
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${launch}" "$@"\n`)
  chmodSync(command, 0o755)
  return `PATH="${bin}:$PATH"`
}

/** Runs the script that renders a bilan, with the two values that it says it takes. */
export const renderByScript = async (
  desk: Desk,
  block: CodeBlock | undefined,
  values: Fields,
): Promise<void> => {
  const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url))
  symlinkSync(modules, join(desk.folder, "node_modules"))
  const taken = Object.entries(values)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
    .join("")
  desk.save("render.mjs", [shown(block)], `${taken}${shown(block).code}`)
  const [headline = "", hook = ""] = (await desk.type([], "node render.mjs")).split("\n")
  assert.isAbove(headline.length, 10)
  assert.isAbove(hook.length, 3)
}

/** Asks the server that the list names for the price of a trip and for a card. */
export const askAgent = async (
  desk: Desk,
  block: CodeBlock | undefined,
  priced: unknown,
): Promise<void> => {
  const { mcpServers } = JSON.parse(shown(block).code) as {
    readonly mcpServers: Readonly<
      Record<string, { readonly command: string; readonly args: ReadonlyArray<string> }>
    >
  }
  const [server] = Object.values(mcpServers)
  const quote = priced as {
    readonly trip: Fields
    readonly offers: ReadonlyArray<{ readonly price: unknown }>
  }
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "robot", version: "1" },
      },
    },
    { method: "notifications/initialized" },
    toolCall(2, "price_trip", { trip: quote.trip }),
    toolCall(3, "read_card", {
      residence: "FR",
      destinations: ["US"],
      card: { network: "visa", tier: "mid" },
    }),
  ].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  desk.save("messages", [shown(block)], messages.join(""))
  const line = [server?.command, ...(server?.args ?? [])].join(" ")
  const said = await desk.type([], `${withCommand(desk)} ${line} < messages`)
  const contents = new Map(
    said
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as AgentAnswer)
      .map(({ id, result }) => [id, result.structuredContent] as const),
  )
  assert.include(JSON.stringify(contents.get(2)), JSON.stringify(quote.offers[0]?.price))
  assert.isDefined(contents.get(3))
}

interface AgentAnswer {
  readonly id: number
  readonly result: { readonly structuredContent?: Fields }
}

const toolCall = (id: number, name: string, input: object) => ({
  id,
  method: "tools/call",
  params: { name, arguments: input },
})

/** Looks at one's own calls, some of them refused, by doctor and tail, whose lines say what to put in for oneself. */
export const lookByCommands = async (
  desk: Desk,
  block: CodeBlock | undefined,
  refuse: () => Promise<unknown>,
): Promise<void> => {
  const { code } = shown(block)
  const exported = Object.keys(exportedBy(code))
  assert.includeMembers(exported, ["VIATICA_URL", "VIATICA_KEY", "VIATICA_SECRET"])
  const commands = code.split("\n").filter((line) => line.startsWith("viatica "))
  const [doctor = "", tail = ""] = commands
  assert.strictEqual(commands.length, 2)
  desk.save("commands.sh", [shown(block)])
  const path = withCommand(desk)
  assert.match(await desk.type([], `${path} ${doctor}`), /\S/)
  const following = desk.start(`${path} ${tail}`, {})
  try {
    const isTold = async (): Promise<boolean> => {
      await refuse()
      return following.said().includes("BAD_TRIP")
    }
    assert.isTrue(await eventually(isTold, 60_000, 1_000), following.said())
  } finally {
    await following.end()
  }
}

/** Steers an emulator of one's own by the lines of the guide. */
export const steerEmulator = async (desk: Desk, block: CodeBlock | undefined): Promise<void> => {
  const emulator = await openEmulator()
  try {
    desk.save("steer.sh", [shown(block)])
    const lines = shown(block)
      .code.replaceAll("127.0.0.1:4010", `127.0.0.1:${emulator.port}`)
      .split("\n")
      .filter((line) => line !== "")
    for (const line of lines) {
      const answer = JSON.parse(await desk.type([], line)) as object
      assert.notProperty(answer, "error", line)
    }
  } finally {
    await emulator.stop()
  }
}
