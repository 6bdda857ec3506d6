const pattern = /^\/(?:console|docs)(?:\/[\w~-][\w.~-]*)*(?:\?[\w.~=&%+-]*)?$/
const lengthMax = 400

/** Pages of signing in are no places to go to after it. */
const signInPath = /^\/console\/sign-/

/**
 * A path of ours to go to after somebody has signed in: what an address asks for where that is a page
 * of the console or of the documents, else the console.
 *
 * ```ts
 * import { ownPath } from "../http/pages/sign-in/own-path.ts"
 *
 * ownPath("/console/sales?state=pending") // => "/console/sales?state=pending"
 * ownPath("https://evil.example/console") // => "/console"
 * ownPath("/console/../..//evil.example") // => "/console"
 * ownPath("//evil.example") // => "/console"
 * ```
 */
export const ownPath = (asked: string): string =>
  asked.length <= lengthMax && pattern.test(asked) && !signInPath.test(asked) ? asked : "/console"
