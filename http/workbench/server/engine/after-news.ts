import type { VersionNews } from "./versions.ts"
import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"

/** Versions with what has changed in them; texts that are the same stay the same objects. */
export const afterNews = (
  versions: VersionTexts,
  { revision, texts }: VersionNews,
): VersionTexts => {
  const after = new Map(versions.after)
  for (const [file, text] of texts) {
    if (text === undefined) after.delete(file)
    else after.set(file, text)
  }
  return { ...versions, revision, after }
}

/** What has changed between two states of the version after. */
export const newsBetween = (
  known: ReadonlyMap<string, string>,
  now: { readonly revision: number; readonly sources: ReadonlyMap<string, string> },
): VersionNews | undefined => {
  const files = new Set([...known.keys(), ...now.sources.keys()])
  const texts = new Map(
    [...files]
      .filter((file) => known.get(file) !== now.sources.get(file))
      .map((file) => [file, now.sources.get(file)]),
  )
  return texts.size === 0 ? undefined : { revision: now.revision, texts }
}
