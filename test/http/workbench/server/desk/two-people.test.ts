import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { type Desk, makeDesk } from "../../../../../http/workbench/server/desk/desk.ts"
import { SignedIn } from "../../../../../http/workbench/server/signed-in.ts"
import { times } from "../../../../support/long.ts"

const file = "fees.csv"
const people = ["lea@viatica.example", "paul@viatica.example"] as const
const first = ["a", "a", "b", "b", "c", "c"]

/** What one person does at a desk: writes a row that is theirs, takes their last step back, or makes it again. */
interface Act {
  readonly who: 0 | 1
  readonly does: "write" | "undo" | "redo"
  readonly row: number
  readonly text: string
}

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom(0, 1),
  does: fc.constantFrom("write", "write", "undo", "redo"),
  row: fc.nat(2),
  text: fc.constantFrom("", "x", "longer", "longest of all"),
})

/** One person's rows, as they would be without the other. */
interface OwnRows {
  rows: ReadonlyArray<string>
  before: ReadonlyArray<ReadonlyArray<string>>
  after: ReadonlyArray<ReadonlyArray<string>>
}

const own = (): OwnRows => ({ rows: ["a", "b", "c"], before: [], after: [] })

const done = ({ after, before, rows }: OwnRows, { does, row, text }: Act): OwnRows => {
  const [last, next] = [before.at(-1), after.at(-1)]
  if (does === "write") {
    const written = rows.with(row, text)
    const isSame = written.join() === rows.join()
    return isSame
      ? { rows, before, after }
      : { rows: written, before: [...before, rows], after: [] }
  }
  if (does === "undo") {
    return last === undefined
      ? { rows, before, after }
      : { rows: last, before: before.slice(0, -1), after: [...after, rows] }
  }
  return next === undefined
    ? { rows, before, after }
    : { rows: next, before: [...before, rows], after: after.slice(0, -1) }
}

describe("a desk of two people", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-two-people-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const text = (): string => readFileSync(join(folder, file), "utf8")

  const openDesk = (): Promise<Desk> => {
    writeFileSync(join(folder, file), `${first.join("\n")}\n`)
    const before = { sources: new Map(), errors: [], name: "start", commit: undefined }
    return Effect.runPromise(makeDesk(folder, { ...before, pathOf: (path) => path }))
  }

  /** Does something in the name of one of the two; what there is nothing to do of is refused. */
  const perform = (desk: Desk, { does, row, text: cell, who }: Act) => {
    const member = { person: { name: people[who] ?? "", mail: people[who] ?? "" }, roles: [] }
    const write = desk.edit(({ sources }) => {
      const rows = (sources.get(file) ?? "").split("\n")
      const texts = new Map([[file, rows.with(row * 2 + who, cell).join("\n")]])
      return Effect.succeed({ label: { action: "cells" as const, file, count: 1 }, texts })
    })
    const work = { write, undo: desk.undo, redo: desk.redo }[does]
    return Effect.runPromise(Effect.ignore(work).pipe(Effect.provideService(SignedIn, member)))
  }

  it("takes back for each what that one did, whatever the other did since", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 24 }), async (acts) => {
        const desk = await openDesk()
        const models = [own(), own()]
        for (const each of acts) {
          await perform(desk, each)
          models[each.who] = done(models[each.who] ?? own(), each)
          const [one, other] = models
          const rows = one?.rows.flatMap((row, at) => [row, other?.rows[at] ?? ""]) ?? []
          assert.strictEqual(text(), `${rows.join("\n")}\n`)
        }
        for (const who of [0, 1] as const) {
          for (const _ of acts) await perform(desk, { does: "undo", row: 0, text: "", who })
        }
        assert.strictEqual(text(), "a\na\nb\nb\nc\nc\n")
      }),
      { numRuns: times(60, 2_000) },
    )
  })

  it("leaves a step that another has overwritten, and says so", async () => {
    const desk = await openDesk()
    const write = (who: 0 | 1, text: string) => perform(desk, { does: "write", who, row: 0, text })
    await write(0, "lea")
    const theirs = { person: { name: people[1], mail: people[1] }, roles: [] }
    await Effect.runPromise(
      desk
        .edit(({ sources }) => {
          const texts = new Map([[file, (sources.get(file) ?? "").replace("lea", "paul")]])
          return Effect.succeed({ label: { action: "cells" as const, file, count: 1 }, texts })
        })
        .pipe(Effect.provideService(SignedIn, theirs)),
    )
    const refused = await Effect.runPromise(
      Effect.flip(desk.undo).pipe(
        Effect.provideService(SignedIn, {
          person: { name: people[0], mail: people[0] },
          roles: [],
        }),
      ),
    )
    assert.strictEqual(refused.code, "StepLost")
    assert.include(text(), "paul")
  })
})
