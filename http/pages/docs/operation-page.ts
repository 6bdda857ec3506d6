import * as Predicate from "effect/Predicate"
import type { OpenAPISpecOperation } from "effect/http-api/OpenApi"
import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import { codeBox, type LanguagePanel, languageTabs, savedAs } from "./code-box.ts"
import type { DocsContext } from "./docs-context.ts"
import { operationEndpoint } from "./docs-menu.ts"
import { docsWords, type OperationName } from "./docs-words.ts"
import { answerText } from "./example-answer.ts"
import { type FieldLine, makeFieldLines } from "./reference/json-fields.ts"
import { refusalTable } from "./refusals.ts"
import { shellByHand } from "./snippets/by-hand/shell.ts"
import { clientCall } from "./snippets/client-call.ts"
import type { ExampleRequest } from "./snippets/example-request.ts"
import { quickstartPrograms } from "./snippets/quickstart-programs.ts"
import { callCost, scopeOf } from "../endpoint-cost.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { prose } from "../kit/prose.ts"
import type { PageReading } from "../kit/reading.ts"

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
            <span class="third small-text">for whoever is signed in to the console</span>
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

const fieldRow = ({ bounds, isRequired, meaning, name, type }: FieldLine, tellsRequired: boolean) =>
  html`<tr>
    <th scope="row">
      <code>${name}</code
      >${tellsRequired ? html`<small>${isRequired ? "required" : "optional"}</small>` : null}
    </th>
    <td>${type}${bounds.map((bound) => html`<small>${bound}</small>`)}</td>
    <td>${codeWords(meaning)}</td>
  </tr>`

/** Fields as a table: name, type with bounds, meaning. */
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

/** The type of all bodies. */
const jsonType = "application/json"

/** What the API document says of an operation. */
const documentedOperation = (
  { document }: Pick<DocsContext, "document">,
  name: OperationName,
): OpenAPISpecOperation | undefined => {
  const { method, path } = operationEndpoint(name)
  return document.paths[path]?.[method === "POST" ? "post" : "get"]
}

/** The fields of a schema of the document. */
const linesOf = ({ document }: DocsContext, schema: unknown): ReadonlyArray<FieldLine> => {
  const schemas: Readonly<Record<string, unknown>> = document.components.schemas
  return makeFieldLines((reference) => schemas[reference.slice(reference.lastIndexOf("/") + 1)])(
    schema,
  )
}

/** Whether a status is that of a refusal. */
const isRefusal = (status: string): boolean => Number(status) >= 400

const codesOf = (schema: unknown): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap(codesOf)
  if (!Predicate.isObject(schema)) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "enum" && Array.isArray(value) ? value.map(String) : codesOf(value),
  )
}

/** The refusals of an operation, by what the API document lists under each status. */
const refusalsOf = (operation: OpenAPISpecOperation): ReadonlyArray<RefusalName> =>
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
