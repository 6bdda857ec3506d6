import type { UnansweredCode, VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import type { OwnShare, SharePart } from "../../../../rules/changes/count-share.ts"
import type { ToldImpact } from "../../../../rules/changes/impact-view.ts"
import type { VersionNews } from "../engine/versions.ts"

/** What a thread that counts an impact is started with. */
export interface ImpactStart extends OwnShare {
  readonly versions: VersionTexts
}

/** What a thread is told. */
export type ImpactOrder =
  /** Count what changes, and whatever was under way no longer. */
  | { readonly _tag: "Run"; readonly run: number; readonly news: VersionNews | undefined }
  | { readonly _tag: "Stop" }
  /** Tell what all shares come to; one of the threads is asked. */
  | {
      readonly _tag: "Tell"
      readonly run: number
      readonly isWhole: boolean
      readonly parts: ReadonlyArray<SharePart>
    }

/** What a thread says. */
export type ImpactWord =
  | {
      readonly _tag: "Counting"
      readonly run: number
      readonly done: number
      readonly of: number
    }
  | {
      readonly _tag: "Counted"
      readonly run: number
      readonly isWhole: boolean
      readonly part: SharePart
    }
  | { readonly _tag: "Told"; readonly run: number; readonly view: ToldImpact }
  | {
      readonly _tag: "Refused"
      readonly run: number
      readonly code: UnansweredCode
    }
