import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { JsonSchema } from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import { utcDay } from "../../platform/utc-day.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import { tripRequest } from "../../../rules/trip/trip.ts"
import { quoteBody } from "../../../rules/trip/quote-body.ts"

/** Why a tool has no answer, in a sentence that an agent can act on. */
export class ToolRefused extends Schema.TaggedError<ToolRefused>()("ToolRefused", {
  sentence: Schema.String,
}) {
  override get message() {
    return this.sentence
  }
}

/** The tools of the MCP server, with the bodies that the tables' limits allow. */
export const mcpTools = (limitOf: LimitOf) => {
  const bilan = bodySchema(bilanBody(limitOf))
  const quote = bodySchema(quoteBody(tripRequest(limitOf)))
  return Toolkit.make(
    reading(
      "Read a card",
      Tool.dynamic("read_card", {
        description:
          "Reads what a bank card's travel cover lacks for a trip: gaps, arguments, the medical target, and their sentences in French (lang fr) or English. A cover that is `unverified` is not known, which is not the same as missing; do not say more of a card than the answer does.",
        parameters: bilan,
        success: answer,
        failure: ToolRefused,
      }),
    ),
    reading(
      "Price a trip",
      Tool.dynamic("price_trip", {
        description:
          "Prices a trip with the sandbox's fictional insurer: offers, cheapest first. The prices are for rehearsal and are nobody's to buy; say so when you show them.",
        parameters: quote,
        success: answer,
        failure: ToolRefused,
      }),
    ),
    reading(
      "Explain a figure",
      Tool.dynamic("explain_figure", {
        description:
          "Tells which row of which table decided figures of a bilan or a quote, with file, line, source and date. Without `figure` it lists the paths that can be explained.",
        parameters: {
          type: "object",
          required: ["kind", "request"],
          properties: {
            kind: { type: "string", enum: ["bilan", "quote"] },
            request: {
              type: "object",
              description: "The arguments of read_card for a bilan, of price_trip for a quote.",
            },
            figure: {
              type: "string",
              description: "A path in the answer, such as bilan.medical or offers[0].price.amount.",
            },
          },
        },
        success: answer,
        failure: ToolRefused,
      }),
    ),
    reading(
      "Compare two versions of the tables",
      Tool.dynamic("diff_tables", {
        description:
          "Compares two versions of the tables, proves what they answer differently, and tells what that does to prices, first places and arguments over many situations. Answers a report in Markdown.",
        parameters: {
          type: "object",
          required: ["before"],
          properties: {
            before: {
              type: "string",
              description: "The older version: a git revision, or a folder of tables.",
            },
            after: {
              type: "string",
              description: "The newer one; the tables as they lie in the folder when left out.",
            },
            situations: {
              type: "integer",
              minimum: 0,
              maximum: 20_000,
              description:
                "How many situations to try besides the analysts' cases; 2000 when left out.",
            },
          },
        },
        success: answer,
        failure: ToolRefused,
      }),
    ),
  )
}

/** Counts the calls of one process by UTC day, and refuses those above the limit. */
export const makeDailyReads = (perDay: number): Effect.Effect<void, ReadsSpent> => {
  let day = ""
  let made = 0
  return Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    Effect.suspend(() => {
      const today = utcDay(nowMs)
      if (today !== day) {
        day = today
        made = 0
      }
      if (made >= perDay) return new ReadsSpent({ perDay, day })
      made += 1
      return Effect.void
    }),
  )
}

/** The body of a call as agents are told it; the rules themselves refuse what does not fit. */
const bodySchema = (body: Schema.Constraint): JsonSchema => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(body)
  // Agents want an object at the root, not the name of one.
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined
  return { ...(definitions[name ?? ""] ?? schema), $defs: definitions }
}

/** Nothing is written, nothing leaves this machine, and the same question has the same answer. */
const reading = <Made extends Tool.Any>(title: string, tool: Made): Made =>
  tool
    .annotate(Tool.Title, title)
    .annotate(Tool.Readonly, true)
    .annotate(Tool.Destructive, false)
    .annotate(Tool.Idempotent, true)
    .annotate(Tool.OpenWorld, false) as Made

const answer = Schema.Record(Schema.String, Schema.Unknown)

/** An agent has made all calls that a sandbox account may make in a day. */
class ReadsSpent extends Data.TaggedError("ReadsSpent")<{
  readonly perDay: number
  readonly day: string
}> {
  override get message() {
    return `QUOTA_EXCEEDED: all ${this.perDay} calls of ${this.day} are made, as many as a sandbox account has a day; the next ones are at midnight UTC`
  }
}
