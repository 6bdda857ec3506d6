/** The texts of the pages on which a traveller buys. */
export const funnelKeys = ["funnel.title"] as const
