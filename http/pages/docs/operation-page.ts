import * as Predicate from "effect/Predicate"
import type { OpenAPISpecOperation } from "effect/http-api/OpenApi"
import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import { answerText, codeBox, type LanguagePanel, languageTabs, savedAs } from "./code-box.ts"
import { codesUnder } from "../api-document/operation.ts"
import type { DocsContext } from "./docs-facts.ts"
import { operationEndpoint } from "./docs-menu.ts"
import { docsWords, type OperationName } from "./docs-words.ts"
import { refusalTable } from "./refusals.ts"
import { shellByHand } from "./snippets/by-hand.ts"
import { clientCall } from "./snippets/client-call.ts"
import type { ExampleRequest } from "./snippets/languages.ts"
import { quickstartPrograms } from "./snippets/quickstart-programs.ts"
import { callCost, scopeOf } from "../endpoint-cost.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode, prose } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { fieldsTable } from "./guides/guide.ts"

/** The page of an operation: what it is for, what it takes and answers, an example, refusals. */
export const operationPage = (
  context: DocsContext,
  reading: PageReading,
  name: OperationName,
): PageNode => {
  const operation = documentedOperation(context, name)
  const { method, path } = operationEndpoint(name)
  const { answer } = context.examples[name]
  const refused = operation === undefined ? [] : refusalsOf(operation)
  return html`<h1 class="display headline">${docsWords.en.operations[name]}</h1>
    <p class="endpoint"><b>${method}</b> ${path}</p>
    <p class="second lede">${codeWords(operation?.description ?? "")}</p>
    <dl class="pairs">
      ${facts(name).map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${
      name === "vocabulary"
        ? null
        : html`<p class="actions try-link">
            ${linkButton({
              href: reading.href(`/docs/try/${name}`),
              label: "Try it in the sandbox",
              isSmall: true,
            })}
            <span class="third small-text">if you are signed in to the console</span>
          </p>`
    }
    <div class="prose wide-prose">
      <h2 id="example">Example</h2>
      <div class="pair">
        ${call(context, reading, name)}
        ${
          answer === undefined
            ? null
            : codeBox(reading, {
                id: "answer",
                label: "Answer, shortened",
                code: answerText(answer),
              })
        }
      </div>
      <h2 id="request">What it takes</h2>
      ${operation === undefined ? null : takes(context, operation)}
      <h2 id="answers">What it answers</h2>
      ${operation === undefined ? null : answers(context, operation)}
      ${
        refused.length === 0
          ? null
          : prose`<h2 id="refusals">When it refuses</h2>
              <p>
                One refusal is answered, the first: <code>error</code> is its code,
                <code>detail</code> names the field and the rule.
              </p>
              ${refusalTable(refused, "en", "Refusals")}`
      }
    </div>` as PageNode
}

const costText = { read: "one read", write: "one write when it answers 201", nothing: "nothing" }

/** The page over all operations. */
export const referencePage = (context: DocsContext, { href }: PageReading): PageNode =>
  html`<h1 class="display headline">Reference</h1>
    <p class="second lede">
      Every call, from the API document of this service, version ${context.document.info.version}.
    </p>
    <div class="scroll">
      <table class="fields">
        <caption class="unseen">
          Operations
        </caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">What it does</th>
            <th scope="col">Costs</th>
          </tr>
        </thead>
        <tbody>
          ${(Object.keys(context.examples) as ReadonlyArray<OperationName>).map((name) => {
            const { method, path } = operationEndpoint(name)
            const cost = name === "vocabulary" ? "nothing" : costText[callCost(name)]
            return html`<tr>
              <th scope="row">
                <a href=${href(`/docs/reference/${name}`)}>${docsWords.en.operations[name]}</a>
                <small>${method} ${path}</small>
              </th>
              <td>${codeWords(documentedOperation(context, name)?.description ?? "")}</td>
              <td>${cost}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>` as PageNode

/** What the API document says of an operation. */
const documentedOperation = (
  { document }: Pick<DocsContext, "document">,
  name: OperationName,
): OpenAPISpecOperation | undefined => {
  const { method, path } = operationEndpoint(name)
  return document.paths[path]?.[method === "POST" ? "post" : "get"]
}

/** The type of all bodies. */
const jsonType = "application/json"

/** The refusals of an operation, by what the API document lists under each status. */
const refusalsOf = (operation: OpenAPISpecOperation): ReadonlyArray<RefusalName> =>
  Object.entries(operation.responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([status, response]) => {
      const codes = codesUnder(response)
      return (Object.keys(refusals) as ReadonlyArray<RefusalName>).filter(
        (name) => String(refusals[name].status) === status && codes.includes(refusals[name].code),
      )
    })

/** Whether a status is that of a refusal. */
const isRefusal = (status: string): boolean => Number(status) >= 400

const facts = (name: OperationName): ReadonlyArray<readonly [string, PageContent]> => {
  if (name === "vocabulary") {
    return [
      ["Signature", "none"],
      ["Costs", "nothing"],
    ]
  }
  const scope = scopeOf(name)
  return [
    ["Scope", scope === null ? "any key" : html`<code>${scope}</code>`],
    ["Costs", costText[callCost(name)]],
  ]
}

const call = (context: DocsContext, reading: PageReading, name: OperationName): PageNode => {
  const { request } = context.examples[name]
  if (name === "vocabulary") {
    return codeBox(reading, { id: "call-curl-code", label: "curl", code: openCall(request) })
  }
  return html`<div>
    ${languageTabs(reading, { id: "call", panels: callPanels(context, reading, name) })}
    <p class="help">
      curl stands on its own; the other lines use the client that the${" "}
      <a href=${reading.href("/docs#price")}>quickstart</a> makes.
    </p>
  </div>`
}

/** An unsigned call needs no client. */
const openCall = ({ target }: ExampleRequest): string => `curl -sS "$VIATICA_URL${target}"`

const callPanels = (context: DocsContext, reading: PageReading, name: OperationName) => {
  const { request } = context.examples[name]
  const shell: LanguagePanel = {
    id: "curl",
    label: shellByHand.label,
    code: shellByHand.program(request, context.facts.headers),
    foot: savedAs(reading, shellByHand),
  }
  const coded = quickstartPrograms.map(({ id, label }): LanguagePanel => ({
    id,
    label,
    code: clientCall(id, name, request),
  }))
  return [shell, ...coded]
}

const takes = (context: DocsContext, operation: OpenAPISpecOperation): PageContent => {
  const query = parameterLines(context, operation)
  const body = linesOf(context, operation.requestBody?.content[jsonType]?.schema)
  if (query.length === 0 && body.length === 0) {
    return html`<p>It takes neither a body nor parameters. Sign an empty body.</p>`
  }
  return [
    query.length === 0
      ? null
      : html`<p>In the query, which is not signed:</p>
          ${fieldTable("Parameters", query, true)}`,
    body.length === 0 ? null : fieldTable("Fields of the body", body, true),
  ]
}

/** A field of a body or a query, as a line of a table. */
interface FieldLine {
  /** Its place: `trip.travellers[].age`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** What values it takes, beside their type. */
  readonly bounds: ReadonlyArray<string>
  readonly meaning: string
}

const parameterLines = (
  context: DocsContext,
  { parameters }: OpenAPISpecOperation,
): ReadonlyArray<FieldLine> =>
  parameters.flatMap(({ name, required, schema }) =>
    linesOf(context, {
      type: "object",
      properties: { [name]: schema },
      required: required ? [name] : [],
    }),
  )

/** The fields of a schema of the document. */
const linesOf = ({ document }: DocsContext, schema: unknown): ReadonlyArray<FieldLine> => {
  const schemas: Readonly<Record<string, unknown>> = document.components.schemas
  return makeFieldLines((reference) => schemas[reference.slice(reference.lastIndexOf("/") + 1)])(
    schema,
  )
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  integer: "whole number",
}

/** Finds what a `$ref` names. */
type FindSchema = (reference: string) => unknown

type Schema = Readonly<Record<string, unknown>>

/** Fields deeper than this are told by their type alone. */
const depthMax = 5

/** Lays out schemas whose parts may be named elsewhere. */
const makeFieldLines = (find: FindSchema) => {
  const resolve = makeResolve(find)

  const alternatives = (schema: Schema): ReadonlyArray<Schema> => {
    const given = [...list(schema["anyOf"]), ...list(schema["oneOf"]), ...list(schema["allOf"])]
    return given.map(resolve)
  }

  const typeOf = (schema: Schema): string => {
    const types = [...new Set(alternatives(schema).map(typeOf))]
    if (types.length > 0) return types.join(" or ")
    const named = Array.isArray(schema["type"]) ? schema["type"].map(text) : [text(schema["type"])]
    return named
      .map((type) => (type === "array" ? `list of ${typeOf(resolve(schema["items"]))}` : type))
      .map((type) => typeWords[type] ?? type)
      .join(" or ")
  }

  /** What a schema's own fields are read from: the object itself, or the one that it holds. */
  const within = (
    schema: Schema,
  ): { readonly suffix: string; readonly objects: ReadonlyArray<Schema> } => {
    if (schema["type"] === "array") {
      const { objects, suffix } = within(resolve(schema["items"]))
      return { suffix: `[]${suffix}`, objects }
    }
    if (Predicate.isObject(schema["properties"])) return { suffix: "", objects: [schema] }
    if (Predicate.isObject(schema["additionalProperties"])) {
      const { objects, suffix } = within(resolve(schema["additionalProperties"]))
      return { suffix: `.*${suffix}`, objects }
    }
    const [first, ...others] = alternatives(schema).map(within)
    const parts = [...(first === undefined ? [] : [first]), ...others]
    return { suffix: first?.suffix ?? "", objects: parts.flatMap(({ objects }) => objects) }
  }

  const fieldsOf = (schema: Schema, prefix: string, depth: number): ReadonlyArray<FieldLine> => {
    const { objects, suffix } = within(schema)
    const start = `${prefix}${suffix}`
    const seen = new Set<string>()
    return objects.flatMap((object) =>
      Object.entries(asSchema(object["properties"])).flatMap(([name, value]) => {
        if (seen.has(name)) return []
        seen.add(name)
        const member = resolve(value)
        const place = start === "" ? name : `${start}.${name}`
        const everywhere = objects.every((each) => list(each["required"]).includes(name))
        const line: FieldLine = {
          name: place,
          type: typeOf(member),
          isRequired: everywhere,
          bounds: [
            ...choiceOf(within(member).objects),
            ...boundsOf(member),
            ...(member["type"] === "array" ? boundsOf(resolve(member["items"])) : []),
          ],
          meaning: text(member["description"]),
        }
        return [line, ...(depth >= depthMax ? [] : fieldsOf(member, place, depth + 1))]
      }),
    )
  }

  return (schema: unknown): ReadonlyArray<FieldLine> => fieldsOf(resolve(schema), "", 1)
}

const makeResolve =
  (find: FindSchema) =>
  (value: unknown): Schema => {
    const schema = asSchema(value)
    const reference = text(schema["$ref"])
    return reference === "" ? schema : { ...asSchema(find(reference)), ...schema, $ref: undefined }
  }

const asSchema = (value: unknown): Schema => (Predicate.isObject(value) ? (value as Schema) : {})

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The ways in which an object that has several may be sent, by the fields that each needs. */
const choiceOf = (objects: ReadonlyArray<Schema>): ReadonlyArray<string> =>
  objects.length < 2
    ? []
    : [`one of: ${objects.map(({ required }) => list(required).join(" + ")).join("; ")}`]

const patterns: Readonly<Record<string, string>> = {
  "^[A-Z]{2}$": "two capital letters",
  "^[A-Za-z]{2}$": "two letters",
  "^[A-Z]{3}$": "three capital letters",
  "^\\d{4}-\\d{2}-\\d{2}$": "a day, YYYY-MM-DD",
}

const boundsOf = (schema: Schema): ReadonlyArray<string> => {
  const pattern = text(schema["pattern"])
  return [
    ...wordsOf(list(schema["enum"])),
    ...(pattern === "" ? [] : [patterns[pattern] ?? `form ${pattern}`]),
    ...span(schema["minimum"], schema["maximum"], ""),
    ...span(schema["minLength"], schema["maxLength"], " characters"),
    ...span(schema["minItems"], schema["maxItems"], " entries"),
  ]
}

/** More words than these are counted. */
const wordsMax = 24

const wordsOf = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  if (values.length === 0) return []
  const shown = values.slice(0, wordsMax).map((value) => JSON.stringify(value).replaceAll('"', ""))
  const more = values.length - shown.length
  return [`${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`]
}

const span = (low: unknown, high: unknown, unit: string): ReadonlyArray<string> => {
  const [lowest, highest] = [low, high].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  )
  if (lowest !== undefined && highest !== undefined) return [`${lowest} to ${highest}${unit}`]
  if (lowest !== undefined) return [`${lowest}${unit} or more`]
  return highest === undefined ? [] : [`at most ${highest}${unit}`]
}

/** Fields as a table: name, type with bounds, meaning. */
const fieldTable = (
  caption: string,
  lines: ReadonlyArray<FieldLine>,
  tellsRequired: boolean,
): PageNode =>
  fieldsTable(
    caption,
    ["Field", "Type and bounds", "Meaning"],
    lines.map((line) => fieldRow(line, tellsRequired)),
  )

const fieldRow = ({ bounds, isRequired, meaning, name, type }: FieldLine, tellsRequired: boolean) =>
  html`<tr>
    <th scope="row">
      <code>${name}</code
      >${tellsRequired ? html`<small>${isRequired ? "required" : "optional"}</small>` : null}
    </th>
    <td>${type}${bounds.map((bound) => html`<small>${bound}</small>`)}</td>
    <td>${codeWords(meaning)}</td>
  </tr>`

const answers = (context: DocsContext, operation: OpenAPISpecOperation): PageContent =>
  Object.entries(operation.responses)
    .filter(([status]) => !isRefusal(status))
    .map(([status, { content, description }], index) => {
      const lines = linesOf(context, content?.[jsonType]?.schema)
      const isNamed = /\s/.test(description)
      return html`<h3>${status}</h3>
        ${isNamed ? html`<p>${codeWords(description)}</p>` : null}
        ${
          index === 0
            ? html`<details>
                <summary>${lines.length} fields</summary>
                ${fieldTable(`Fields of the answer ${status}`, lines, false)}
              </details>`
            : html`<p>The same fields.</p>`
        }`
    })

/**
 * A text of the API document, with what stands in backticks as code.
 *
 * ```ts
 * import { codeWords } from "../http/pages/docs/operation-page.ts"
 * import { html, writeHtml } from "../http/pages/kit/html.ts"
 *
 * writeHtml(html`<p>${codeWords("Scope `coach`.")}</p>`) // => "<p>Scope <code>coach</code>.</p>"
 * ```
 */
export const codeWords = (text: string): PageContent =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
