import type { OpenAPISpecOperation } from "effect/http-api/OpenApi"
import { callCost, scopeOf } from "../../endpoint-cost.ts"
import { linkButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { PageReading } from "../../kit/reading.ts"
import { codeBox, type LanguagePanel, languageTabs, savedAs } from "../code-box.ts"
import type { DocsContext } from "../docs-context.ts"
import { operationEndpoint } from "../docs-menu.ts"
import { docsWords, type OperationName } from "../docs-words.ts"
import { answerText } from "../example-answer.ts"
import { refusalTable } from "../refusal-table.ts"
import { shellByHand } from "../snippets/by-hand/shell.ts"
import { clientCall } from "../snippets/client-call.ts"
import type { ExampleRequest } from "../snippets/example-request.ts"
import { quickstartPrograms } from "../snippets/quickstart-programs.ts"
import { codeWords } from "./code-words.ts"
import {
  documentedOperation,
  isRefusal,
  jsonType,
  linesOf,
  refusalsOf,
} from "./documented-operation.ts"
import { fieldTable } from "./field-table.ts"
import type { FieldLine } from "./json-fields.ts"

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
