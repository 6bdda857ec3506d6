import type { PersonRole } from "../../../rules/accounts/person.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { signInWordsEn } from "./words-en.ts"
import { signInWordsFr } from "./words-fr.ts"

/** A page of one card: what is so, and what one can do. */
export interface NoticeWords {
  readonly title: string
  readonly text: string
}

/** The words of a letter. */
export interface LetterWords {
  readonly subject: string
  /** Paragraphs. */
  readonly lines: ReadonlyArray<string>
}

/** Everything that pages around signing in say. */
export interface SignInWords {
  readonly skip: string
  readonly languages: string
  readonly email: string
  readonly signIn: NoticeWords & {
    readonly newHere: string
    readonly send: string
    readonly once: (minutes: number) => string
    readonly onlyAccount: string
    readonly whatWeKeep: string
    readonly kept: (days: number) => string
    readonly badEmail: string
  }
  readonly tooMany: Readonly<Record<"mailbox" | "network" | "all", string>>
  readonly sent: {
    readonly title: string
    /** What stands before and after the address, which is shown apart. */
    readonly before: string
    readonly after: (from: string) => string
    readonly again: string
    readonly other: string
    readonly demo: string
    readonly outbox: string
  }
  readonly open: NoticeWords & { readonly button: string; readonly other: string }
  readonly elsewhere: NoticeWords & { readonly button: string }
  readonly ended: NoticeWords & { readonly button: string }
  readonly noMail: NoticeWords
  readonly mailFull: NoticeWords
  readonly signedOut: NoticeWords & { readonly button: string }
  readonly welcome: NoticeWords & {
    readonly invited: string
    readonly join: (name: string) => string
    readonly name: string
    readonly nameHelp: string
    readonly code: string
    readonly codeHelp: string
    readonly button: string
    readonly badName: string
    readonly badCode: string
    readonly takenCode: string
    readonly tooManySignUps: string
    readonly signOut: string
    readonly roles: Readonly<Record<PersonRole, string>>
  }
  readonly outbox: NoticeWords & { readonly empty: string; readonly to: string }
  readonly formRefused: NoticeWords
  readonly formTooLong: NoticeWords
  readonly unavailable: NoticeWords
  readonly linkLetter: (parts: {
    readonly url: string
    readonly minutes: number
    readonly baseUrl: string
  }) => LetterWords
  readonly invitationLetter: (parts: {
    readonly url: string
    readonly partner: string
    /** Whether no operator has approved the account yet. */
    readonly isNewAccount: boolean
    readonly by: string
    readonly role: PersonRole
    readonly days: number
  }) => LetterWords
}

/** The words of both languages. */
export const signInWords: Readonly<Record<DocumentLanguage, SignInWords>> = {
  en: signInWordsEn,
  fr: signInWordsFr,
}
