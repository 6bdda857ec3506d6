import * as Redacted from "effect/Redacted"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { Letter } from "../../ports/mail.ts"
import { plainName } from "../../../rules/accounts/plain-name.ts"
import type { Invitation, SignInLink, Visitor } from "../../ports/people.ts"
import { type LetterWords, signInWords } from "./words.ts"

/** The address that a link is opened at. */
export const signInAddress = (baseUrl: string, { token }: Pick<SignInLink, "token">): string =>
  `${baseUrl}/console/sign-in/${Redacted.value(token)}`

/** The letter that brings a link. */
export const linkLetter = (
  link: SignInLink,
  parts: {
    readonly baseUrl: string
    readonly language: DocumentLanguage
    readonly minutes: number
  },
): Letter =>
  letter(
    link.email,
    signInWords[parts.language].linkLetter({ ...parts, url: signInAddress(parts.baseUrl, link) }),
  )

/**
 * The email that brings an invitation, in the language of the person who invites; it holds no token. The
 * account's name is text that anybody can have chosen.
 */
export const invitationLetter = (
  { accountCode, accountName, email, isNewAccount, role }: Invitation,
  by: Visitor,
  parts: { readonly baseUrl: string; readonly days: number },
): Letter =>
  letter(
    email,
    signInWords[by.language].invitationLetter({
      url: `${parts.baseUrl}/console/sign-in`,
      partner: plainName(accountName, accountCode),
      isNewAccount,
      by: by.email,
      role,
      days: parts.days,
    }),
  )

const letter = (to: string, { lines, subject }: LetterWords): Letter => ({
  to,
  subject,
  text: `${lines.join("\n\n")}\n`,
})
