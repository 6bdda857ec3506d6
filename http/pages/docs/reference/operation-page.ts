import type { OpenAPISpecOperation } from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"
import { type RefusalName, refusals } from "../../../api/api-refusal.ts"
import { callCost, scopeOf } from "../../endpoint-cost.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import type { Reading } from "../../kit/reading.ts"
import { clientTabs, codeBox } from "../code-box.ts"
import type { DocsContext } from "../docs-context.ts"
import { operationEndpoint } from "../docs-menu.ts"
import { docsWords, type OperationName } from "../docs-words.ts"
import { answerText } from "../example-answer.ts"
import { refusalTable } from "../refusal-table.ts"
import { codeWords } from "./code-words.ts"
import { type FieldLine, makeFieldLines } from "./json-fields.ts"

const jsonType = "application/json"

/** What the API document says of an operation. */
export const documentedOperation = (
  { document }: Pick<DocsContext, "document">,
  name: OperationName,
): OpenAPISpecOperation | undefined => {
  const { method, path } = operationEndpoint(name)
  return document.paths[path]?.[method === "POST" ? "post" : "get"]
}

const linesOf = ({ document }: DocsContext, schema: unknown): ReadonlyArray<FieldLine> => {
  const schemas: Readonly<Record<string, unknown>> = document.components.schemas
  return makeFieldLines((reference) => schemas[reference.slice(reference.lastIndexOf("/") + 1)])(
    schema,
  )
}

const fieldRow = ({ bounds, isRequired, meaning, name, type }: FieldLine, tellsRequired: boolean) =>
  html`<tr>
    <th scope="row">
      <code>${name}</code
      >${tellsRequired ? html`<small>${isRequired ? "required" : "optional"}</small>` : null}
    </th>
    <td>${type}${bounds.map((bound) => html`<small>${bound}</small>`)}</td>
    <td>${codeWords(meaning)}</td>
  </tr>`

const fieldTable = (
  caption: string,
  lines: ReadonlyArray<FieldLine>,
  tellsRequired: boolean,
): PageNode =>
  html`<div class="scroll">
    <table class="fields">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type and bounds</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => fieldRow(line, tellsRequired))}
      </tbody>
    </table>
  </div>`

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

const isRefusal = (status: string): boolean => Number(status) >= 400

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

const codesOf = (schema: unknown): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap(codesOf)
  if (!Predicate.isObject(schema)) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "enum" && Array.isArray(value) ? value.map(String) : codesOf(value),
  )
}

/** The refusals of an operation, by what the API document lists under each status. */
export const refusalsOf = (operation: OpenAPISpecOperation): ReadonlyArray<RefusalName> =>
  Object.entries(operation.responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([status, { content }]) => {
      const schema = content?.[jsonType]?.schema
      const { error } = (schema as { readonly properties?: { readonly error?: unknown } })
        ?.properties ?? { error: undefined }
      const codes = codesOf(error)
      return (Object.keys(refusals) as ReadonlyArray<RefusalName>).filter(
        (name) => String(refusals[name].status) === status && codes.includes(refusals[name].code),
      )
    })

const costText = { read: "one read", write: "one write when it answers 201", nothing: "nothing" }

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

/** The page of an operation: what it is for, what it takes and answers, an example, refusals. */
export const operationPage = (
  context: DocsContext,
  reading: Reading,
  name: OperationName,
): PageNode => {
  const operation = documentedOperation(context, name)
  const { method, path } = operationEndpoint(name)
  const { answer, request } = context.examples[name]
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
    <div class="prose wide-prose">
      <h2 id="example">Example</h2>
      <div class="pair">
        <div>
          ${clientTabs(reading, { id: "call", request, headers: context.facts.headers, isWhole: false })}
          <p class="help">
            curl stands on its own; the other lines use the function of the${" "}
            <a href=${reading.href("/docs#sign")}>quickstart</a>.
          </p>
        </div>
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
          : html`<h2 id="refusals">When it refuses</h2>
              <p>
                One refusal is answered, the first: <code>error</code> is its code,
                <code>detail</code> names the field and the rule.
              </p>
              ${refusalTable(refused, "en", "Refusals")}`
      }
    </div>` as PageNode
}

/** The page over all operations. */
export const referencePage = (context: DocsContext, { href }: Reading): PageNode =>
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
