import type { OperationName } from "../docs-words.ts"
import {
  type CodedLanguageId,
  type ExampleRequest,
  goStyle,
  javaStyle,
  laidOut,
  type LiteralStyle,
  phpStyle,
  pythonStyle,
  typescriptStyle,
} from "./languages.ts"

/** Calls for which clients, but for that in TypeScript, take a text in place of a body. */
const soleMembers: Readonly<Partial<Record<OperationName, string>>> = {
  eventPing: "endpointId",
  eventResend: "eventId",
  eventEndpointRotate: "endpointId",
  eventEndpointRemove: "endpointId",
}

const queryOf = (target: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(target.split("?")[1] ?? ""))

/** The values of a query as a program has them: figures as numbers. */
const typedQuery = (target: string): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(queryOf(target)).map(([name, value]) => [
      name,
      /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a call takes: its body or its query, or the one text that they come to; nothing where it takes none. */
const takenBy = (name: OperationName, { body, target }: ExampleRequest): unknown => {
  const sole = soleMembers[name]
  if (sole !== undefined && typeof body === "object" && body !== null) {
    return Object.entries(body).find(([member]) => member === sole)?.[1]
  }
  return body ?? (target.includes("?") ? typedQuery(target) : undefined)
}

const called = (start: string, taken: unknown, style: LiteralStyle, end: string): string =>
  `${start}${taken === undefined ? "" : laidOut(taken, style, start.length)}${end}`

const goCall = (name: OperationName, request: ExampleRequest): string => {
  const start = `answer, err := client.${capital(name)}(ctx`
  const { body, target } = request
  if (body === undefined && target.includes("?")) {
    const values = Object.entries(queryOf(target)).map(
      ([member, value]) => `"${member}": {${JSON.stringify(value)}}`,
    )
    return `${start}, url.Values{${values.join(", ")}})`
  }
  const taken = takenBy(name, request)
  return taken === undefined ? `${start})` : called(`${start}, `, taken, goStyle, ")")
}

/**
 * One call by the client of a language, as the program of the quickstart has it.
 *
 * ```ts
 * import { clientCall } from "../http/pages/docs/snippets/client-call.ts"
 *
 * const request = { method: "GET", target: "/api/v1/sales?limit=10" } as const
 * clientCall("python", "sales", request) // => 'answer = viatica.sales({"limit": 10})'
 * clientCall("go", "sales", request) // => 'answer, err := client.Sales(ctx, url.Values{"limit": {"10"}})'
 * ```
 */
export const clientCall = (
  language: CodedLanguageId,
  name: OperationName,
  request: ExampleRequest,
): string => {
  const taken = takenBy(name, request)
  switch (language) {
    case "typescript": {
      const own = request.body ?? taken
      return called(`const answer = await viatica.${name}(`, own, typescriptStyle, ")")
    }
    case "python":
      return called(`answer = viatica.${snake(name)}(`, taken, pythonStyle, ")")
    case "go":
      return goCall(name, request)
    case "php":
      return called(`$answer = $client->${name}(`, taken, phpStyle, ");")
    case "java":
      return called(`var answer = client.${name}(`, taken, javaStyle, ");")
  }
}
