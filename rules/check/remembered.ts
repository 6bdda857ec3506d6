import { atOnce } from "../../core/at-once.ts"
import {
  keepAnswer,
  type KeptAnswers,
  keptAnswer,
  type StandingOf,
} from "../../core/check/kept-answers.ts"
import { askedFileOf, isCaseFile } from "../../core/table/case-table.ts"
import { definitionFileOf, isOwnFile } from "../../core/table/own-table.ts"
import { type AllTables, definitions } from "../tables/index.ts"

type SomeTables = Partial<AllTables>

/** The texts of tables by file, as far as a check reads them. */
export type Texts = Pick<ReadonlyMap<string, string>, "get">

/** What a check has read, and the answer that it gave. */
interface Remembered<Answer> {
  readonly tables: ReadonlyMap<string, unknown>
  readonly there: ReadonlyMap<string, boolean>
  readonly texts: ReadonlyMap<string, string | undefined>
  /** Which tables there were, where it has looked. */
  readonly names: ReadonlySet<string>
  readonly answer: Answer
}

const namesIn = (tables: SomeTables): string => Object.keys(tables).join(" ")

/** Tables that keep which of them are looked at, and which are only asked for whether they are there. */
const watched = (
  tables: SomeTables,
  read: Map<string, unknown>,
  there: Map<string, boolean>,
  names: Set<string>,
): SomeTables => {
  const all: Readonly<Record<string | symbol, unknown>> = tables
  const note = (name: string | symbol): unknown => {
    if (typeof name === "string") read.set(name, all[name])
    return all[name]
  }
  return new Proxy(tables, {
    get: (_, name) => note(name),
    has: (_, name) => {
      if (typeof name === "string") there.set(name, name in tables)
      return name in tables
    },
    // Which tables there are; what is done with each of them is noted then.
    ownKeys: () => {
      names.add(namesIn(tables))
      return Reflect.ownKeys(tables)
    },
  })
}

/** Under which question what a check finds is kept for other processes, which takes that it finds data. */
export interface KeptUnder {
  readonly answers: KeptAnswers
  readonly question: string
  /** What else its answer depends on. */
  readonly under?: string
}

/** How tables and texts stand: a table is what its text says, where nothing is wrong in it. */
const standings =
  ({ answers, under = "" }: KeptUnder, tables: SomeTables, texts: Texts): StandingOf =>
  (what) => {
    if (what === "under") return under
    const [kind, name = ""] = what.split(" ")
    if (kind === "there") return String(name in tables)
    if (kind === "names") return namesIn(tables)
    const isTable = kind === "table"
    if (isTable && !(name in tables)) return ""
    if (isTable && isOwnFile(name)) {
      const asked = isCaseFile(name) ? askedFileOf(name) : name
      return answers.digest([texts.get(name), texts.get(definitionFileOf(asked))])
    }
    const text = texts.get(isTable ? definitions[name as keyof AllTables].file : name)
    return text === undefined ? "" : answers.digest(text)
  }

/** What checks several tables in steps, between which the caller may turn to something else. */
type Steps<Answer> = (tables: SomeTables, texts: Texts) => Generator<undefined, Answer>

/**
 * A check of several tables in steps that is asked anew only when a table or a text that it has read is
 * another one than before, here or, where it is kept, in other processes. Steps that nobody takes to the
 * end leave nothing to remember.
 */
export const rememberedSteps = <Answer>(check: Steps<Answer>, kept?: KeptUnder): Steps<Answer> => {
  let last: Remembered<Answer> | undefined
  return function* (tables, texts) {
    const now: Readonly<Record<string, unknown>> = tables
    const holds =
      last !== undefined &&
      [...last.tables].every(([name, table]) => now[name] === table) &&
      [...last.names].every((names) => names === namesIn(tables)) &&
      [...last.there].every(([name, isThere]) => name in tables === isThere) &&
      [...last.texts].every(([file, text]) => texts.get(file) === text)
    if (last !== undefined && holds) return last.answer
    const standingOf = kept && standings(kept, tables, texts)
    const before = standingOf && keptAnswer(kept.answers, kept.question, standingOf)
    if (before !== undefined) return before.answer as Answer
    const read = {
      tables: new Map<string, unknown>(),
      there: new Map<string, boolean>(),
      texts: new Map<string, string | undefined>(),
      names: new Set<string>(),
    }
    const answer = yield* check(watched(tables, read.tables, read.there, read.names), {
      get: (file) => {
        read.texts.set(file, texts.get(file))
        return texts.get(file)
      },
    })
    last = { ...read, answer }
    if (kept === undefined || standingOf === undefined) return answer
    const seen = [
      "under",
      ...(read.names.size > 0 ? ["names"] : []),
      ...[...read.tables.keys()].map((name) => `table ${name}`),
      ...[...read.there.keys()].map((name) => `there ${name}`),
      ...[...read.texts.keys()].map((file) => `text ${file}`),
    ]
    return keepAnswer(kept.answers, kept.question, { answer, read: seen, standingOf })
  }
}

/**
 * A check of several tables that is asked anew only when a table or a text that it has read is another
 * one than before, here or, where it is kept, in other processes.
 */
export const remembered = <Answer>(
  check: (tables: SomeTables, texts: Texts) => Answer,
  kept?: KeptUnder,
): ((tables: SomeTables, texts: Texts) => Answer) => {
  // oxlint-disable-next-line require-yield -- a check of a single step
  const steps = rememberedSteps<Answer>(function* (tables, texts) {
    return check(tables, texts)
  }, kept)
  return (tables, texts) => atOnce(steps(tables, texts))
}
