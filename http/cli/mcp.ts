import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stdio from "effect/Stdio"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Command from "effect/cli/Command"
import { limitsOf } from "../../rules/reference/limits.ts"
import { serverSettings } from "../config/server.ts"
import { apiVersion } from "../config/version.ts"
import { makeIcons } from "../pages/icons.ts"
import { offerLinks } from "../pages/documents.ts"
import { utcDay } from "../platform/utc-day.ts"
import { rendererOf } from "../tables/table-bundle.ts"
import { readSoundIcons } from "../tables/icons/icon-check.ts"
import { makeDailyReads, mcpTools, ToolRefused } from "./mcp/mcp-tools.ts"
import { type McpAnswers, mcpAnswers } from "./mcp/mcp-answers.ts"
import { messagesAlone } from "./mcp/message-lines.ts"
import { answeringTables } from "../bulk/answering-tables.ts"

const instructions =
  "Travel cover of bank cards, prices of travel insurance, and the tables behind both. Figures come from tables: ask explain_figure before you say where one is from, and invent none."

const protocols = [
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05,
] as const

/** The tools over the tables in force, as a layer of the server. */
const layerTools = Effect.gen(function* () {
  const { folder, hash, sources, tables } = yield* answeringTables
  const { baseUrl } = yield* serverSettings
  const parts = {
    tables,
    engineVersion: `${apiVersion}+${hash}`,
    render: yield* rendererOf(folder, sources),
    links: offerLinks(baseUrl, makeIcons(yield* readSoundIcons(folder))),
  }
  let prepared: { readonly today: string; readonly answers: McpAnswers } | undefined
  // An agent keeps its server for days: prices and sources are those of the day of the call.
  const answersOfToday = Effect.map(Clock.currentTimeMillis, (nowMs) => {
    const today = utcDay(nowMs)
    if (prepared?.today !== today) prepared = { today, answers: mcpAnswers({ ...parts, today }) }
    return prepared.answers
  })
  const limitOf = limitsOf(tables)
  const read = makeDailyReads(limitOf("sandbox_reads_per_day"))
  const counted =
    <R>(answer: (answers: McpAnswers, input: unknown) => Effect.Effect<object, unknown, R>) =>
    (input: unknown) =>
      Effect.mapBoth(
        Effect.flatMap(Effect.andThen(read, answersOfToday), (answers) => answer(answers, input)),
        {
          onSuccess: (found): Readonly<Record<string, unknown>> => ({ ...found }),
          onFailure: (cause) =>
            new ToolRefused({ sentence: cause instanceof Error ? cause.message : String(cause) }),
        },
      )
  const tools = mcpTools(limitOf)
  return McpServer.toolkit(tools).pipe(
    Layer.provide(
      tools.toLayer({
        read_card: counted((answers, input) => answers.read_card(input)),
        price_trip: counted((answers, input) => answers.price_trip(input)),
        explain_figure: counted((answers, input) => answers.explain_figure(input)),
        diff_tables: counted((answers, input) => answers.diff_tables(input)),
      }),
    ),
  )
})

/** `viatica mcp`: the engine as tools of an agent, over standard input and output. */
export const mcpCommand = Command.make(
  "mcp",
  {},
  Effect.fn("mcp")(function* () {
    const registrations = yield* layerTools
    const server = McpServer.layerStdio({
      name: "viatica",
      version: apiVersion,
      instructions,
      protocols,
      registrations,
    })
    // Standard output carries the protocol alone.
    const logs = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])
    const messages = Layer.succeed(Stdio.Stdio, messagesAlone(yield* Stdio.Stdio))
    const serving = yield* Effect.forkChild(
      Layer.launch(Layer.provide(server, Layer.merge(logs, messages))),
    )
    // The end of the input breaks the server off, which is how agents end it.
    const exit = yield* Fiber.await(serving)
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) return yield* exit
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica mcp",
      description: "For an agent's list of MCP servers: command viatica, arguments mcp",
    },
  ]),
)
