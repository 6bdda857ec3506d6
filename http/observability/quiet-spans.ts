import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** The attributes of spans that leave the process; whatever else is noted on a span is dropped. */
const allowed: ReadonlySet<string> = new Set([
  "db.query.text",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "server.address",
  "server.port",
  "viatica.key_mode",
  "viatica.request_id",
])

/** How much of a statement is told: its beginning says which one it is. */
const textMax = 200

const short = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim().slice(0, textMax) : value

/** The tag of an error, or the name of its class; never its message, which may repeat what came in. */
const nameOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return "Error"
  if ("_tag" in error && typeof error._tag === "string") return error._tag
  return error.constructor.name
}

/** An error that says what it is and nothing else. */
const plainError = (error: unknown): Error => {
  const plain = new Error(nameOf(error))
  plain.name = plain.message
  plain.stack = plain.message
  return plain
}

/** How something ended, without what was in it. */
const plainExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : Exit.fail(plainError(Cause.squash(exit.cause)))

/** Names a server's span as its route is known. */
const nameByRoute = (span: Tracer.Span): void => {
  const route = span.attributes.get("http.route")
  if (span.kind !== "server" || route === undefined) return
  const method = String(span.attributes.get("http.request.method") ?? "")
  Object.assign(span, { name: `${method} ${String(route)}`.trim() })
}

const quiet = (span: Tracer.Span): Tracer.Span => {
  const attribute = span.attribute.bind(span)
  const end = span.end.bind(span)
  return Object.assign(span, {
    attribute: (key: string, value: unknown): void => {
      if (allowed.has(key)) attribute(key, short(value))
    },
    event: (): void => {},
    addLinks: (): void => {},
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>): void => {
      nameByRoute(span)
      end(endTime, plainExit(exit))
    },
  })
}

/**
 * A tracer whose spans hold no more than a log line may: attributes of an allow-list, statements with
 * their placeholders, the names of errors. Values, headers, addresses that were asked for, bodies and
 * messages never reach it, wherever they are noted. A caller's own trace has no part in ours: whether
 * a call is traced is drawn here, `share` of all, and what it leads to follows it.
 */
export const quietTracer = (
  tracer: Tracer.Tracer,
  share: number,
  draw: () => number,
): Tracer.Tracer => {
  const { context } = tracer
  return Tracer.make({
    span: (options) => {
      const { parent } = options
      const isOurs = Option.isSome(parent) && parent.value._tag === "Span"
      return quiet(
        tracer.span({
          ...options,
          parent: isOurs ? parent : Option.none(),
          links: [],
          sampled: isOurs ? options.sampled : draw() < share,
        }),
      )
    },
    ...(context === undefined ? {} : { context }),
  })
}
