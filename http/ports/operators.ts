import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type {
  BadEmail,
  HasPartner,
  Invitee,
  PeopleUnavailable,
  PersonNotFound,
  SignInLink,
  SignInLinkWish,
  TooManyPeople,
} from "./people.ts"
import type { OperatorRole, PersonRole } from "../../rules/accounts/person.ts"

/** Somebody of the house: who works the console, edits tables for a team, or approves them. */
export interface Operator {
  readonly personId: string
  readonly email: string
  readonly roles: ReadonlyArray<OperatorRole>
  /** ISO 8601, UTC. */
  readonly lastSignInAt: string | null
}

/** What a link is made for without being asked for in a browser. */
export interface VouchedLinkWish extends Pick<SignInLinkWish, "email" | "language" | "nextPath"> {
  readonly validMinutes?: number
}

/** What the command line does about people, in the name of its user. */
export class Operators extends Context.Service<
  Operators,
  {
    /** Gives roles to an address, known or not, beside those that it has; an operator's where none is named. */
    readonly appoint: (
      email: string,
      roles?: ReadonlyArray<OperatorRole>,
    ) => Effect.Effect<Operator, BadEmail | PeopleUnavailable>
    /** Takes all roles of the house away from somebody, and ends their sessions. */
    readonly dismiss: (
      email: string,
    ) => Effect.Effect<void, BadEmail | PersonNotFound | PeopleUnavailable>
    readonly list: Effect.Effect<ReadonlyArray<Operator>, PeopleUnavailable>
    /** Makes a link that signs in, without mail, for so many minutes or as long as others hold. */
    readonly link: (
      wish: VouchedLinkWish,
    ) => Effect.Effect<SignInLink, BadEmail | PeopleUnavailable>
    /** Invites the first person to an account, or one whose owners are all gone. */
    readonly invite: (
      partnerCode: PartnerCode,
      email: string,
      role: PersonRole,
    ) => Effect.Effect<
      Invitee,
      BadEmail | HasPartner | TooManyPeople | PartnerNotFound | PeopleUnavailable
    >
    /**
     * Takes all second factors of a person away, recovery codes too, and ends their sessions: who has
     * lost a device sets up another one. The person is told by email.
     */
    readonly resetFactors: (
      email: string,
    ) => Effect.Effect<void, BadEmail | PersonNotFound | PeopleUnavailable>
    /** Makes an owner of an account of an address at once; the demo has one. */
    readonly enrol: (
      partnerCode: PartnerCode,
      email: string,
    ) => Effect.Effect<void, BadEmail | HasPartner | PartnerNotFound | PeopleUnavailable>
  }
>()("viatica/Operators") {}
