const nameMax = 60

/**
 * The branch of a change by its name: small letters, digits and hyphens, so that whatever somebody
 * writes can be one.
 *
 * ```ts
 * import { branchNameOf } from "../http/workbench/server/review/branch-name.ts"
 *
 * branchNameOf("Harborwick 2027 : été") // => "harborwick-2027-ete"
 * branchNameOf("…") // => ""
 * ```
 */
export const branchNameOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, nameMax)
    .replace(/-$/, "")
