import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"

/** What has changed in the version after since an engine was last told. */
export interface VersionNews {
  readonly revision: number
  readonly texts: ReadonlyMap<string, string | undefined>
}

/** What the thread of an engine is started with. */
export interface EngineStart {
  readonly folder: string
  readonly versions: VersionTexts
}

/** A question to an engine. */
export interface EngineQuestion {
  readonly id: number
  readonly name: string
  readonly input: unknown
  /** What has changed since the last question. */
  readonly news: VersionNews | undefined
}

/** What an engine answers. */
export type EngineAnswer =
  | { readonly id: number; readonly _tag: "Answered"; readonly output: unknown }
  /** It cannot be answered, for a reason that people read. */
  | {
      readonly id: number
      readonly _tag: "Refused"
      readonly code: string
      readonly message: string
    }
  /** A part of the answer, or how far it is. */
  | { readonly id: number; readonly _tag: "Progress"; readonly part: unknown }
