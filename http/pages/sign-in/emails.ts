import * as Redacted from "effect/Redacted"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { OutgoingEmail } from "../../ports/mail.ts"
import { plainName } from "../../../rules/accounts/plain-name.ts"
import type { Invitation, SignInLink, Visitor } from "../../ports/people.ts"
import { type EmailWords, signInWords } from "./words.ts"

/** The address that a link is opened at. */
export const signInAddress = (baseUrl: string, { token }: Pick<SignInLink, "token">): string =>
  `${baseUrl}/console/sign-in/${Redacted.value(token)}`

/** The email that brings a link. */
export const linkEmail = (
  link: SignInLink,
  parts: {
    readonly baseUrl: string
    readonly language: DocumentLanguage
    readonly minutes: number
  },
): OutgoingEmail =>
  outgoing(
    link.email,
    signInWords[parts.language].linkEmail({ ...parts, url: signInAddress(parts.baseUrl, link) }),
  )

/**
 * The email that brings an invitation, in the language of the person who invites; it holds no token. The
 * account's name is text that anybody can have chosen.
 */
export const invitationEmail = (
  { accountCode, accountName, email, isNewAccount, role }: Invitation,
  by: Visitor,
  parts: { readonly baseUrl: string; readonly days: number },
): OutgoingEmail =>
  outgoing(
    email,
    signInWords[by.language].invitationEmail({
      url: `${parts.baseUrl}/console/sign-in`,
      partner: plainName(accountName, accountCode),
      isNewAccount,
      by: by.email,
      role,
      days: parts.days,
    }),
  )

const outgoing = (to: string, { lines, subject }: EmailWords): OutgoingEmail => ({
  to,
  subject,
  text: `${lines.join("\n\n")}\n`,
})
