// Builds the jar of the client in Java, which is kept in the tree, as a service hands it out where no compiler of Java
// is. With `--check`, which needs none either, it says whether the jar is that of the sources.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { javaArchive } from "../http/pages/docs/files.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const client = join(root, "http/clients/java")

const sources = join(client, "src/main/java")

/** Where the jar lies. */
export const javaArchivePath: string = join(root, "http/clients", javaArchive)

/** The Java whose class files every newer one reads, as `pom.xml` says. */
const release = (): string => fieldOf("maven.compiler.release")

const fieldOf = (name: string): string => {
  const manifest = readFileSync(join(client, "pom.xml"), "utf8")
  const [, value] = new RegExp(`<${name.replaceAll(".", "\\.")}>([^<]+)<`).exec(manifest) ?? []
  if (value === undefined) throw new Error(`pom.xml has no ${name}`)
  return value
}

const sourceNames = (): ReadonlyArray<string> =>
  readdirSync(join(sources, "viatica"))
    .filter((name) => name.endsWith(".java"))
    .sort()
    .map((name) => `viatica/${name}`)

/** Files of the jar beside its classes; lines of a manifest are at most 72 bytes long, as the jar format asks. */
const textsOf = (builtWith: string): Readonly<Record<string, string>> => {
  const [group, artifact, version] = ["groupId", "artifactId", "version"].map(fieldOf)
  const digests = sourceNames().map((name) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(sources, name)))
      .digest("base64")
    return `Name: ${name}\nSource-SHA-256: ${digest}\n`
  })
  const head = `Manifest-Version: 1.0\nBuild-Jdk-Spec: ${builtWith}\nAutomatic-Module-Name: viatica\n`
  return {
    "META-INF/MANIFEST.MF": [head, ...digests, ""].join("\n"),
    "META-INF/LICENSE": readFileSync(join(root, "LICENSE"), "utf8"),
    [`META-INF/maven/${group}/${artifact}/pom.properties`]: `artifactId=${artifact}\ngroupId=${group}\nversion=${version}\n`,
  }
}

/** What differs between a jar and the sources as they are; empty where it is theirs. */
export const staleIn = (jar: Uint8Array): ReadonlyArray<string> => {
  const held = unzipSync(jar)
  const textOf = (name: string): string => strFromU8(held[name] ?? new Uint8Array())
  const [, builtWith = ""] = /^Build-Jdk-Spec: (.+)$/m.exec(textOf("META-INF/MANIFEST.MF")) ?? []
  const due = textsOf(builtWith)
  const stale = Object.keys(due).filter((name) => textOf(name) !== due[name])
  const more = Object.keys(held).filter((name) => !(name in due) && !name.endsWith(".class"))
  return [...stale, ...more]
}

/** The Java of this machine that compiles, such as `17`; undefined where none is. */
export const compilerHere = (): string | undefined => {
  try {
    const said = execFileSync("javac", ["-version"], { encoding: "utf8", stdio: "pipe" })
    return /^javac (\d+)/.exec(said)?.[1]
  } catch {
    return undefined
  }
}

/** The jar of the sources: the same compiler gives the same bytes. */
export const buildJavaArchive = (): Uint8Array => {
  const compiler = compilerHere()
  if (compiler === undefined) throw new Error("no javac here: install a JDK")
  const folder = mkdtempSync(join(tmpdir(), "viatica-java-"))
  try {
    const paths = sourceNames().map((name) => join(sources, name))
    const strict = ["--release", release(), "-encoding", "UTF-8", "-Xlint:all", "-Werror"]
    execFileSync("javac", [...strict, "-d", folder, ...paths])
    const texts = Object.entries(textsOf(compiler)).map(([name, text]) => [name, strToU8(text)])
    const classes = readdirSync(join(folder, "viatica"))
      .sort()
      .map((name) => [
        `viatica/${name}`,
        new Uint8Array(readFileSync(join(folder, "viatica", name))),
      ])
    return zipSync(Object.fromEntries([...texts, ...classes]), {
      level: 9,
      mtime: "1980-01-02T00:00:00",
      os: 3,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== "--check") writeFileSync(javaArchivePath, buildJavaArchive())
  const stale = staleIn(readFileSync(javaArchivePath))
  if (stale.length > 0) {
    console.error(
      `the jar of the client in Java is not that of its sources: ${stale.join(", ")}; npm run java-client`,
    )
    process.exitCode = 1
  } else console.log(`${sourceNames().length} sources`)
}
