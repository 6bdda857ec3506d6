import * as Data from "effect/Data"

/** Settings of the environment that are wrong, all of them. */
export class SettingsWrong extends Data.TaggedError("SettingsWrong")<{
  /** A sentence for each. */
  readonly mistakes: ReadonlyArray<string>
}> {
  override get message(): string {
    return this.mistakes.join("\n")
  }
}
