/** An answer as data, with all that it was found from: what was read, and how that stood. */
export interface KeptAnswer {
  readonly from: ReadonlyMap<string, string>
  readonly answer: unknown
}

/** Answers that outlive the process in which they were given, by their questions. */
export interface KeptAnswers {
  /** A short text that stands for data: that of other data is another one. */
  readonly digest: (data: unknown) => string
  /** What was answered to a question, while different things stood there. */
  readonly given: (question: string) => ReadonlyArray<KeptAnswer>
  readonly keep: (question: string, given: KeptAnswer) => void
}

/** How something stands now, by the name under which an answer has noted it. */
export type StandingOf = (what: string) => string

/** What was answered while everything stood as it stands now. */
export const keptAnswer = (
  answers: KeptAnswers,
  question: string,
  standingOf: StandingOf,
): KeptAnswer | undefined =>
  answers
    .given(question)
    .find(({ from }) => [...from].every(([what, standing]) => standingOf(what) === standing))

/** Keeps an answer with how all that it was found from stands now; gives the answer. */
export const keepAnswer = <Answer>(
  answers: KeptAnswers,
  question: string,
  {
    answer,
    read,
    standingOf,
  }: {
    readonly answer: Answer
    readonly read: Iterable<string>
    readonly standingOf: StandingOf
  },
): Answer => {
  const from = new Map([...read].map((what) => [what, standingOf(what)] as const))
  answers.keep(question, { from, answer })
  return answer
}

/**
 * The digest of what is read of a place, such as some columns of a table. While the place stands as it
 * stood it is known, and nothing is read.
 */
export const keptDigest = (
  answers: KeptAnswers,
  question: string,
  standing: string,
  read: () => unknown,
): string => {
  const standingOf = (): string => standing
  const known = keptAnswer(answers, question, standingOf)
  if (known !== undefined) return known.answer as string
  const answer = answers.digest(read())
  return keepAnswer(answers, question, { answer, read: ["place"], standingOf })
}
