import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PeopleUnavailable } from "./people.ts"
import type { NoticedAct, NoticeKind } from "../../rules/accounts/notice.ts"
import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"

/** Something that has happened to an account, and whom to tell it. */
export interface Notice {
  readonly act: NoticedAct
  readonly partnerCode: string
  readonly partnerName: string
  /** Id of a key or an endpoint, number of a statement, or code of the account. */
  readonly subject: string
  /** Who did it, as people know them. */
  readonly by: string
  readonly details: Readonly<Record<string, unknown>>
  readonly to: ReadonlyArray<{ readonly email: string; readonly language: WrittenLanguage }>
}

/** What owners are told by email of what happens to their account. */
export class Notices extends Context.Service<
  Notices,
  {
    /** What was not told yet: each is taken once, over all processes. */
    readonly take: Effect.Effect<ReadonlyArray<Notice>, PeopleUnavailable>
    /** The kinds that a person does not want. */
    readonly refused: (
      personId: string,
    ) => Effect.Effect<ReadonlyArray<NoticeKind>, PeopleUnavailable>
    readonly setRefused: (
      personId: string,
      kinds: ReadonlyArray<NoticeKind>,
    ) => Effect.Effect<void, PeopleUnavailable>
  }
>()("viatica/Notices") {}
