/**
 * The digest of the tables that this program was built with, after all checks of a start had found
 * nothing in them: it need not repeat what comes out the same. A program that runs from its sources
 * was built with none.
 */
export const checkedDigest: string | undefined = undefined
