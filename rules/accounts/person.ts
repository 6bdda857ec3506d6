/** What people do in the account of a partner; `role-rights.ts` says what each of them may. */
export const personRoles = ["owner", "developer", "finance", "reader"] as const

/** One of the roles. */
export type PersonRole = (typeof personRoles)[number]

/**
 * What the house's own people do: an operator everything in the console, an analyst edits tables on a workbench
 * for a team, and an approver approves there what others edited. One person may have several.
 */
export const operatorRoles = ["operator", "analyst", "approver"] as const

/** One of the roles of the house's own people. */
export type OperatorRole = (typeof operatorRoles)[number]

/** A role on a workbench for a team. */
export type TableRole = Exclude<OperatorRole, "operator">

/** Longest address, and longest part before the `@`, that mail servers carry (RFC 5321). */
const addressCharactersMax = 254
const localCharactersMax = 64

const local = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const pattern = new RegExp(`^${local}@(?:${label}\\.)+(?!\\d+$)${label}$`, "i")

/**
 * An email address as we keep it: in lower case, without spaces around it; undefined where it is
 * none. Letters outside of ASCII are refused, as some look like others: a domain that has them is
 * written in its `xn--` form. So are quotes and line breaks, which mean more to mail servers.
 *
 * ```ts
 * import { readEmail } from "../rules/accounts/person.ts"
 *
 * readEmail(" Claire@Acme.example ") // => "claire@acme.example"
 * readEmail("claire@localhost") // => undefined
 * readEmail("clаire@acme.example") // => undefined
 * readEmail("claire@acme.example\r\nBcc: all@acme.example") // => undefined
 * ```
 */
export const readEmail = (text: string): string | undefined => {
  const address = text.replace(/^[ \t]+|[ \t]+$/g, "")
  const isAddress =
    address.length <= addressCharactersMax &&
    address.indexOf("@") <= localCharactersMax &&
    pattern.test(address)
  return isAddress ? address.toLowerCase() : undefined
}

/**
 * The mailbox of an address, so that its many names count as one: without what follows a `+`.
 *
 * ```ts
 * import { mailboxOf } from "../rules/accounts/person.ts"
 *
 * mailboxOf("claire+test@acme.example") // => "claire@acme.example"
 * mailboxOf("claire@acme.example") // => "claire@acme.example"
 * ```
 */
export const mailboxOf = (email: string): string => email.replace(/(?<=.)\+.*(?=@)/, "")
