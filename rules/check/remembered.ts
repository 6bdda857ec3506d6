import { atOnce } from "../../core/at-once.ts"
import type { AllTables } from "../tables/index.ts"

type SomeTables = Partial<AllTables>

/** The texts of tables by file, as far as a check reads them. */
export type Texts = Pick<ReadonlyMap<string, string>, "get">

/** What a check has read, and the answer that it gave. */
interface Remembered<Answer> {
  readonly tables: ReadonlyMap<string, unknown>
  readonly there: ReadonlyMap<string, boolean>
  readonly texts: ReadonlyMap<string, string | undefined>
  readonly answer: Answer
}

/** Tables that keep which of them are looked at, and which are only asked for whether they are there. */
const watched = (
  tables: SomeTables,
  read: Map<string, unknown>,
  there: Map<string, boolean>,
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
    ownKeys: () => {
      for (const name of Object.keys(tables)) note(name)
      return Reflect.ownKeys(tables)
    },
  })
}

/** What checks several tables in steps, between which the caller may turn to something else. */
type Steps<Answer> = (tables: SomeTables, texts: Texts) => Generator<undefined, Answer>

/**
 * A check of several tables in steps that is asked anew only when a table or a text that it has read is
 * another one than before. Steps that nobody takes to the end leave nothing to remember.
 */
export const rememberedSteps = <Answer>(check: Steps<Answer>): Steps<Answer> => {
  let last: Remembered<Answer> | undefined
  return function* (tables, texts) {
    const now: Readonly<Record<string, unknown>> = tables
    const holds =
      last !== undefined &&
      [...last.tables].every(([name, table]) => now[name] === table) &&
      [...last.there].every(([name, isThere]) => name in tables === isThere) &&
      [...last.texts].every(([file, text]) => texts.get(file) === text)
    if (last !== undefined && holds) return last.answer
    const read = {
      tables: new Map<string, unknown>(),
      there: new Map<string, boolean>(),
      texts: new Map<string, string | undefined>(),
    }
    const answer = yield* check(watched(tables, read.tables, read.there), {
      get: (file) => {
        read.texts.set(file, texts.get(file))
        return texts.get(file)
      },
    })
    last = { ...read, answer }
    return answer
  }
}

/**
 * A check of several tables that is asked anew only when a table or a text that it has read is another
 * one than before.
 */
export const remembered = <Answer>(
  check: (tables: SomeTables, texts: Texts) => Answer,
): ((tables: SomeTables, texts: Texts) => Answer) => {
  // oxlint-disable-next-line require-yield -- a check of a single step
  const steps = rememberedSteps<Answer>(function* (tables, texts) {
    return check(tables, texts)
  })
  return (tables, texts) => atOnce(steps(tables, texts))
}
