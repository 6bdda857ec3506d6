import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { fileTarget } from "../../../../http/bulk/outputs/answer-sinks.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-target-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a file of answers", () => {
  it.effect("takes its name when it is finished, in the place of an older one", () =>
    Effect.gen(function* () {
      const file = join(folder, "answers.csv")
      writeFileSync(file, "old")
      const target = yield* fileTarget(file)
      yield* Effect.promise(() => target.write(Buffer.from("a,b\n")))
      assert.strictEqual(readFileSync(file, "utf8"), "old")
      yield* Effect.promise(() => target.write(Buffer.from("1,2\n")))
      yield* Effect.promise(() => target.finish())
      assert.strictEqual(readFileSync(file, "utf8"), "a,b\n1,2\n")
    }).pipe(
      Effect.scoped,
      Effect.andThen(
        Effect.sync(() => assert.deepStrictEqual(readdirSync(folder), ["answers.csv"])),
      ),
    ),
  )

  it.effect("is not there, nor a part of it, where it was not finished", () =>
    Effect.gen(function* () {
      const target = yield* fileTarget(join(folder, "broken.csv"))
      yield* Effect.promise(() => target.write(Buffer.from("a,b\n")))
    }).pipe(
      Effect.scoped,
      Effect.andThen(
        Effect.sync(() => assert.deepStrictEqual(readdirSync(folder), ["answers.csv"])),
      ),
    ),
  )

  it.effect("says why it cannot be written", () =>
    Effect.gen(function* () {
      const file = join(folder, "no", "such", "file.csv")
      const failed = yield* Effect.flip(fileTarget(file))
      assert.strictEqual(failed.message, `Cannot write ${file}: no such file or folder`)
    }).pipe(Effect.scoped),
  )
})
