import type { Release } from "../../../rules/tables/release.ts"

/** A release that stands, in force from a day, with some files. */
export const releaseOf = (
  name: string,
  effectiveFrom: string,
  files: Readonly<Record<string, string>>,
  changes: Partial<Release> = {},
): Release => ({
  name,
  facts: { effectiveFrom, author: "Lea", reason: "test", withdrawnOn: null },
  sources: new Map(Object.entries(files)),
  tablesHash: JSON.stringify(files),
  approvals: [],
  digest: `${name} ${effectiveFrom} ${JSON.stringify(files)}`,
  errors: [],
  ...changes,
})

/** The same release, withdrawn from a day on. */
export const withdrawn = (release: Release, withdrawnOn: string): Release => ({
  ...release,
  digest: `${release.digest} ${withdrawnOn}`,
  facts: release.facts && { ...release.facts, withdrawnOn },
})
