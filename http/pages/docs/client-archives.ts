import { createHash } from "node:crypto"
import { strToU8, zipSync } from "fflate"
import { memo } from "../../../core/memory.ts"
import { type Answer, sharedAnswer } from "../../api/answer.ts"
import { clientChangelog, clientNames } from "./changelog.ts"
import { clientFiles, clientText, javaArchiveBytes } from "./files.ts"

/**
 * A file that package managers ask a running service for, by its name; undefined where there is none. A wheel
 * for pip, a module for Go's proxy protocol, a repository for Maven and Gradle, one with an archive for Composer, and
 * `versions.json`, which lists the files of all clients with their digests. The same sources give the same bytes.
 */
export const archiveFile = (baseUrl: string, name: string): Answer | undefined =>
  archives(baseUrl).get(name)

const archives = memo((baseUrl: string): ReadonlyMap<string, Answer> => {
  const changelogs = clientNames.map((name) => textFile(...changesOf(name)))
  const maven = mavenRepository()
  const packed = [
    ...wheel(),
    ...goModule(),
    ...maven,
    ...composerRepository(baseUrl),
    ...changelogs,
  ]
  const texts = Object.keys(clientFiles).map((name) => ({ name, body: strToU8(sourceOf(name)) }))
  const files = [...packed, ...texts]
    .map(({ body, name }) => ({
      name,
      url: `${baseUrl}/docs/files/${name}`,
      bytes: body.byteLength,
      sha256: createHash("sha256").update(body).digest("hex"),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  const versions = jsonFile("versions.json", { clients: clientVersion(), files })
  return new Map(
    [...packed, ...maven.flatMap(checksums), versions].map(({ body, contentType, name }) => [
      name,
      sharedAnswer({
        status: 200,
        contentType,
        body,
        headers: { "cache-control": "public, max-age=3600" },
      }),
    ]),
  )
})

interface ArchiveFile {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array
}

/** The version of the clients beside TypeScript, which their manifests hold. */
export const clientVersion = (): string =>
  /^version = "(.+)"$/m.exec(clientText("python/pyproject.toml") ?? "")?.[1] ?? "0.0.0"

const json = "application/json"
const zip = "application/zip"
const plain = "text/plain; charset=utf-8"

const jsonFile = (name: string, content: unknown): ArchiveFile => ({
  name,
  contentType: json,
  body: strToU8(`${JSON.stringify(content, undefined, 2)}\n`),
})

const textFile = (name: string, text: string): ArchiveFile => ({
  name,
  contentType: plain,
  body: strToU8(text),
})

type Texts = Readonly<Record<string, string>>

/** Dated alike, in the time of wherever this is, which is what such an archive holds, so that a digest stands for what is in it. */
const zipped = (texts: Texts): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), {
    level: 9,
    mtime: "1980-01-02T00:00:00",
    os: 3,
  })

/** The changelog of a client under its name. */
const changesOf = (client: string): readonly [name: string, text: string] => {
  const name = `${client}/CHANGELOG.md`
  return [name, clientChangelog(name) ?? ""]
}

const sourceOf = (name: string): string => clientText(name) ?? ""

const pythonName = "viatica"

/** The client in Python as pip installs it, after the binary distribution format of Python's packages. */
const wheel = (): ReadonlyArray<ArchiveFile> => {
  const version = clientVersion()
  const manifest = sourceOf("python/pyproject.toml")
  const said = (field: string): string =>
    new RegExp(`^${field} = "(.+)"$`, "m").exec(manifest)?.[1] ?? ""
  const about = `${pythonName}-${version}.dist-info`
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${pythonName}`,
    `Version: ${version}`,
    `Summary: ${said("description")}`,
    `Requires-Python: ${said("requires-python")}`,
    "Description-Content-Type: text/markdown",
    "",
    sourceOf("python/README.md"),
  ].join("\n")
  const kind = [
    "Wheel-Version: 1.0",
    "Generator: viatica",
    "Root-Is-Purelib: true",
    "Tag: py3-none-any",
    "",
  ].join("\n")
  const files: Texts = {
    [`${pythonName}.py`]: sourceOf("python/viatica.py"),
    [`${about}/METADATA`]: metadata,
    [`${about}/CHANGELOG.md`]: changesOf("python")[1],
    [`${about}/WHEEL`]: kind,
  }
  const record = `${about}/RECORD`
  const lines = Object.entries(files).map(([name, text]) => {
    const digest = createHash("sha256").update(text).digest("base64url")
    return `${name},sha256=${digest},${strToU8(text).byteLength}`
  })
  const body = zipped({ ...files, [record]: [...lines, `${record},,`, ""].join("\n") })
  return [{ name: `python/${pythonName}-${version}-py3-none-any.whl`, contentType: zip, body }]
}

/** The client in Go as its proxies hand modules out: `GOPROXY` is the folder `/docs/files/go`. */
const goModule = (): ReadonlyArray<ArchiveFile> => {
  const version = `v${clientVersion()}`
  const manifest = sourceOf("go/go.mod")
  const module = /^module (\S+)$/m.exec(manifest)?.[1] ?? ""
  const inside = `${module}@${version}`
  const body = zipped({
    [`${inside}/go.mod`]: manifest,
    [`${inside}/viatica.go`]: sourceOf("go/viatica.go"),
    [`${inside}/events.go`]: sourceOf("go/events.go"),
    [`${inside}/README.md`]: sourceOf("go/README.md"),
    [`${inside}/CHANGELOG.md`]: changesOf("go")[1],
  })
  const at = `go/${module}/@v`
  const info = { Version: version, Time: "1980-01-02T00:00:00Z" }
  return [
    textFile(`${at}/list`, `${version}\n`),
    jsonFile(`${at}/${version}.info`, info),
    textFile(`${at}/${version}.mod`, manifest),
    { name: `${at}/${version}.zip`, contentType: zip, body },
    jsonFile(`go/${module}/@latest`, info),
  ]
}

/** Where Maven and Gradle look for the client in Java, in the repository `/docs/files/maven`. */
const mavenFolder = "maven/viatica/viatica"

/** The client in Java in a repository that Maven and Gradle read, compiled and as sources. */
const mavenRepository = (): ReadonlyArray<ArchiveFile> => {
  const jar = javaArchiveBytes()
  if (jar === undefined) return []
  const manifest = sourceOf("java/pom.xml")
  const version = /<version>(.+)<\/version>/.exec(manifest)?.[1] ?? ""
  const named = `${mavenFolder}/${version}/viatica-${version}`
  const sources = zipped({
    "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n\n",
    "META-INF/README.md": sourceOf("java/README.md"),
    "META-INF/CHANGELOG.md": changesOf("java")[1],
    ...Object.fromEntries(
      ["Json", "Viatica", "ViaticaEvents"].map((name) => [
        `viatica/${name}.java`,
        sourceOf(`java/${name}.java`),
      ]),
    ),
  })
  const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>viatica</groupId>
  <artifactId>viatica</artifactId>
  <versioning>
    <latest>${version}</latest>
    <release>${version}</release>
    <versions>
      <version>${version}</version>
    </versions>
  </versioning>
</metadata>
`
  return [
    textFile(`${mavenFolder}/maven-metadata.xml`, metadata),
    textFile(`${named}.pom`, manifest),
    { name: `${named}.jar`, contentType: javaArchiveType, body: jar },
    { name: `${named}-sources.jar`, contentType: javaArchiveType, body: sources },
  ]
}

const javaArchiveType = "application/java-archive"

/** What Maven and Gradle ask for beside each file, to see whether it came whole. */
const checksums = ({ body, name }: ArchiveFile): ReadonlyArray<ArchiveFile> =>
  ["sha256", "sha1", "md5"].map((kind) =>
    textFile(`${name}.${kind}`, createHash(kind).update(body).digest("hex")),
  )

/** The client in PHP in a repository that Composer reads: `/docs/files/php`. */
const composerRepository = (baseUrl: string): ReadonlyArray<ArchiveFile> => {
  const version = clientVersion()
  const manifest = JSON.parse(sourceOf("php/composer.json")) as { readonly name: string }
  const name = `php/viatica-client-${version}.zip`
  const body = zipped({
    "composer.json": sourceOf("php/composer.json"),
    "README.md": sourceOf("php/README.md"),
    "CHANGELOG.md": changesOf("php")[1],
    "src/viatica.php": sourceOf("php/viatica.php"),
  })
  const dist = {
    type: "zip",
    url: `${baseUrl}/docs/files/${name}`,
    shasum: createHash("sha1").update(body).digest("hex"),
  }
  return [
    { name, contentType: zip, body },
    jsonFile("php/packages.json", {
      packages: { [manifest.name]: { [version]: { ...manifest, version, dist } } },
    }),
  ]
}
