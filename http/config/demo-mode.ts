import * as Context from "effect/Context"

/** Whether the service shows itself to a newcomer, as `serve --demo` does: nothing real is in it. */
export const DemoMode = Context.Reference<boolean>("viatica/DemoMode", {
  defaultValue: () => false,
})
