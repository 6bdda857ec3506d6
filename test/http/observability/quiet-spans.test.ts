import { expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"
import { quietTracer } from "../../../http/observability/quiet-spans.ts"

/** A tracer that keeps its spans, and the same one made quiet. */
const keeping = (share: number, draws: ReadonlyArray<number> = [0]) => {
  const spans: Array<Tracer.Span> = []
  const kept = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  let drawn = 0
  const tracer = quietTracer(kept, share, () => draws[drawn++ % draws.length] ?? 0)
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.exit(Effect.provideService(effect, Tracer.Tracer, tracer))
  return { spans, run }
}

const exitOf = (span: Tracer.Span | undefined): Exit.Exit<unknown, unknown> | undefined =>
  span?.status._tag === "Ended" ? span.status.exit : undefined

it.effect("a failure is told by its name alone, whatever its message and fields repeat", () =>
  Effect.gen(function* () {
    const { run, spans } = keeping(1)
    class Refused extends Error {
      readonly _tag = "Refused"
    }
    const failed = Effect.withSpan(Effect.fail(new Refused("age 97")), "failed")
    const died = Effect.withSpan(Effect.die(new TypeError("BIN 49717512")), "died")
    yield* run(failed)
    yield* run(died)
    const told = spans.map((span) => {
      const exit = exitOf(span)
      return exit !== undefined && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    })
    expect(told).toEqual(["Refused: Refused", "TypeError: TypeError"])
  }),
)

it.effect("attributes beyond the list, events and links are dropped, and texts are cut", () =>
  Effect.gen(function* () {
    const { run, spans } = keeping(1)
    const noted = Effect.annotateCurrentSpan({
      "url.full": "http://127.0.0.1/r/CODE",
      "db.query.text": `select\n   ${"x".repeat(500)}`,
      "http.response.status_code": 200,
    })
    yield* run(Effect.withSpan(noted, "noted", { attributes: { body: "secret" } }))
    expect([...(spans[0]?.attributes ?? [])]).toEqual([
      ["db.query.text", `select ${"x".repeat(193)}`],
      ["http.response.status_code", 200],
    ])
  }),
)

it.effect("a share of roots is traced, and what is below one follows it", () =>
  Effect.gen(function* () {
    const { run, spans } = keeping(0.5, [0.49, 0.5])
    const nested = Effect.withSpan(Effect.withSpan(Effect.void, "inner"), "outer")
    yield* run(nested)
    yield* run(nested)
    expect(spans.map(({ name, sampled }) => [name, sampled])).toEqual([
      ["outer", true],
      ["inner", true],
      ["outer", false],
      ["inner", false],
    ])
  }),
)

it.effect("the trace of a caller has no part in ours", () =>
  Effect.gen(function* () {
    const { run, spans } = keeping(1)
    const parent = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b", sampled: false })
    yield* run(Effect.withSpan(Effect.void, "call", { parent, kind: "server" }))
    expect(spans[0]?.sampled).toBe(true)
    expect(spans[0]?.traceId).not.toBe("a".repeat(32))
  }),
)
