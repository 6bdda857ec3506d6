/** Texts of one file that are remembered, by the revision in which each came to be. */
const textsMax = 24

/** Remembers what tables said at earlier revisions, so that an edit of what a page still shows can be merged. */
export interface PastTexts {
  readonly note: (revision: number, files: Iterable<readonly [file: string, text: string]>) => void
  /** What a file said at a revision; undefined where that is too long ago. */
  readonly at: (file: string, revision: number) => string | undefined
}

/** Begins with the texts of the first revision. */
export const makePastTexts = (first: ReadonlyMap<string, string>): PastTexts => {
  const known = new Map<string, Array<{ readonly revision: number; readonly text: string }>>()
  const note: PastTexts["note"] = (revision, files) => {
    for (const [file, text] of files) {
      const texts = known.get(file) ?? []
      texts.push({ revision, text })
      known.set(file, texts.slice(-textsMax))
    }
  }
  note(0, first)
  return {
    note,
    at: (file, revision) => known.get(file)?.findLast((one) => one.revision <= revision)?.text,
  }
}
