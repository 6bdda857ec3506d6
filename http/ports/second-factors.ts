import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { NewSession, PeopleUnavailable, RoleRefused, SignInOrigin, Visitor } from "./people.ts"

/** A code or a passkey that does not hold; nothing tells why. */
export class FactorRefused extends Data.TaggedError("FactorRefused")<{}> {
  override get message() {
    return "This code or passkey does not hold."
  }
}

/** As many second factors that do not hold came within the hour as may. */
export class TooManyFactorTries extends Data.TaggedError("TooManyFactorTries")<{}> {
  override get message() {
    return "Too many second factors that do not hold came within the hour."
  }
}

/** A second factor is asked of others by somebody who has none. */
export class OwnFactorMissing extends Data.TaggedError("OwnFactorMissing")<{}> {
  override get message() {
    return "Who asks others for a second factor has one."
  }
}

/** As many passkeys belong to a person as may. */
export class TooManyPasskeys extends Data.TaggedError("TooManyPasskeys")<{
  readonly maximum: number
}> {
  override get message() {
    return `A person has at most ${this.maximum} passkeys.`
  }
}

/** A passkey as its person sees it. Instants in ISO 8601, UTC. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** The second factors of a person. */
export interface FactorsOf {
  readonly passkeys: ReadonlyArray<Passkey>
  /** Since when six-digit codes count; null where they do not. ISO 8601, UTC. */
  readonly codeSince: string | null
  /** The secret of codes that was made and not confirmed yet, in base 32. */
  readonly pendingSecret: Redacted.Redacted<string> | null
  /** Recovery codes that are left. */
  readonly recoveryCodes: number
}

/** For whom passkeys are made: one site, by its host and its origin. */
export interface PasskeySite {
  readonly host: string
  readonly origin: string
}

/** What a browser is given to ask for a passkey, as JSON that it understands. */
export type PasskeyOptions = string

/** What a browser answers with, as JSON; anybody may have written it. */
export interface PasskeyAnswer {
  readonly site: PasskeySite
  readonly text: string
}

/** Whose session it is. */
export type OfSession = Pick<Visitor, "personId" | "sessionId">

/** Codes that were just made, to be shown once; none where there are some already. */
export type FreshCodes = ReadonlyArray<string>

/** Whether a person has a second factor, by its id. */
export type FactorHolders = ReadonlyMap<
  string,
  { readonly passkeys: number; readonly hasCode: boolean }
>

/**
 * Second factors of people: six-digit codes, passkeys and recovery codes. Each counts once, whatever
 * is sent twice or at once, and guesses are bounded.
 */
export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    readonly of: (personId: string) => Effect.Effect<FactorsOf, PeopleUnavailable>
    /** The second factors of the people of an account. */
    readonly holders: (partnerCode: PartnerCode) => Effect.Effect<FactorHolders, PeopleUnavailable>
    /** Makes a secret of codes, in place of one that was not confirmed. */
    readonly beginCode: (personId: string) => Effect.Effect<void, PeopleUnavailable>
    /** Lets codes count from now on, if one is shown; the session has passed by it. */
    readonly confirmCode: (
      session: OfSession,
      code: string,
    ) => Effect.Effect<FreshCodes, FactorRefused | TooManyFactorTries | PeopleUnavailable>
    /** Passes by a six-digit code, or by a recovery code, which is used up. */
    readonly passCode: (
      session: OfSession,
      code: string,
    ) => Effect.Effect<void, FactorRefused | TooManyFactorTries | PeopleUnavailable>
    readonly removeCode: (personId: string) => Effect.Effect<void, PeopleUnavailable>
    /** Makes recovery codes in place of those of before. */
    readonly renewRecoveryCodes: (personId: string) => Effect.Effect<FreshCodes, PeopleUnavailable>
    /** What a browser is asked with to make a passkey. */
    readonly newPasskeyOptions: (
      visitor: OfSession & Pick<Visitor, "email">,
      site: PasskeySite,
    ) => Effect.Effect<PasskeyOptions, PeopleUnavailable>
    /** Keeps a passkey; the session has passed by it. */
    readonly addPasskey: (
      session: OfSession,
      name: string,
      answer: PasskeyAnswer,
    ) => Effect.Effect<
      FreshCodes,
      FactorRefused | TooManyFactorTries | TooManyPasskeys | PeopleUnavailable
    >
    /** What a browser is asked with to show a passkey: one of the session's person, or anybody's. */
    readonly passkeyOptions: (
      session: OfSession | null,
      site: PasskeySite,
    ) => Effect.Effect<PasskeyOptions, PeopleUnavailable>
    readonly passPasskey: (
      session: OfSession,
      answer: PasskeyAnswer,
    ) => Effect.Effect<void, FactorRefused | TooManyFactorTries | PeopleUnavailable>
    /** Begins a session of whose passkey it is, without a link. */
    readonly signInByPasskey: (
      answer: PasskeyAnswer,
      sessionBefore: string | undefined,
      from: SignInOrigin,
    ) => Effect.Effect<Omit<NewSession, "nextPath">, FactorRefused | PeopleUnavailable>
    readonly removePasskey: (
      personId: string,
      id: string,
    ) => Effect.Effect<void, FactorRefused | PeopleUnavailable>
    /** Whether an account asks everybody for a second factor. */
    readonly isRule: (partnerCode: PartnerCode) => Effect.Effect<boolean, PeopleUnavailable>
    /** Asks everybody of an owner's account for a second factor from their next sign-in on, or no more. */
    readonly setRule: (
      ownerId: string,
      isRule: boolean,
    ) => Effect.Effect<void, RoleRefused | OwnFactorMissing | PeopleUnavailable>
  }
>()("viatica/SecondFactors") {}
