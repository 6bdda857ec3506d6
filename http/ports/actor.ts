import * as Context from "effect/Context"

/**
 * Who acts, as the audit names them: `system`, the operator at the command line, a person of the
 * console, or a key.
 */
export const Actor = Context.Reference<string>("viatica/Actor", {
  defaultValue: () => "system",
})
