import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { strFromU8, unzipSync } from "fflate"
import { installs } from "../../../../http/pages/docs/snippets/installs.ts"
import { isLong } from "../../../support/long.ts"
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

/** What a page says to type or to write for a package manager. */
const linesOf = (id: string, { clients }: Versions): string =>
  installs.find((each) => each.id === id)?.lines(at("").replace("/docs/files/", ""), clients) ??
  assert.fail(id)

const mavenHere = isLong && isInstalled("mvn", "--version") && isInstalled("javac", "-version")

describe("clients as package managers install them", () => {
  it("are told alike by pages and by the document for partners", async () => {
    const document = readFileSync(
      fileURLToPath(new URL("../../../../docs/partners.md", import.meta.url)),
      "utf8",
    )
    const { clients } = (await asJson("versions.json")) as Versions
    for (const { lines } of installs) assert.include(document, lines("$URL", clients))
  })

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
    const into = join(folder, "python")
    const line = linesOf("install-pip", { clients, files: [] }).replace("python3", python)
    await runs("sh", ["-ec", line], {
      PIP_QUIET: "1",
      PIP_NO_INDEX: "1",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      PIP_ROOT_USER_ACTION: "ignore",
      PIP_TARGET: into,
    })
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
        GOTOOLCHAIN: "local",
        GOFLAGS: "-mod=mod -modcacherw",
        GOWORK: "off",
        GOPATH: join(folder, "go"),
        GOCACHE: join(folder, "go-cache"),
      }
      await runs("go", ["mod", "init", "example.com/first"], environment)
      await runs("sh", ["-ec", linesOf("install-go", { clients, files: [] })], environment)
      const listed = await runs("go", ["list", "-m", "viatica.example/viatica"], environment)
      assert.strictEqual(listed, `viatica.example/viatica v${clients}\n`)
    },
  )

  it("are a repository as Maven and Gradle read it, with every checksum that they ask for", async () => {
    const { clients, files } = (await asJson("versions.json")) as Versions
    const named = `maven/viatica/viatica/${clients}/viatica-${clients}`
    const metadata = "maven/viatica/viatica/maven-metadata.xml"
    const names = [metadata, `${named}.pom`, `${named}.jar`, `${named}-sources.jar`]
    assert.includeMembers(
      files.map(({ name }) => name),
      names,
    )
    for (const name of names) {
      const body = await taken(name)
      for (const kind of ["sha256", "sha1", "md5"]) {
        const due = createHash(kind).update(body).digest("hex")
        assert.strictEqual(strFromU8(await taken(`${name}.${kind}`)), due, name)
      }
    }
    assert.include(strFromU8(await taken(metadata)), `<release>${clients}</release>`)
    assert.deepStrictEqual(await taken(`${named}.pom`), await taken("java/pom.xml"))
    const classes = unzipSync(await taken(`${named}.jar`))
    const sources = unzipSync(await taken(`${named}-sources.jar`))
    for (const name of ["Json", "Viatica", "ViaticaEvents"]) {
      assert.deepStrictEqual(sources[`viatica/${name}.java`], await taken(`java/${name}.java`))
      // A class file of Java 17: its magic number, then its format, 61.
      const begin = Buffer.from(classes[`viatica/${name}.class`] ?? []).subarray(0, 8)
      assert.strictEqual(begin.toString("hex"), "cafebabe0000003d", name)
    }
  })

  it.skipIf(!mavenHere)(
    "compile a program with Maven that has none of them yet",
    async () => {
      const versions = (await asJson("versions.json")) as Versions
      const lines = linesOf("install-maven", versions)
      const project = join(folder, "java")
      // Plugins of Maven's own are kept from run to run; the client is not.
      const local = fileURLToPath(
        new URL("../../../../node_modules/.cache/viatica-maven", import.meta.url),
      )
      rmSync(join(local, "viatica"), { recursive: true, force: true })
      mkdirSync(join(project, "src/main/java"), { recursive: true })
      writeFileSync(
        join(project, "pom.xml"),
        `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>example</groupId><artifactId>first</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
${lines}
</project>`,
      )
      writeFileSync(
        join(project, "src/main/java/First.java"),
        `public class First { public static void main(String[] all) {
  System.out.println(viatica.Json.parse("[1, 2]").items().size()); } }`,
      )
      const goal = ["-q", "-B", "-f", project, `-Dmaven.repo.local=${local}`]
      const { status, stdout } = await runProcess("mvn", [...goal, "compile"], {
        cwd: folder,
        environment: { HOME: process.env["HOME"] ?? folder },
        timeoutMs: 300_000,
      })
      if (status !== 0 && /maven-\w+-plugin.*(?:transfer|resolved)/.test(stdout)) {
        console.log("SKIPPED Maven cannot load its own plugins here")
        return
      }
      assert.strictEqual(status, 0, stdout)
      const jar = join(
        local,
        "viatica/viatica",
        versions.clients,
        `viatica-${versions.clients}.jar`,
      )
      const path = [join(project, "target/classes"), jar].join(delimiter)
      assert.strictEqual(await runs("java", ["-cp", path, "First"]), "2\n")
    },
    320_000,
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
