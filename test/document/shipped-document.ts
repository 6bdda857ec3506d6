import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { apiVersion } from "../../http/config/version.ts"
import { makeIcons } from "../../http/pages/icons.ts"
import { exampledDocument } from "../../http/runtime/exampled-document.ts"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import { shippedTables } from "../support/tables.ts"

/** The API document of a service at an address, over the shipped tables. */
export const shippedDocument = (baseUrl: string): OpenAPISpec => {
  const coach = prepareCoach(shippedTables)
  const sandbox = prepareSandbox(shippedTables)
  return exampledDocument({
    settings: { baseUrl, headerPrefix: "svc" },
    tables: shippedTables,
    icons: makeIcons(new Map(), new Map()),
    sandbox: () => sandbox,
    coach: () => coach,
    engineVersion: `${apiVersion}+shipped`,
  })
}
