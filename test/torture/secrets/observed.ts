import type { Content } from "./places.ts"

/** A node of a body of OTLP in JSON. */
type Node = null | boolean | number | string | ReadonlyArray<Node> | Fields

interface Fields {
  readonly [name: string]: Node
}

/** What chance draws into every span, by its name and its shape: any digits come up in it in time. */
const drawn: ReadonlyArray<readonly [name: RegExp, shape: RegExp]> = [
  [/^traceId$/, /^[0-9a-f]{32}$/],
  [/^(?:parentSpanId|spanId)$/, /^[0-9a-f]{16}$/],
  [/^\w*[tT]imeUnixNano$/, /^\d{19}$/],
  [/^viatica\.request_id$/, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
]

const isDrawn = ([name, value]: readonly [string, Node]): boolean =>
  drawn.some(([names, shape]) => names.test(name) && shape.test(String(value)))

const isList = (node: Node | undefined): node is ReadonlyArray<Node> => Array.isArray(node)

const isFields = (node: Node | undefined): node is Fields =>
  typeof node === "object" && node !== null && !isList(node)

/** What an attribute holds, which OTLP writes under the name of its type. */
const held = (value: Node): Node => {
  const [only = value] = isFields(value) ? Object.values(value) : []
  return isFields(only) && isList(only["values"]) ? only["values"].map(held) : only
}

/** A body as a log would write it: attributes by their names, and nothing of what chance draws. */
const spoken = (node: Node): Node => {
  if (isList(node)) return node.map(spoken)
  if (!isFields(node)) return node
  const { key, value, ...others } = node
  const named = typeof key === "string" && value !== undefined ? { [key]: held(value) } : node
  return Object.fromEntries(
    Object.entries({ ...others, ...named })
      .filter((field) => !isDrawn(field))
      .map(([name, one]) => [name, spoken(one)]),
  )
}

const spokenBody = (body: string): string => {
  try {
    return JSON.stringify(spoken(JSON.parse(body) as Node))
  } catch {
    return body
  }
}

/** Everything that a collector was sent, a body a line. */
export const tracesIn = (name: string, received: string): Content => ({
  name,
  bytes: Buffer.from(received.split("\n").map(spokenBody).join("\n")),
})

/** A figure of Prometheus' text format. */
const figure = /^(\w+)(\{.*\})? (\S+)$/gm

/** Figures that are measured: chance draws their digits. */
const isMeasured = (name: string): boolean => /_(?:bytes|seconds|seconds_sum)$/.test(name)

/** What `/metrics` says, each figure behind its name, but for those that are measured. */
export const metricsIn = (name: string, text: string): Content => ({
  name,
  bytes: Buffer.from(
    text.replaceAll(figure, (_line, figureName: string, labels: string | undefined, value) =>
      isMeasured(figureName)
        ? `${figureName}${labels ?? ""}`
        : `${figureName}=${String(value)}${labels ?? ""}`,
    ),
  ),
})
