import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { makeAnswer } from "../../core/engine/answer-table.ts"
import { columnsOfFeel, feelProblem } from "../../core/portable/read-portable.ts"
import { nearest } from "../../core/table/nearest.ts"
import { systemReason } from "../platform/system-error.ts"
import { loadFeel } from "../tables/forms/dmn/feel.ts"
import { definitionEnd } from "../../core/table/own-table.ts"
import { loadPortable } from "../tables/forms/portable/portable-files.ts"
import { type TriggerRefused, triggerRefused } from "./triggers/trigger-refused.ts"

/** Imported tables that an emulator answers by, to try them. */
export interface ImportedTables {
  /** The tables, by name, with what each is asked with and answers. */
  readonly list: Effect.Effect<ReadonlyArray<object>, TriggerRefused>
  /** What a table answers some facts. */
  readonly evaluate: (table: string, facts: unknown) => Effect.Effect<object, TriggerRefused>
}

/**
 * The imported tables of a folder, as `tables import --out` writes them. They are read anew for every
 * question, so that an edit of their rows is answered at once.
 */
export const importedTables = (folder: string | undefined): ImportedTables => {
  const read = Effect.fnUntraced(function* (name: string) {
    const [within, names] = yield* listed
    if (!names.includes(name)) {
      const close = nearest(name, names)
      return yield* triggerRefused(
        { _tag: "NoTable", name, names },
        close === undefined ? [] : [close],
      )
    }
    const file = `${name}${definitionEnd}`
    const [definition = "", source = ""] = yield* reading(() =>
      Promise.all([file, `${name}.csv`].map((each) => readFile(join(within, each), "utf8"))),
    )
    const loaded = loadPortable(`${name}.csv`, definition, source)
    if (Result.isFailure(loaded)) {
      return yield* triggerRefused({ _tag: "NoDefinition", file, fault: loaded.failure })
    }
    const { errors } = loaded.success
    return errors.length > 0 ? yield* triggerRefused({ _tag: "WrongRows", errors }) : loaded.success
  })
  const listed = Effect.gen(function* () {
    if (folder === undefined) return yield* triggerRefused({ _tag: "NoTables" })
    return [folder, yield* reading(() => namesIn(folder))] as const
  })
  return {
    list: Effect.gen(function* () {
      const [, names] = yield* listed
      return yield* Effect.forEach(names, (name) =>
        Effect.map(read(name), ({ table }) => ({
          table: name,
          about: table.about,
          hitPolicy: table.hitPolicy,
          facts: (table.facts ?? table.inputs).map((fact) => fact.name),
          results: table.outputs.map((output) => output.name),
        })),
      )
    }),
    evaluate: Effect.fnUntraced(function* (name, facts) {
      const { decision, table } = yield* read(name)
      const isOfFeel = columnsOfFeel(table).length > 0
      const feel = isOfFeel ? yield* Effect.promise(loadFeel) : undefined
      const problem = feelProblem(table, feel !== undefined)
      if (problem !== undefined) return yield* triggerRefused({ _tag: "NotAsked", name, problem })
      const answer = makeAnswer(table, decision, feel?.evaluate)(facts)
      if (Result.isSuccess(answer)) return answer.success
      return yield* triggerRefused({ _tag: "NotAnswered", refusal: answer.failure })
    }),
  }
}

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder))
    .filter((file) => file.endsWith(definitionEnd))
    .map((file) => file.slice(0, -definitionEnd.length))
    .toSorted()

const reading = <A>(read: () => Promise<A>): Effect.Effect<A, TriggerRefused> =>
  Effect.tryPromise({
    try: read,
    catch: (cause) => triggerRefused({ _tag: "Failed", says: systemReason(cause) }),
  })
