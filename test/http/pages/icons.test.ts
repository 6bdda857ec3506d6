import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { describeTableError } from "../../../core/table/error.ts"
import { readIcons, readSoundIcons } from "../../../http/tables/icons/icon-check.ts"
import { type Icons, makeIcons } from "../../../http/pages/icons.ts"
import type { IncomingCall } from "../../../http/api/incoming.ts"
import { readFolder } from "../../../http/tables/folder-look.ts"
import { makeCheckFiles } from "../../../http/tables/table-bundle.ts"
import { runProcess } from "../../support/run-process.ts"
import { copyTables } from "../tables/copied-tables.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const call: IncomingCall = {
  method: "GET",
  path: "/icons/a.svg",
  query: "",
  peer: () => "127.0.0.1",
  headerValues: () => [],
  readBody: () => Effect.succeed(new Uint8Array()),
}

const request = HttpServerRequest.fromWeb(new Request("http://127.0.0.1/icons/a.svg"))

/** The text under an icon's path; undefined where nothing is served. */
const textAt = (icons: Icons, path: string) =>
  icons.route.answer(call, path.slice("/icons/".length)).pipe(
    Effect.map((answer) =>
      answer !== undefined && "contentType" in answer ? answer.body : answer,
    ),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.scoped,
  )

it.effect("an icon that has been served stays under its name when it changes or goes", () =>
  Effect.gen(function* () {
    const served = new Map<string, string>()
    const before = makeIcons(new Map([["a.svg", "<svg>old</svg>"]]), served)
    const after = makeIcons(new Map([["a.svg", "<svg>new</svg>"]]), served)
    const none = makeIcons(new Map(), served)
    expect(after.path("a.svg")).not.toBe(before.path("a.svg"))
    for (const icons of [after, none]) {
      expect(yield* textAt(icons, before.path("a.svg"))).toContain("old")
      expect(yield* textAt(icons, after.path("a.svg"))).toContain("new")
      expect(yield* textAt(icons, "/icons/a.svg")).toBeUndefined()
    }
  }),
)

const hostile = `<svg xmlns="http://www.w3.org/2000/svg">\n  <script>alert(1)</script>\n</svg>\n`

const mistake = /^icons\/key\.svg:2:3 "<script" should be one of svg, g, /

it.effect("a hostile icon is told by file, line and reason, and keeps a server from starting", () =>
  Effect.gen(function* () {
    using tables = copyTables()
    tables.edit("icons/key.svg", () => hostile)
    const error = yield* Effect.flip(readSoundIcons(tables.folder))
    expect(error._tag).toBe("TablesInvalid")
    expect(error.message).toContain("icons/key.svg:2:3")
    const content = yield* readFolder(tables.folder)
    const [first, ...more] = content.files.errors.map(describeTableError)
    expect(first).toMatch(mistake)
    expect(more).toEqual([])
    const checked = makeCheckFiles()(tables.folder, content.files)
    expect(Result.isFailure(checked) && checked.failure.errors).toEqual(content.files.errors)
  }),
)

it.effect("an icon that is not UTF-8 is a mistake", () =>
  Effect.gen(function* () {
    using tables = copyTables()
    tables.edit("icons/key.svg", () => Uint8Array.of(0x3c, 0x73, 0xff))
    const { errors } = yield* readIcons(tables.folder)
    expect(errors.map(describeTableError)).toEqual([
      "icons/key.svg:1:3 expected text in UTF-8, not the byte 0xff",
    ])
  }),
)

it("tables check lists it", async () => {
  using tables = copyTables()
  tables.edit("icons/key.svg", () => hostile)
  const { status, stdout } = await runProcess(
    process.execPath,
    ["http/cli/main.ts", "tables", "check", "--budget", "1", "--tables", tables.folder],
    { cwd: root },
  )
  expect(status).toBe(1)
  expect(stdout).toContain("icons/key.svg:2:3")
})
