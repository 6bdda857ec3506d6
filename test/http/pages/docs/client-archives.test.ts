import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { strFromU8, unzipSync } from "fflate"
import { isInstalled, python } from "../../../support/programs.ts"
import { runProcess } from "../../../support/run-process.ts"
import { useService } from "../../../support/service.ts"

interface Versions {
  readonly clients: string
  readonly files: ReadonlyArray<{
    readonly name: string
    readonly url: string
    readonly bytes: number
    readonly sha256: string
  }>
}

interface Packages {
  readonly packages: Readonly<
    Record<string, Readonly<Record<string, { readonly dist: { url: string; shasum: string } }>>>
  >
}

const service = useService()

const at = (name: string): string => `http://127.0.0.1:${service().port}/docs/files/${name}`

/** What is handed out under a name; addresses in files are of `BASE_URL`, and lead here. */
const taken = async (name: string): Promise<Uint8Array> => {
  const response = await fetch(at(name))
  assert.strictEqual(response.status, 200, name)
  return new Uint8Array(await response.arrayBuffer())
}

const asJson = async (name: string): Promise<unknown> => JSON.parse(strFromU8(await taken(name)))

const nameIn = (url: string): string => url.split("/docs/files/")[1] ?? ""

const folder = mkdtempSync(join(tmpdir(), "viatica-archives-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runs = async (
  file: string,
  args: ReadonlyArray<string>,
  environment = {},
): Promise<string> => {
  const ended = await runProcess(file, args, { cwd: folder, environment })
  assert.strictEqual(ended.status, 0, ended.stderr)
  return ended.stdout
}

describe("clients as package managers install them", () => {
  it("are listed with their digests, each as it is handed out", async () => {
    const { clients, files } = (await asJson("versions.json")) as Versions
    assert.match(clients, /^\d+\.\d+\.\d+$/)
    assert.isAbove(files.length, 20)
    for (const { bytes, name, sha256, url } of files) {
      const body = await taken(name)
      assert.deepStrictEqual(
        [name, nameIn(url), body.byteLength, createHash("sha256").update(body).digest("hex")],
        [name, name, bytes, sha256],
      )
    }
  })

  it.skipIf(!isInstalled(python, "-m", "pip", "--version"))("install with pip", async () => {
    const { clients } = (await asJson("versions.json")) as Versions
    const wheel = at(`python/viatica-${clients}-py3-none-any.whl`)
    const into = join(folder, "python")
    const flags = "--quiet --no-index --disable-pip-version-check --root-user-action ignore"
    await runs(python, ["-m", "pip", "install", ...flags.split(" "), "--target", into, wheel])
    const asked =
      "import importlib.metadata, viatica; print(viatica.Client.__name__, importlib.metadata.version('viatica'))"
    const said = await runs(python, ["-c", asked], { PYTHONPATH: into })
    assert.strictEqual(said, `Client ${clients}\n`)
  })

  it.skipIf(!isInstalled("go", "version"))(
    "are a module that Go's proxy protocol finds",
    async () => {
      const { clients } = (await asJson("versions.json")) as Versions
      const environment = {
        GOPROXY: at("go"),
        GONOSUMDB: "viatica.example",
        GOTOOLCHAIN: "local",
        GOFLAGS: "-mod=mod -modcacherw",
        GOWORK: "off",
        GOPATH: join(folder, "go"),
        GOCACHE: join(folder, "go-cache"),
      }
      await runs("go", ["mod", "init", "example.com/first"], environment)
      await runs("go", ["get", "viatica.example/viatica@latest"], environment)
      const listed = await runs("go", ["list", "-m", "viatica.example/viatica"], environment)
      assert.strictEqual(listed, `viatica.example/viatica v${clients}\n`)
    },
  )

  it("are an archive in a repository as Composer reads it", async () => {
    const { packages } = (await asJson("php/packages.json")) as Packages
    const { clients } = (await asJson("versions.json")) as Versions
    const dist = packages["viatica/client"]?.[clients]?.dist ?? assert.fail()
    const archive = await taken(nameIn(dist.url))
    assert.strictEqual(createHash("sha1").update(archive).digest("hex"), dist.shasum)
    const held = unzipSync(archive)
    const manifest = JSON.parse(strFromU8(held["composer.json"] ?? new Uint8Array())) as {
      readonly autoload: { readonly files: ReadonlyArray<string> }
    }
    // What the manifest has loaded lies in the archive, as the client is handed out.
    for (const file of manifest.autoload.files) {
      const text = strFromU8(held[file] ?? new Uint8Array())
      assert.strictEqual(text, strFromU8(await taken("php/viatica.php")))
    }
  })
})
