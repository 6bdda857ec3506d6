/** The texts of the comparator. */
export const comparatorKeys = ["comparator.title"] as const
