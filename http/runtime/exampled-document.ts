import type { OpenAPISpec } from "effect/http-api/OpenApi"
import type { Coach } from "../../rules/coach/engine.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { ServerSettings } from "../config/server.ts"
import { makeApiDocument } from "../pages/api-document.ts"
import { answerSamples } from "../pages/docs/docs-samples.ts"
import { operationExamples } from "../pages/docs/reference/operation-examples.ts"
import type { Icons } from "../pages/icons.ts"
import { offerLinks } from "../pages/offer-links.ts"

/** What the API document and its examples are made of. */
export interface ExampledDocumentParts {
  readonly settings: Pick<ServerSettings, "baseUrl" | "headerPrefix">
  readonly tables: Tables
  readonly icons: Icons
  readonly sandbox: () => Pick<PricingEngine, "price">
  readonly coach: () => Pick<Coach, "bilan" | "cardModes" | "cards">
  readonly engineVersion: string
}

/** The API document with the examples that the engines in force answer. */
export const exampledDocument = (parts: ExampledDocumentParts): OpenAPISpec => {
  const { icons, settings, tables } = parts
  const samples = answerSamples({ ...parts, links: offerLinks(settings.baseUrl, icons) })
  const examples = operationExamples({ samples, tables, baseUrl: settings.baseUrl })
  return makeApiDocument(settings, limitsOf(tables), examples)
}
