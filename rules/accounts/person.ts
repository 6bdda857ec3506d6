/** What somebody may do in the console of a partner: everything, or read alone. */
export const personRoles = ["owner", "reader"] as const

/** One of the two roles. */
export type PersonRole = (typeof personRoles)[number]
