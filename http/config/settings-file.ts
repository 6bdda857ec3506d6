import { readFileSync } from "node:fs"
import * as util from "node:util"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { systemReason } from "../platform/system-error.ts"

/** A file of settings cannot be read. */
class SettingsUnreadable extends Data.TaggedError("SettingsUnreadable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message(): string {
    return `Cannot read the settings in ${this.path}: ${this.reason}`
  }
}

/** Settings from a file of lines `NAME=value`, above those of the environment. */
export const layerSettingsFile = (path: string): Layer.Layer<never, SettingsUnreadable> =>
  Layer.unwrap(
    Effect.map(
      Effect.try({
        // Not by its name: Node before 20.12 has it not, and would not load this file.
        try: () => util.parseEnv(readFileSync(path, "utf8")),
        catch: (cause) => new SettingsUnreadable({ path, reason: systemReason(cause) }),
      }),
      (settings) =>
        ConfigProvider.layer(ConfigProvider.fromEnvRecord({ ...process.env, ...settings })),
    ),
  )
