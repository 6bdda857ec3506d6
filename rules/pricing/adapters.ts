/** How the premiums of an insurer are had: from its tariff tables, or by asking it. */
export const insurerAdapters = ["tariff", "http"] as const

/** How the premiums of an insurer are had. */
export type InsurerAdapter = (typeof insurerAdapters)[number]
