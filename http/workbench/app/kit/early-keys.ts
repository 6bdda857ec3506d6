/**
 * Ends the keeping of keys and gives what was typed after Ctrl K; undefined where that was not pressed.
 */
export type TakeEarlyKeys = () => string | undefined

declare global {
  interface Window {
    /** Set by the script `early-keys.ts`, which runs before the page's own. */
    takeEarlyKeys?: TakeEarlyKeys
  }
}

/** What was typed into the search before there was one; undefined where nobody asked for it. */
export const earlySearch = (): string | undefined => window.takeEarlyKeys?.()
