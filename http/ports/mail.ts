import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * What an email is for. Each kind has places and a queue of its own, so that none waits for another:
 * links that sign in, invitations, what operators decide about an account, comparisons that travellers
 * have sent to themselves, what acknowledges that one withdraws from a contract, and what owners are told
 * of their account.
 */
export type MailKind =
  | "sign-in"
  | "invitation"
  | "decision"
  | "comparison"
  | "withdrawal"
  | "notice"

/** Where an email of a kind is to go, as far as its place in the queue depends on it. */
export interface MailPlace {
  readonly kind: MailKind
  /** The address, read by `readEmail` or as it was typed. */
  readonly to: string
}

/**
 * What becomes of an email: it is `taken` over to be sent, its queue is `full` and it is dropped, or
 * `unset`: no mail is set up here.
 */
export type Posted = "taken" | "full" | "unset"

/** An email to one address, which has been read by `readEmail`: in plain text, and with looks where it has some. */
export interface OutgoingEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same words as a page; it loads nothing. */
  readonly html?: string
}

/** A try to send an email: whether the mail server took or refused it for good, rather than not answering. */
export interface MailTry {
  readonly atMs: number
  readonly isAnswered: boolean
}

/** An email as the demo's outbox keeps it. */
export interface KeptEmail extends OutgoingEmail {
  /** ISO 8601, UTC. */
  readonly at: string
}

/** Where emails go. */
export class Mail extends Context.Service<
  Mail,
  {
    /** Whether emails go anywhere at all: to a mail server, or to the demo's outbox. */
    readonly isSet: boolean
    /** The address that emails come from. */
    readonly from: string
    /**
     * Takes a place in the queue, has the email written, and does not wait until it is sent: neither
     * whether nor how fast that happens shows in the answer that follows. Where there is no place
     * nothing is written, so that nothing is promised or counted for an email that cannot go. What a
     * mail server refuses later is logged.
     */
    readonly post: <E, R>(
      place: MailPlace,
      write: Effect.Effect<OutgoingEmail, E, R>,
    ) => Effect.Effect<Posted, E, R>
    /** How the last try to send an email ended; undefined before any. */
    readonly lastTry: () => MailTry | undefined
    /** The emails of the demo's outbox, the newest first; undefined where there is none. */
    readonly outbox: Effect.Effect<ReadonlyArray<KeptEmail>> | undefined
  }
>()("viatica/Mail") {}
