import type { OpenAPISpec } from "effect/http-api/OpenApi"
import type { DocsFacts } from "./docs-facts.ts"
import type { DocsSamples } from "./docs-samples.ts"
import type { OperationName } from "./docs-words.ts"
import type { OperationExample } from "./operation-examples.ts"

/** What pages of the documentation are made of. */
export interface DocsContext {
  readonly facts: DocsFacts
  readonly samples: DocsSamples
  readonly examples: Readonly<Record<OperationName, OperationExample>>
  readonly document: OpenAPISpec
}
