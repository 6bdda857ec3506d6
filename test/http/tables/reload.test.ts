import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { inForceOn } from "../../../http/tables/in-force.ts"
import { makeReload } from "../../../http/tables/reload.ts"
import { releaseOf, withdrawn } from "../../rules/tables/releases.ts"
import { tablesBody } from "../../../http/pages/health.ts"
import { folderInMemory, manifestText } from "./folder-in-memory.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const languages = "reference/languages.csv"
const moreLanguages = `${shippedSources().get(languages)?.trimEnd()}\nxx,Test\n`
const wrongLanguages = "language,name\nXX,Upper\nYY,Upper\n"

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)

/** Reloading over a folder in memory, on a day. */
const start = Effect.fnUntraced(function* (
  today: string,
  files: Readonly<Record<string, string>> = {},
) {
  yield* TestClock.setTime(day(today))
  const folder = folderInMemory(files)
  const reload = yield* makeReload(folder.parts)
  const body = (on: string) => tablesBody(reload.status(), day(on))
  return { folder, reload, body, first: folder.hash() }
})

describe("reloading", () => {
  it.effect("takes changed tables, and nothing while they are the same", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2026-11-21")
      expect(yield* reload.reload).toBe("unchanged")
      expect(body("2026-11-21")).toEqual({
        hash: first,
        schemaVersion: 1,
        effectiveFrom: "2026-01-01",
        effectiveUntil: null,
        past: false,
        loadedAt: "2026-11-21T00:00:00.000Z",
      })
      folder.hold({ [languages]: moreLanguages })
      yield* TestClock.adjust("1 minute")
      expect(yield* reload.reload).toBe("taken")
      expect(yield* reload.reload).toBe("unchanged")
      expect(folder.taken).toEqual([folder.hash()])
      expect(body("2026-11-21").hash).toBe(folder.hash())
      expect(body("2026-11-21").loadedAt).toBe("2026-11-21T00:01:00.000Z")
      expect(folder.hash()).not.toBe(first)
    }),
  )

  it.effect("names at its start the releases that it leaves out, and why", () => {
    const said: Array<unknown> = []
    const logger = Logger.make<unknown, void>(({ fiber, message }) => {
      said.push([message, fiber.getRef(References.CurrentLogAnnotations)])
    })
    return Effect.gen(function* () {
      yield* TestClock.setTime(day("2026-11-21"))
      const { parts } = folderInMemory()
      const bad = releaseOf("bad", "2026-11-01", { [languages]: wrongLanguages })
      const releases = [bad, releaseOf("good", "2026-11-02", { [languages]: moreLanguages })]
      const held = { folder: "tables", files: { sources: shippedSources(), errors: [] }, releases }
      const { bundle } = Result.getOrThrow(inForceOn(held, "2026-11-21"))
      yield* makeReload({ ...parts, first: bundle })
      expect(said).toEqual([
        [
          ["a release is refused"],
          {
            release: "bad",
            mistakes: 2,
            first: expect.stringMatching(/^releases\/bad\/reference\/languages\.csv:2:1 /),
          },
        ],
      ])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("takes changed icons", () =>
    Effect.gen(function* () {
      const { first, folder, reload } = yield* start("2026-11-21")
      folder.holdIcons({ "a.svg": "<svg></svg>" })
      expect(yield* reload.reload).toBe("taken")
      expect(folder.taken).toEqual([first])
    }),
  )

  it.effect("keeps the old tables and says why, until the mistakes are gone", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2026-11-21")
      folder.hold({ [languages]: wrongLanguages, "fees.csv": "name\n" })
      expect(yield* reload.reload).toBe("refused")
      const { hash, refused } = body("2026-11-21")
      expect(hash).toBe(first)
      expect(refused?.count).toBeGreaterThan(4)
      expect(refused?.mistakes).toHaveLength(5)
      expect(refused?.mistakes[0]).toMatch(/^fees\.csv:1:1 /)
      expect(JSON.stringify(refused)).not.toContain("/secret")
      expect(yield* reload.reload).toBe("unchanged")
      expect(body("2026-11-21").refused).toEqual(refused)

      folder.hold({ [languages]: moreLanguages })
      expect(yield* reload.reload).toBe("taken")
      expect(body("2026-11-21")).not.toHaveProperty("refused")
      expect(folder.taken).toEqual([folder.hash()])
    }),
  )

  it.effect("forgets a refusal when the folder holds again what is in force", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2026-11-21")
      folder.hold({ [languages]: wrongLanguages })
      expect(yield* reload.reload).toBe("refused")
      expect(body("2026-11-21").refused?.count).toBe(2)
      folder.hold({})
      expect(yield* reload.reload).toBe("unchanged")
      expect(body("2026-11-21")).not.toHaveProperty("refused")
      expect(body("2026-11-21").hash).toBe(first)
      folder.hold({ [languages]: wrongLanguages })
      expect(yield* reload.reload).toBe("refused")
      expect(folder.taken).toEqual([])
    }),
  )

  it.effect("keeps the old tables while the folder cannot be read, without naming it", () =>
    Effect.gen(function* () {
      const { body, folder, reload } = yield* start("2026-11-21")
      folder.lose("EODD: something, scandir '/secret/tables/coach'")
      expect(yield* reload.reload).toBe("refused")
      expect(body("2026-11-21").refused?.mistakes).toEqual([
        "the folder cannot be read: EODD: something, scandir 'the folder/coach'",
      ])
      folder.lose(undefined)
      expect(yield* reload.reload).toBe("unchanged")
      expect(body("2026-11-21")).not.toHaveProperty("refused")
    }),
  )

  it.effect("refuses tables of another schema with that one mistake", () =>
    Effect.gen(function* () {
      const { body, folder, reload } = yield* start("2026-11-21")
      const manifest = manifestText("2026-01-01").replace("\n1,", "\n2,")
      folder.hold({ [languages]: wrongLanguages, "bundle.csv": manifest })
      expect(yield* reload.reload).toBe("refused")
      expect(body("2026-11-21").refused?.mistakes).toEqual([
        'bundle.csv:2:1 schema_version: "2" should be 1, the schema version that is read here',
      ])
    }),
  )

  it.effect("takes nothing that changes while it is read", () =>
    Effect.gen(function* () {
      const { folder, reload } = yield* start("2026-11-21")
      folder.hold({ [languages]: moreLanguages })
      folder.afterRead(() => folder.hold({ [languages]: `${moreLanguages}xy,Test\n` }))
      expect(yield* reload.reload).toBe("unsettled")
      expect(folder.taken).toEqual([])
      expect(yield* reload.reload).toBe("taken")
      expect(folder.taken).toEqual([folder.hash()])
    }),
  )

  it.effect("outlives an application that cannot be made", () =>
    Effect.gen(function* () {
      const folder = folderInMemory()
      const reload = yield* makeReload({
        ...folder.parts,
        prepare: () => Effect.die(new Error("broken in /secret/tables")),
      })
      folder.hold({ [languages]: moreLanguages })
      expect(yield* reload.reload).toBe("refused")
      expect(tablesBody(reload.status(), 0).refused?.mistakes).toEqual([
        "the tables could not be loaded; the log says why",
      ])
    }),
  )
})

describe("tables for a day to come", () => {
  it.effect("wait for 00:00 UTC of their first day, and are the ones that were checked", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2026-12-30")
      folder.hold({ "bundle.csv": manifestText("2027-01-01", "2027-12-31") })
      expect(yield* reload.reload).toBe("waiting")
      expect(yield* reload.reload).toBe("unchanged")
      expect(body("2026-12-30").hash).toBe(first)
      expect(body("2026-12-30").waiting).toEqual({
        hash: folder.hash(),
        schemaVersion: 1,
        effectiveFrom: "2027-01-01",
        effectiveUntil: "2027-12-31",
      })
      yield* TestClock.setTime(day("2027-01-01") - 1)
      yield* reload.beginDay
      expect(folder.taken).toEqual([])
      yield* TestClock.adjust(1)
      yield* reload.beginDay
      expect(folder.taken).toEqual([folder.hash()])
      expect(body("2027-01-01").hash).toBe(folder.hash())
      expect(body("2027-01-01")).not.toHaveProperty("waiting")
      expect(yield* reload.reload).toBe("unchanged")
    }),
  )

  it.effect("are taken at once on their first day", () =>
    Effect.gen(function* () {
      const { folder, reload } = yield* start("2027-01-01")
      folder.hold({ "bundle.csv": manifestText("2027-01-01") })
      expect(yield* reload.reload).toBe("taken")
    }),
  )

  it.effect("wait no longer when the folder holds the old ones or wrong ones again", () =>
    Effect.gen(function* () {
      const { body, folder, reload } = yield* start("2026-12-30")
      for (const [then, outcome] of [
        [{}, "unchanged"],
        [{ [languages]: wrongLanguages }, "refused"],
      ] as const) {
        folder.hold({ "bundle.csv": manifestText("2027-01-01") })
        expect(yield* reload.reload).toBe("waiting")
        folder.hold(then)
        expect(yield* reload.reload).toBe(outcome)
        expect(body("2026-12-30")).not.toHaveProperty("waiting")
      }
      yield* TestClock.setTime(day("2027-01-01"))
      yield* reload.beginDay
      expect(folder.taken).toEqual([])
    }),
  )
})

describe("tables past their last day", () => {
  it.effect("stay in force and are said to be past, from the day after", () =>
    Effect.gen(function* () {
      const { body, first, reload } = yield* start("2026-12-31", {
        "bundle.csv": manifestText("2026-01-01", "2026-12-31"),
      })
      yield* reload.beginDay
      expect(body("2026-12-31").past).toBe(false)
      expect(body("2027-01-01")).toMatchObject({ past: true, hash: first })
    }),
  )

  it.effect("are taken when they are all that the folder holds", () =>
    Effect.gen(function* () {
      const { body, folder, reload } = yield* start("2026-11-21")
      folder.hold({ "bundle.csv": manifestText("2026-01-01", "2026-11-20") })
      expect(yield* reload.reload).toBe("taken")
      expect(body("2026-11-21").past).toBe(true)
    }),
  )
})

describe("releases", () => {
  const rise = releaseOf("rise", "2027-01-01", { [languages]: moreLanguages })

  const names = (body: ReturnType<typeof tablesBody>) =>
    body.releases?.map(({ name, state }) => `${name} ${state}`)

  it.effect("come into force at the beginning of their day, without a change in the folder", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2026-12-31")
      folder.holdReleases([rise])
      expect(yield* reload.reload).toBe("taken")
      expect(names(body("2026-12-31"))).toEqual(["rise waiting"])
      expect(body("2026-12-31").hash).toBe(first)
      yield* TestClock.setTime(day("2027-01-01") - 1)
      yield* reload.beginDay
      expect(body("2026-12-31").hash).toBe(first)
      yield* TestClock.adjust(1)
      yield* reload.beginDay
      expect(names(body("2027-01-01"))).toEqual(["rise inForce"])
      expect(body("2027-01-01").hash).not.toBe(first)
      yield* reload.beginDay
      expect(folder.taken.length).toBe(2)
    }),
  )

  it.effect(
    "come into force later where the folder cannot be read at the beginning of their day",
    () =>
      Effect.gen(function* () {
        const { body, folder, reload } = yield* start("2026-12-31")
        folder.holdReleases([rise])
        yield* reload.reload
        folder.lose("the disk is away")
        yield* TestClock.setTime(day("2027-01-01"))
        yield* reload.beginDay
        expect(names(body("2027-01-01"))).toEqual(["rise waiting"])
        folder.lose(undefined)
        yield* TestClock.adjust("1 minute")
        yield* reload.beginDay
        expect(names(body("2027-01-01"))).toEqual(["rise inForce"])
      }),
  )

  it.effect("that are faulty keep no other back, and are told", () =>
    Effect.gen(function* () {
      const { body, folder, reload } = yield* start("2027-01-01")
      const bad = releaseOf("bad", "2026-12-01", { [languages]: wrongLanguages })
      folder.holdReleases([bad, rise])
      expect(yield* reload.reload).toBe("taken")
      expect(names(body("2027-01-01"))).toEqual(["bad refused", "rise inForce"])
      expect(body("2027-01-01").releases?.[0]?.mistake).toMatch(/^releases\/bad\/reference/)
    }),
  )

  it.effect("that are withdrawn give the tables before", () =>
    Effect.gen(function* () {
      const { body, first, folder, reload } = yield* start("2027-01-01")
      folder.holdReleases([rise])
      yield* reload.reload
      folder.holdReleases([withdrawn(rise, "2027-01-01")])
      expect(yield* reload.reload).toBe("taken")
      expect(body("2027-01-01").hash).toBe(first)
    }),
  )
})
