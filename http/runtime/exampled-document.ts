import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { ServerSettings } from "../config/server.ts"
import { makeApiDocument } from "../pages/api-document.ts"
import { answerSamples, type DocsSamplesParts } from "../pages/docs/docs-samples.ts"
import { operationExamples } from "../pages/docs/reference/operation-examples.ts"

/** What the API document and its examples are made of. */
export interface ExampledDocumentParts extends Omit<DocsSamplesParts, "loadRenderBilan"> {
  readonly settings: Pick<ServerSettings, "baseUrl" | "headerPrefix">
}

/** The API document with the examples that the engines in force answer. */
export const exampledDocument = async (parts: ExampledDocumentParts): Promise<OpenAPISpec> => {
  const { settings, tables } = parts
  const samples = await answerSamples(parts)
  const examples = operationExamples({ samples, tables, baseUrl: settings.baseUrl })
  return makeApiDocument(settings, limitsOf(tables), examples)
}
