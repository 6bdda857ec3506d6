import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The version of Node is too old for a server. */
class NodeTooOld extends Data.TaggedError("NodeTooOld")<{ readonly version: string }> {
  override get message(): string {
    return `Node ${this.version} is too old for a server; use Node ${oldestServing} or newer.`
  }
}

/** What effect's HTTP server asks for: on Node 20 it drops answers instead of sending them. */
export const oldestServing = "22.19"

/**
 * Whether a version of Node can run a server.
 *
 * ```ts
 * import { canServe } from "../http/platform/oldest-node.ts"
 *
 * canServe("22.19.0") // => true
 * canServe("22.9.0") // => false
 * ```
 */
export const canServe = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestServing.split(".").map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Fails where this process runs on a Node that is too old for a server. */
export const newEnoughNode: Effect.Effect<void, NodeTooOld> = Effect.suspend(() => {
  const { node } = process.versions
  return canServe(node) ? Effect.void : Effect.fail(new NodeTooOld({ version: node }))
})
