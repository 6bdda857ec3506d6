import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { rolldown } from "rolldown"
import { build } from "vite"
import { bundleInput } from "../../.config/bundle.ts"
import { scriptsOf, workbenchPageInput } from "../../.config/workbench-pages.ts"
import type { SessionView } from "../../http/workbench/protocol/session.ts"
import { plainEnvironment, runProcess } from "../support/run-process.ts"
import { askWorkbench } from "../support/workbench.ts"
import { asked, sameBilans, sameSentences } from "./expected.ts"
import {
  copyConsumer,
  install,
  manifests,
  newestEffect,
  npmTimeoutMs,
  packedPackage,
  root,
} from "./npm.ts"
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

/**
 * The packages from whose files scripts come, as their source maps tell, by their folders below
 * `node_modules`: one may be there in several versions, within others.
 */
const packagesOf = (
  scripts: ReadonlyArray<{ readonly map: { readonly sources: ReadonlyArray<string> } | null }>,
): Array<string> =>
  scripts
    .flatMap(({ map }) => map?.sources ?? [])
    .flatMap(
      (source) =>
        /^.*?node_modules\/((?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
    )

const packagesOfService = async (): Promise<Array<string>> => {
  const bundle = await rolldown(bundleInput({ root, nodeOldest: 20, tablesDigest: "" }))
  const { output } = await bundle.generate({ format: "esm", sourcemap: true })
  await bundle.close()
  return packagesOf(output.filter((file) => file.type === "chunk"))
}

const packagesOfWorkbench = async (folder: string): Promise<Array<string>> => {
  const input = workbenchPageInput(folder)
  const settings = { ...input.build, write: false, sourcemap: true }
  return packagesOf(scriptsOf(await build({ ...input, build: settings })))
}

/** What joins chunks is of the bundlers themselves, and outlines are no code: they have no map. */
const withoutMap = ["rolldown", "vite", "world-atlas"]

describe("the packed packages, installed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-package-"))
  const consumer = join(folder, "consumer")
  const homes = {
    library: join(consumer, "node_modules/viatica"),
    service: join(consumer, "node_modules/viatica-service"),
  }
  const denoSettings = { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" }
  const archives = { library: "", service: "" }

  beforeAll(async () => {
    archives.library = await packedPackage("library")
    archives.service = await packedPackage("service")
    await install(consumer, archives.library, archives.service, newestEffect)
    copyConsumer(consumer)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const versionOfEffect = (): string => {
    const text = readFileSync(join(consumer, "node_modules/effect/package.json"), "utf8")
    return (JSON.parse(text) as { readonly version: string }).version
  }

  it("bring nothing along: what importers download is less than a megabyte", async () => {
    const alone = join(folder, "alone")
    await install(alone, archives.library)
    const installed = readdirSync(join(alone, "node_modules"), {
      recursive: true,
      encoding: "utf8",
    })
    const found = installed.filter((file) =>
      /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$|^(@[^/]+\/)?[^/]+\/package\.json$/.test(
        file,
      ),
    )
    assert.deepStrictEqual(found, ["viatica/package.json"])
    assert.isBelow(statSync(archives.library).size, 1_000_000)
    const program = 'import { bilan } from "viatica"; console.log(bilan({})._tag)'
    const ended = await runProcess(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: alone,
    })
    assert.deepStrictEqual([ended.stdout, ended.stderr], ["Failure\n", ""])
  })

  it("are built by npm before it packs them", () => {
    for (const [name, { scripts }] of Object.entries(manifests).slice(1)) {
      assert.strictEqual(scripts["prepack"], `node ../../.config/build.ts ${name}`)
    }
  })

  it("have manifests that every tool understands", async () => {
    for (const archive of Object.values(archives)) {
      const { buffer } = Buffer.from(readFileSync(archive))
      const options = { level: "warning", strict: true, pack: { tarball: buffer } } as const
      const { messages, pkg } = await publint(options)
      assert.deepStrictEqual(
        messages.map((message) => formatMessage(message, pkg) ?? message.code),
        [],
      )
    }
  })

  it(
    "does with the oldest effect that it allows, which is the one it is developed with",
    async () => {
      const oldest = manifests.library.peerDependencies["effect"]?.replace(/^\^/, "")
      assert.strictEqual(manifests.project.devDependencies["effect"], oldest)
      if (versionOfEffect() === oldest) return
      const elsewhere = join(folder, "oldest-effect")
      await install(elsewhere, archives.library, `effect@${oldest}`)
      copyConsumer(elsewhere)
      sameBilans(await runProcess(process.execPath, ["bilans.mjs", asked], { cwd: elsewhere }))
    },
    npmTimeoutMs,
  )

  it("hold code, tables, icons and documents only, and no path of the machine that built them", () => {
    const both = "package\\.json|(README|CHANGELOG)\\.md|LICENSE|dist/sbom\\.cdx\\.json"
    const allowed = {
      library: new RegExp(
        `^(${both}|dist/docs/(api\\.txt|[\\w-]+\\.md)|dist/types/.+\\.d\\.ts|dist/lib/(?:client/|effect/)?([\\w-]+\\.js|LICENCES\\.txt)|dist/tables/\\w+\\.(js|d\\.ts))$`,
      ),
      service: new RegExp(
        `^(${both}|dist/docs/(api\\.txt|[\\w-]+\\.md|pictures/[\\w-]+\\.(png|svg)|clients/viatica_worker\\.py|tools/verify_certificate\\.py)|dist/viatica\\.js|dist/service/([\\w.-]+\\.js|LICENCES\\.txt)|dist/assets/[\\w-]+\\.(css|js|svg)|dist/workbench/(index\\.html|LICENCES\\.txt|assets/[\\w.-]+\\.(css|js|svg))|dist/vectors/[\\w-]+\\.json|dist/clients/(viatica\\.tgz|\\w+/[\\w.]+)|dist/data/.+\\.(csv|svg|md)|dist/data/corpus/case_outcomes\\.json)$`,
      ),
    }
    for (const name of ["library", "service"] as const) {
      const files = readdirSync(homes[name], { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      const names = files.map((file) => file.slice(homes[name].length + 1))
      assert.deepStrictEqual(
        names.filter((file) => !allowed[name].test(file)),
        [],
      )
      assert.isAbove(names.length, 50)
      assert.deepStrictEqual(
        files.filter((file) => readFileSync(file, "utf8").includes(root)),
        [],
      )
    }
  })

  it("hold every document that their READMEs name", () => {
    for (const home of Object.values(homes)) {
      const readme = readFileSync(join(home, "README.md"), "utf8")
      const named = [...readme.matchAll(/`(dist\/docs\/[^`]+)`/g)].map(([, path]) => path ?? "")
      assert.isAbove(named.length, 3)
      assert.deepStrictEqual(
        named.filter((path) => !existsSync(join(home, path))),
        [],
      )
    }
  })

  it("list in their bills of materials the packages whose code they hold, each with its licence", async () => {
    const service = await packagesOfService()
    const page = await packagesOfWorkbench(join(folder, "page"))
    const bundled = [...new Set([...service, ...page, ...withoutMap])].sort()
    const sbom = readFileSync(join(homes.service, "dist/sbom.cdx.json"), "utf8")
    const { components } = JSON.parse(sbom) as Sbom
    const stated = (home: string) => {
      const file = join(root, "node_modules", home, "package.json")
      return JSON.parse(readFileSync(file, "utf8")) as Record<
        "license" | "name" | "version",
        string
      >
    }
    const called = ({ name, version }: { readonly name: string; readonly version: string }) =>
      `${name} ${version}`
    const listed = components.map(({ group, name, version }) =>
      called({ name: group ? `${group}/${name}` : name, version }),
    )
    assert.deepStrictEqual(listed.sort(), bundled.map((home) => called(stated(home))).sort())
    assert.includeMembers(service, ["effect", "@effect/platform-node", "@effect/sql-pg"])
    assert.includeMembers(page, ["@revolist/revogrid", "@observablehq/plot", "d3-geo", "preact"])
    const licencesIn = (part: string) =>
      readFileSync(join(homes.service, "dist", part, "LICENCES.txt"), "utf8")
    const licences = { service: licencesIn("service"), workbench: licencesIn("workbench") }
    for (const { group, licenses, name, purl, version } of components) {
      const path = group === undefined ? name : `${group}/${name}`
      const homes = bundled.filter((home) => called(stated(home)) === `${path} ${version}`)
      const { license } = stated(homes[0] ?? "")
      // Of two licences that a package leaves the choice between, the first is taken.
      const [taken = ""] = license.split(/ or /i)
      assert.deepStrictEqual(licenses, [{ license: { id: taken } }])
      assert.strictEqual(purl, `pkg:npm/${path.replace("@", "%40")}@${version}`)
      const line = `${path} ${version}, ${taken}\n`
      if (homes.some((home) => service.includes(home))) assert.include(licences.service, line)
      if (homes.some((home) => page.includes(home) || withoutMap.includes(home))) {
        assert.include(licences.workbench, line)
      }
    }
    assert.notMatch(sbom, /https?:(?!\/\/cyclonedx\.org\/schema\/)/)
  })

  it("open the workbench, which sends its page and tells its session", async () => {
    const bench = spawn(
      process.execPath,
      [
        join(homes.service, "dist/viatica.js"),
        "workbench",
        join(homes.service, "dist/data"),
        "--json",
      ],
      { cwd: folder, env: plainEnvironment(), stdio: ["ignore", "pipe", "inherit"] },
    )
    const ended = once(bench, "exit")
    try {
      const [line] = (await once(createInterface(bench.stdout), "line")) as [string]
      const { url } = JSON.parse(line) as { readonly url: string }
      const page = await (await fetch(url)).text()
      const [, script = "none"] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
      assert.strictEqual((await fetch(new URL(script, url))).status, 200)
      const reply = await askWorkbench<SessionView>(url, "session", {})
      assert.strictEqual(reply._tag, "Answered")
      assert.isAbove(reply._tag === "Answered" ? reply.output.tables.length : 0, 50)
      bench.kill("SIGTERM")
      assert.deepStrictEqual(await ended, [0, null])
    } finally {
      bench.kill("SIGKILL")
    }
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
