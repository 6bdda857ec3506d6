import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import { cannotBeUsed } from "../platform/system-error.ts"
import type { BadPartner, KeyStoreUnavailable, PartnerExists } from "./account-errors.ts"
import type { DocumentLanguage } from "../../rules/documents/covers.ts"
import type { PersonRole, TableRole } from "../../rules/accounts/person.ts"

/** The store of people did not answer. */
export class PeopleUnavailable extends Data.TaggedError("PeopleUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of people", this.cause)
  }
}

/** A text that is no email address. */
export class BadEmail extends Data.TaggedError("BadEmail")<{ readonly email: string }> {
  override get message() {
    return `${JSON.stringify(this.email.slice(0, 80))} is no email address of letters without accents.`
  }
}

/** As many links were asked for as may be: for the mailbox, from the network, or by all together. */
export class TooManyLinks extends Data.TaggedError("TooManyLinks")<{
  readonly by: "mailbox" | "network" | "all"
}> {
  override get message() {
    return `Too many links were asked for (${this.by}).`
  }
}

/** A link that is not there, was used, or is too old; nothing tells which of them. */
export class LinkEnded extends Data.TaggedError("LinkEnded")<{}> {
  override get message() {
    return "This link does not work: it was used, or it is too old."
  }
}

/** Somebody without the role that a change needs. */
export class RoleRefused extends Data.TaggedError("RoleRefused")<{}> {
  override get message() {
    return "Only an owner of the account may change who works with it."
  }
}

/** A change that would leave an account without an owner. */
export class LastOwner extends Data.TaggedError("LastOwner")<{}> {
  override get message() {
    return "An account keeps one owner at least."
  }
}

/** Nobody of this id works with the account, or nobody of this address is invited to it. */
export class PersonNotFound extends Data.TaggedError("PersonNotFound")<{
  readonly person: string
}> {
  override get message() {
    return `Nobody is known as ${JSON.stringify(this.person)}.`
  }
}

/** Somebody who works with an account already, and so can neither open nor join another. */
export class HasPartner extends Data.TaggedError("HasPartner")<{ readonly code: string }> {
  override get message() {
    return `This person works with ${this.code} already.`
  }
}

/** As many people work with an account, or are invited, as may. */
export class TooManyPeople extends Data.TaggedError("TooManyPeople")<{
  readonly maximum: number
}> {
  override get message() {
    return `At most ${this.maximum} people work with an account, those invited included.`
  }
}

/** As many invitations were sent as may be: to the mailbox, by the account, or from the network. */
export class TooManyInvitations extends Data.TaggedError("TooManyInvitations")<{
  readonly by: "mailbox" | "account" | "network"
  /** Of how many hours the bound is. */
  readonly hours: number
  readonly maximum: number
  /** When one more may be sent. ISO 8601, UTC. */
  readonly againAt: string
}> {
  override get message() {
    return `Too many invitations were sent (${this.by}); more from ${this.againAt} on.`
  }
}

/** As many accounts were opened from a network today as may be. */
export class TooManySignUps extends Data.TaggedError("TooManySignUps")<{}> {
  override get message() {
    return "Too many accounts were opened from this network today."
  }
}

/** What a person may do, or see, once: forms that make something, and secrets of new keys. */
export class OneTime extends Context.Service<
  OneTime,
  {
    /** Whether a person sends a form for the first time; `form` is a number that its page drew. */
    readonly spend: (personId: string, form: string) => Effect.Effect<boolean, KeyStoreUnavailable>
    /** Keeps in mind that a person is to be shown the secret of a key. */
    readonly hand: (personId: string, keyId: KeyId) => Effect.Effect<void, KeyStoreUnavailable>
    /**
     * The key whose secret a person is to be shown now, and not again; it holds ten minutes. Where a
     * key is named, the secret of another one is not taken.
     */
    readonly take: (
      personId: string,
      keyId?: KeyId,
    ) => Effect.Effect<KeyId | undefined, KeyStoreUnavailable>
  }
>()("viatica/OneTime") {}

/** A partner's account as somebody works with it. */
export interface PartnerMembership {
  readonly code: string
  readonly name: string
  readonly role: PersonRole
}

/** Somebody who is signed in to the console. */
export interface Visitor {
  readonly personId: string
  readonly email: string
  readonly language: DocumentLanguage
  /** The account that this person works with; null before one is opened or joined. */
  readonly partner: PartnerMembership | null
  readonly isOperator: boolean
  /** What the person may do with tables on a workbench for a team. */
  readonly tableRoles: ReadonlyArray<TableRole>
  /** What the session is called in lists of it; nobody can sign in by it. */
  readonly sessionId: string
  /**
   * What the person has to do before anything else is shown: nothing, to pass a second factor, or to set
   * one up, because the account or an operator's place asks for one.
   */
  readonly needs: "nothing" | "second factor" | "setting up"
  readonly hasFactor: boolean
  /** Whether the person has signed in, or passed a second factor, of late. */
  readonly isFresh: boolean
  /** What every form of this session carries. */
  readonly csrfToken: string
}

/** What is asked for with a link that signs in. */
export interface SignInLinkWish {
  readonly email: string
  readonly language: DocumentLanguage
  /** The network that it is asked for from, as `networkOf` names it. */
  readonly network: string
  /** A path of ours to go to afterwards, as `ownPath` passes it. */
  readonly nextPath: string
  /** Marks the browser that asks, so that it is told when another one opens the link; may be empty. */
  readonly browserMark: string
}

/** A link that was made; its token is told to nobody but by mail. */
export interface SignInLink {
  readonly email: string
  readonly token: Redacted.Redacted<string>
  /** ISO 8601, UTC. */
  readonly validUntil: string
}

/** A link that still works. */
export interface OpenLink {
  readonly email: string
  readonly nextPath: string
  /** Whether the browser that opens it is the one that asked for it, where one did. */
  readonly isSameBrowser: boolean
}

/** Where somebody signs in from. */
export interface SignInOrigin {
  /** As `networkOf` names it; its prefix is kept. */
  readonly network: string
  /** What the browser says that it is; names of browser and system are kept. */
  readonly userAgent: string
}

/** A session that is open. Instants in ISO 8601, UTC. */
export interface OpenSession {
  readonly sessionId: string
  /** Browser and system, by their names; empty where unknown. */
  readonly device: string
  /** A prefix, such as `192.0.2.0/24`; empty where unknown. */
  readonly network: string
  /** Whether its person had signed in from other networks alone before. */
  readonly isNewNetwork: boolean
  /** How it began; null where code from before has begun it. */
  readonly way: "link" | "passkey" | null
  /** Whether a second factor was passed in it. */
  readonly isProven: boolean
  readonly since: string
  readonly lastSeen: string
  /** Whether it is the one that asks. */
  readonly isThis: boolean
}

/** A session that has just begun. */
export interface NewSession {
  readonly token: Redacted.Redacted<string>
  readonly nextPath: string
  readonly maxAgeSeconds: number
}

/** Somebody who works with an account. Instants in ISO 8601, UTC. */
export interface Member {
  readonly personId: string
  readonly email: string
  readonly role: PersonRole
  readonly lastSignInAt: string | null
}

/** Somebody who was invited to an account and has not joined it yet. */
export interface Invitee {
  readonly email: string
  readonly role: PersonRole
  /** ISO 8601, UTC. */
  readonly validUntil: string
}

/** Who is to be invited, and from where that is asked for. */
export interface InvitationWish {
  readonly email: string
  readonly role: PersonRole
  /** The network that it is asked for from, as `networkOf` names it. */
  readonly network: string
}

/** An invitation that was made. */
export interface Invitation extends Invitee {
  readonly accountCode: string
  /** The name that the account gives itself. */
  readonly accountName: string
  /** Whether no operator has approved the account yet. */
  readonly isNewAccount: boolean
}

/**
 * People of the console: partners' people and operators. All sign in by links that come by mail, and
 * nothing tells whether an address is known. Every change is audited, in the name of `Actor`.
 */
export class People extends Context.Service<
  People,
  {
    /** Makes a link for an address, known or not. Sending it is up to the caller. */
    readonly requestLink: (
      wish: SignInLinkWish,
    ) => Effect.Effect<SignInLink, BadEmail | TooManyLinks | PeopleUnavailable>
    /** The address that a browser last asked a link for, within the hour. */
    readonly lastAskedBy: (
      browserMark: string,
    ) => Effect.Effect<string | undefined, PeopleUnavailable>
    /** Looks at a link and uses nothing up. */
    readonly lookAtLink: (
      token: string,
      browserMark: string,
    ) => Effect.Effect<OpenLink, LinkEnded | PeopleUnavailable>
    /** Uses a link up and begins a session; the one that the browser had before ends. */
    readonly redeem: (
      token: string,
      sessionBefore: string | undefined,
      from: SignInOrigin,
    ) => Effect.Effect<NewSession, LinkEnded | PeopleUnavailable>
    /** Whose session a token is; undefined where it is none or has ended. */
    readonly visitorOf: (
      sessionToken: string,
    ) => Effect.Effect<Visitor | undefined, PeopleUnavailable>
    readonly signOut: (sessionToken: string) => Effect.Effect<void, PeopleUnavailable>
    /** The open sessions of a person, the one that asks first, then those seen last. */
    readonly sessions: (
      personId: string,
      sessionId: string,
    ) => Effect.Effect<ReadonlyArray<OpenSession>, PeopleUnavailable>
    /** Ends one session of a person, or all but one, of nobody else's; says how many. */
    readonly endSessions: (
      personId: string,
      which: { readonly only: string } | { readonly allBut: string },
    ) => Effect.Effect<number, PeopleUnavailable>
    /** Opens a partner account whose owner the person is; a sandbox key is the next step. */
    readonly signUp: (
      personId: string,
      wish: { readonly code: string; readonly name: string; readonly network: string },
    ) => Effect.Effect<
      PartnerMembership,
      BadPartner | PartnerExists | HasPartner | TooManySignUps | PersonNotFound | PeopleUnavailable
    >
    /** The accounts that somebody is invited to. */
    readonly invitationsOf: (
      personId: string,
    ) => Effect.Effect<ReadonlyArray<PartnerMembership>, PeopleUnavailable>
    /** Joins an account that the person is invited to. */
    readonly join: (
      personId: string,
      partnerCode: PartnerCode,
    ) => Effect.Effect<PartnerMembership, HasPartner | PersonNotFound | PeopleUnavailable>
    /** The people of an account, the oldest first. */
    readonly members: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<Member>, PeopleUnavailable>
    /** Those who are invited to an account, the oldest first. */
    readonly invitees: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<Invitee>, PeopleUnavailable>
    /**
     * Invites an address, known or not, to the account of an owner; inviting it again changes its
     * role. Sending the email is up to the caller; each one counts, withdrawn invitations too.
     */
    readonly invite: (
      ownerId: string,
      wish: InvitationWish,
    ) => Effect.Effect<
      Invitation,
      BadEmail | RoleRefused | TooManyPeople | TooManyInvitations | HasPartner | PeopleUnavailable
    >
    readonly withdrawInvitation: (
      ownerId: string,
      email: string,
    ) => Effect.Effect<void, RoleRefused | PersonNotFound | PeopleUnavailable>
    readonly changeRole: (
      ownerId: string,
      personId: string,
      role: PersonRole,
    ) => Effect.Effect<void, RoleRefused | PersonNotFound | LastOwner | PeopleUnavailable>
    /** Takes somebody out of an account; their sessions end. An owner may leave by this, too. */
    readonly remove: (
      ownerId: string,
      personId: string,
    ) => Effect.Effect<void, RoleRefused | PersonNotFound | LastOwner | PeopleUnavailable>
    /** Deletes links, sessions, invitations and people that have ended; says how many. */
    readonly tidy: Effect.Effect<number, PeopleUnavailable>
  }
>()("viatica/People") {}
