/** What analysts add by a guided form. */
export const additionKinds = ["argument", "card", "insurer", "destination", "market"] as const

/** One of {@link additionKinds}. */
export type AdditionKind = (typeof additionKinds)[number]
