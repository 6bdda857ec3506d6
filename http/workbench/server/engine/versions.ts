import type {
  UnansweredCode,
  UnansweredFacts,
  VersionTexts,
} from "../../../../rules/changes/loaded-versions.ts"

/** What has changed in the version after since an engine was last told. */
export interface VersionNews {
  readonly revision: number
  readonly texts: ReadonlyMap<string, string | undefined>
}

/** What the thread of an engine is started with. */
export interface EngineStart {
  readonly folder: string
  readonly versions: VersionTexts
}

/** A question to an engine. */
export interface EngineQuestion {
  readonly id: number
  readonly name: string
  readonly input: unknown
  /** What has changed since the last question. */
  readonly news: VersionNews | undefined
}

/** What an engine answers. */
export type EngineAnswer =
  | { readonly id: number; readonly _tag: "Answered"; readonly output: unknown }
  /** It cannot be answered. */
  | {
      readonly id: number
      readonly _tag: "Refused"
      readonly code: UnansweredCode
      readonly facts: UnansweredFacts[UnansweredCode]
    }
  /** A part of the answer, or how far it is. */
  | { readonly id: number; readonly _tag: "Progress"; readonly part: unknown }

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

/** Versions as a thread got them, whose equal texts are the same ones again: each comes as a copy of its own. */
export const withSameTexts = (versions: VersionTexts): VersionTexts => ({
  ...versions,
  after: new Map(
    [...versions.after].map(([file, text]) => {
      const older = versions.before.get(file)
      return [file, older === text ? older : text]
    }),
  ),
})
