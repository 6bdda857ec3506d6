import * as Context from "effect/Context"

/**
 * Who acts, as the audit names them: `system`, the operator at the command line, or a person of the
 * console.
 */
export const Actor = Context.Reference<string>("viatica/Actor", {
  defaultValue: () => "system",
})
