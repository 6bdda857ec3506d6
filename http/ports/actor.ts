import * as Context from "effect/Context"

/** Who acts, as the audit names them: `system`, or the operator at the command line. */
export const Actor = Context.Reference<string>("viatica/Actor", {
  defaultValue: () => "system",
})
