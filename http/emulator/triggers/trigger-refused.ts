import * as Data from "effect/Data"

/** Something that was asked of the emulator makes no sense; the sentence says what would. */
export class TriggerRefused extends Data.TaggedError("TriggerRefused")<{
  readonly detail: string
  /** What may have been meant. */
  readonly near?: ReadonlyArray<string>
}> {
  override get message() {
    const near = this.near ?? []
    return near.length === 0 ? this.detail : `${this.detail} Did you mean ${near.join(" or ")}?`
  }
}
