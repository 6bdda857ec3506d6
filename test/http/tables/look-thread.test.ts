import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { FolderLook } from "../../../http/tables/folder-look.ts"
import { lookPolicy, makeThreadLook } from "../../../http/tables/look-thread.ts"
import { loadBundle } from "../../../http/tables/load-bundle.ts"
import { folderBounds } from "../../../http/tables/bounded-files.ts"
import { tableBounds } from "../../../rules/tables/index.ts"
import { copyTables } from "./copied-tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const bins = "coach/bins.csv"

const mistakesIn = (look: FolderLook): ReadonlyArray<string> =>
  look._tag === "Refused" ? look.mistakes : []

describe("a thread that looks at tables", () => {
  it.live(
    "finds them sound, then known, then wrong, with the first mistakes and their number",
    () =>
      Effect.gen(function* () {
        using tables = copyTables()
        const look = yield* makeThreadLook(tables.folder)
        const first = yield* look([])
        const { hash } = yield* loadBundle(tables.folder)
        expect(first).toMatchObject({ _tag: "Sound", hash })
        const { icons, sources } = first as Extract<FolderLook, { readonly _tag: "Sound" }>
        expect(sources.get(bins)).toBe(shippedSources().get(bins))
        expect(icons.size).toBeGreaterThan(20)
        const { fingerprint } = first
        expect(yield* look(["other", fingerprint])).toEqual({ _tag: "Known", fingerprint })
        tables.insert(
          "reference/languages.csv",
          ...Array.from({ length: 9 }, (_, at) => `X${at},x`),
        )
        tables.edit("icons/key.svg", () => `<svg>${"x".repeat(20)}</svg>`)
        const wrong = yield* look([fingerprint])
        expect(wrong).toMatchObject({ _tag: "Refused", count: 10 })
        expect(mistakesIn(wrong)).toHaveLength(5)
        expect(mistakesIn(wrong)[0]).toMatch(/^icons\/key\.svg:1:1 "<svg>" should be xmlns=/)
      }).pipe(Effect.scoped),
  )

  it.live("tells what is too much by its place", () =>
    Effect.gen(function* () {
      using tables = copyTables()
      const look = yield* makeThreadLook(tables.folder)
      const { bytesMax, rowsMax } = tableBounds(bins)
      tables.edit(bins, (text) => text.padEnd(bytesMax + 1, "#"))
      tables.edit("icons/key.svg", (text) => text.padEnd(70_000, " "))
      tables.edit("reference/limits.csv", (text) => text.padEnd(200_000, "#"))
      expect(mistakesIn(yield* look([]))).toEqual([
        `${bins}:1:1 expected a file of at most ${bytesMax} bytes`,
        "icons/key.svg:1:1 expected a file of at most 65536 bytes",
        "reference/limits.csv:1:1 expected a file of at most 131072 bytes",
      ])
      const [header] = (shippedSources().get(bins) ?? "").split("\n")
      tables.edit(bins, () => `${header}\n${"#\nx\n".repeat(rowsMax + 1)}`)
      tables.edit("icons/key.svg", (text) => text.trimEnd())
      tables.edit("reference/limits.csv", () => shippedSources().get("reference/limits.csv") ?? "")
      expect(mistakesIn(yield* look([]))).toEqual([
        `${bins}:${2 * rowsMax + 3}:1 expected at most ${rowsMax} rows`,
      ])
    }).pipe(Effect.scoped),
  )

  it.live("refuses more icons than are served", () =>
    Effect.gen(function* () {
      using tables = copyTables()
      const look = yield* makeThreadLook(tables.folder)
      for (let at = 0; at < folderBounds.iconsMax; at += 1) {
        writeFileSync(join(tables.folder, `icons/more-${at}.svg`), "")
      }
      expect(mistakesIn(yield* look([]))[0]).toBe("icons:1:1 expected at most 500 icons")
    }).pipe(Effect.scoped),
  )

  it.live("says that a folder cannot be read, and reads it once it can", () =>
    Effect.gen(function* () {
      using tables = copyTables()
      using others = copyTables()
      const look = yield* makeThreadLook(tables.folder)
      rmSync(tables.folder, { recursive: true })
      const failed = yield* Effect.flip(look([]))
      expect(failed).toMatchObject({ _tag: "TablesUnreadable", reason: "no such folder" })
      expect((yield* (yield* makeThreadLook(others.folder))([]))._tag).toBe("Sound")
    }).pipe(Effect.scoped),
  )

  it.live.each([
    ["memory", { ...lookPolicy, heapMegabytesMax: 12 }, "it takes too much memory"],
    ["time", { ...lookPolicy, timeoutMs: 1 }, "it takes longer than 1 ms"],
  ] as const)("that takes too much %s ends alone, with the reason", ([, policy, reason]) =>
    Effect.gen(function* () {
      using tables = copyTables()
      const look = yield* makeThreadLook(tables.folder, policy)
      for (let time = 0; time < 2; time += 1) {
        const failed = yield* Effect.flip(look([]))
        expect(failed).toMatchObject({ _tag: "TablesUnjudged", reason })
      }
    }).pipe(Effect.scoped),
  )

  it.live("that has ended for want of questions is followed by another", () =>
    Effect.gen(function* () {
      using tables = copyTables()
      const look = yield* makeThreadLook(tables.folder, { ...lookPolicy, idleMs: 1 })
      const { fingerprint } = yield* look([])
      yield* Effect.sleep("50 millis")
      expect(yield* look([fingerprint])).toEqual({ _tag: "Known", fingerprint })
    }).pipe(Effect.scoped),
  )
})
