import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { PeopleUnavailable } from "./people.ts"
import type { NoticedAct, NoticeKind } from "../../rules/accounts/notice.ts"
import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"

/** Something that has happened to an account or to the sign-in of a person, and whom to tell it. */
export interface Notice {
  readonly act: NoticedAct
  /** The account; null where it is about a person. */
  readonly partnerCode: PartnerCode | null
  readonly partnerName: string | null
  /** Id of a key, an endpoint or a person, number of a statement, or code of the account. */
  readonly subject: string
  /** Who did it, as people know them. */
  readonly by: string
  readonly details: Readonly<Record<string, unknown>>
  readonly to: ReadonlyArray<{ readonly email: string; readonly language: WrittenLanguage }>
}

/** What people are told by email of what happens to their account, or to their own sign-in. */
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
