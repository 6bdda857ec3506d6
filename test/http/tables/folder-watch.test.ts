import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { watchFolder } from "../../../http/tables/folder-watch.ts"

const cleanups: Array<() => void> = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** An empty folder with a folder in it, gone after the test. */
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-watch-"))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, "sub"))
  return folder
}

/** Watches a folder and counts what it is told of. */
const watching = Effect.fnUntraced(function* (folder: string) {
  const seen = { changes: 0 }
  yield* watchFolder(folder, () => {
    seen.changes += 1
  })
  return {
    told: () => seen.changes,
    /** Waits for word of what has been done just now; the test's time limit ends a vain wait. */
    word: Effect.promise(async () => {
      while (seen.changes === 0) await delay(10)
      // Whatever else is told of the same change.
      await delay(100)
      seen.changes = 0
    }),
  }
})

describe("a watched folder", () => {
  it.live("tells of tables written, renamed and removed in it and below", () =>
    Effect.gen(function* () {
      const folder = makeFolder()
      const { word } = yield* watching(folder)
      for (const path of ["a.csv", "sub/b.csv", "sub/c.svg", "sub/d.table.json"].map((name) =>
        join(folder, name),
      )) {
        for (const change of [
          () => writeFileSync(path, "one"),
          () => writeFileSync(path, "two"),
          () => {
            writeFileSync(`${path}.new`, "three")
            renameSync(`${path}.new`, path)
          },
          () => writeFileSync(path, "four"),
          () => rmSync(path),
        ]) {
          change()
          yield* word
        }
      }
    }),
  )

  it.effect("tells at its next look of what the system does not tell", () =>
    Effect.gen(function* () {
      const [first, second] = [makeFolder(), makeFolder()]
      const link = join(makeFolder(), "link")
      symlinkSync(first, link)
      const { told, word } = yield* watching(link)
      symlinkSync(second, `${link}-next`)
      renameSync(`${link}-next`, link)
      expect(told()).toBe(0)
      yield* TestClock.adjust("5 seconds")
      yield* word
      writeFileSync(join(second, "sub/a.csv"), "one")
      yield* word
    }),
  )

  it.effect("tells of folders that come later, and of what is in them", () =>
    Effect.gen(function* () {
      const folder = makeFolder()
      const { word } = yield* watching(folder)
      rmSync(folder, { recursive: true })
      yield* word
      mkdirSync(folder)
      writeFileSync(join(folder, "a.csv"), "one")
      yield* TestClock.adjust("5 seconds")
      yield* TestClock.adjust("5 seconds")
      yield* word
    }),
  )

  it.live("is left alone when the scope closes", () =>
    Effect.gen(function* () {
      const folder = makeFolder()
      const scope = yield* Scope.make()
      const { told, word } = yield* Scope.provide(watching(folder), scope)
      writeFileSync(join(folder, "a.csv"), "one")
      yield* word
      yield* Scope.close(scope, Exit.void)
      writeFileSync(join(folder, "a.csv"), "two")
      yield* Effect.promise(() => delay(200))
      expect(told()).toBe(0)
    }),
  )
})
