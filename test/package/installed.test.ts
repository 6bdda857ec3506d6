import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { bundleInput } from "../../.config/bundle.ts"
import { runProcess } from "../support/run-process.ts"
import { asked, sameBilans, sameSentences } from "./expected.ts"
import { copyConsumer, install, manifest, npmTimeoutMs, pack, root } from "./npm.ts"
import { typedConsumer, typedSettings } from "./typed-consumer.ts"

/** What the engine says where a content security policy allows no code made from text. */
const noGeneration = "Code generation from strings disallowed for this context"

const noGenerationInDeno = "--v8-flags=--disallow-code-generation-from-strings"

interface Sbom {
  readonly components: ReadonlyArray<{
    readonly group?: string
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly licenses: ReadonlyArray<{ readonly license: { readonly id: string } }>
  }>
}

/** The packages from whose files the code of the bundle comes, as its source maps tell. */
const packagesOfSources = async (): Promise<ReadonlyArray<string>> => {
  const bundle = await rolldown(bundleInput({ root, nodeOldest: 20, tablesDigest: "" }))
  const { output } = await bundle.generate({ format: "esm", sourcemap: true })
  await bundle.close()
  const sources = output.flatMap((file) => (file.type === "chunk" ? (file.map?.sources ?? []) : []))
  const names = sources.flatMap(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  )
  // What joins the chunks is of the bundler itself, and has no map.
  return [...new Set([...names, "rolldown"])].sort()
}

describe("the packed package, installed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-package-"))
  const consumer = join(folder, "consumer")
  const home = join(consumer, "node_modules/viatica")
  const denoSettings = { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" }
  let archive = ""

  beforeAll(async () => {
    archive = await pack(root, join(folder, "archives"))
    await install(consumer, archive)
    copyConsumer(consumer)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const versionOfEffect = (): string => {
    const text = readFileSync(join(consumer, "node_modules/effect/package.json"), "utf8")
    return (JSON.parse(text) as { readonly version: string }).version
  }

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

  it(
    "does with the oldest effect that it allows, which is the one it is developed with",
    async () => {
      const { effect: range } = manifest.peerDependencies
      const oldest = range.replace(/^\^/, "")
      assert.strictEqual(manifest.devDependencies["effect"], oldest)
      if (versionOfEffect() === oldest) return
      const elsewhere = join(folder, "oldest-effect")
      await install(elsewhere, archive, `effect@${oldest}`)
      copyConsumer(elsewhere)
      sameBilans(await runProcess(process.execPath, ["bilans.mjs", asked], { cwd: elsewhere }))
    },
    npmTimeoutMs,
  )

  it("holds code, tables, icons and documents only, and no path of the machine that built it", () => {
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const names = files.map((file) => file.slice(home.length + 1))
    const allowed =
      /^(package\.json|(README|CHANGELOG|CONTRIBUTING)\.md|LICENSE|data\/README\.md|\.github\/SECURITY\.md|docs\/[\w-]+\.md|docs\/pictures\/[\w-]+\.(png|svg)|dist\/viatica\.js|dist\/sbom\.cdx\.json|docs\/api\.txt|dist\/types\/.+\.d\.ts|dist\/lib\/([\w-]+\.js|LICENCES\.txt)|dist\/tables\/\w+\.(js|d\.ts)|dist\/service\/([\w-]+\.js|LICENCES\.txt)|dist\/assets\/[\w-]+\.(css|js|svg)|dist\/workbench\/(index\.html|assets\/[\w-]+\.(css|js|svg))|dist\/vectors\/[\w-]+\.json|dist\/data\/.+\.(csv|svg|md)|dist\/data\/corpus\/case_outcomes\.json)$/
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

  it("holds every file that its README leads to", () => {
    const readme = readFileSync(join(home, "README.md"), "utf8")
    const led = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path ?? "")
    assert.isAbove(led.length, 10)
    assert.deepStrictEqual(
      led.filter((path) => path !== "data/" && !existsSync(join(home, path))),
      [],
    )
  })

  it("lists in its bill of materials the packages whose code it holds, each with its licence", async () => {
    const bundled = await packagesOfSources()
    const sbom = readFileSync(join(home, "dist/sbom.cdx.json"), "utf8")
    const { components } = JSON.parse(sbom) as Sbom
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))
    assert.deepStrictEqual(names.sort(), bundled)
    assert.includeMembers(names, ["effect", "@effect/platform-node", "@effect/sql-pg"])
    const licences = readFileSync(join(home, "dist/service/LICENCES.txt"), "utf8")
    for (const { group, licenses, name, purl, version } of components) {
      const path = group === undefined ? name : `${group}/${name}`
      const file = join(root, "node_modules", path, "package.json")
      const { license, version: installed } = JSON.parse(readFileSync(file, "utf8")) as Record<
        "license" | "version",
        string
      >
      assert.strictEqual(version, installed)
      assert.deepStrictEqual(licenses, [{ license: { id: license } }])
      assert.strictEqual(purl, `pkg:npm/${path.replace("@", "%40")}@${version}`)
      assert.include(licences, `${path} ${version}, ${license}\n`)
    }
    assert.notMatch(sbom, /https?:(?!\/\/cyclonedx\.org\/schema\/)/)
  })

  it("makes the same bilans under Node, with no file, network or module of Node", async () => {
    const args = [
      "--permission",
      "--disallow-code-generation-from-strings",
      `--allow-fs-read=${consumer}`,
      "--import",
      "./seal.mjs",
      "bilans.mjs",
      asked,
    ]
    const report = sameBilans(await runProcess(process.execPath, args, { cwd: consumer }))
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
    const report = sameBilans(
      await runProcess(join(root, "node_modules/.bin/deno"), [...args, asked], {
        cwd: consumer,
        environment: denoSettings,
      }),
    )
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
    "renders sentences under Node and Deno",
    async () => {
      const sealed = ["--permission", `--allow-fs-read=${consumer}`, "--import", "./seal.mjs"]
      const noCode = "--disallow-code-generation-from-strings"
      const node = await runProcess(process.execPath, [...sealed, noCode, "rendered.mjs", asked], {
        cwd: consumer,
      })
      assert.strictEqual(node.stderr, "")
      sameSentences(node)
      const denied = ["run", "--no-remote", "--no-prompt", noGenerationInDeno, "rendered.mjs"]
      sameSentences(
        await runProcess(join(root, "node_modules/.bin/deno"), [...denied, asked], {
          cwd: consumer,
          environment: denoSettings,
        }),
      )
    },
    npmTimeoutMs,
  )
})
