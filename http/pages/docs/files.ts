import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { memo, once } from "../../../core/memory.ts"
import { type Answer, sharedAnswer, textAnswer } from "../../api/answer.ts"

/** The files of clients by the names under which they are served, each with its place among the clients. */
export const clientFiles: Readonly<Record<string, string>> = {
  "python/viatica.py": "python/viatica.py",
  "python/pyproject.toml": "python/pyproject.toml",
  "python/quickstart.py": "python/examples/quickstart.py",
  "python/receiver.py": "python/examples/receiver.py",
  "python/README.md": "python/README.md",
  "go/viatica.go": "go/viatica.go",
  "go/events.go": "go/events.go",
  "go/go.mod": "go/go.mod",
  "go/quickstart.go": "go/examples/quickstart.go",
  "go/receiver.go": "go/examples/receiver.go",
  "go/README.md": "go/README.md",
  "java/Viatica.java": "java/src/main/java/viatica/Viatica.java",
  "java/ViaticaEvents.java": "java/src/main/java/viatica/ViaticaEvents.java",
  "java/Json.java": "java/src/main/java/viatica/Json.java",
  "java/pom.xml": "java/pom.xml",
  "java/Quickstart.java": "java/examples/Quickstart.java",
  "java/Receiver.java": "java/examples/Receiver.java",
  "java/README.md": "java/README.md",
  "php/viatica.php": "php/src/viatica.php",
  "php/composer.json": "php/composer.json",
  "php/quickstart.php": "php/examples/quickstart.php",
  "php/receiver.php": "php/examples/receiver.php",
  "php/README.md": "php/README.md",
  "typescript/quickstart.mts": "typescript/examples/quickstart.mts",
  "typescript/receiver.mts": "typescript/examples/receiver.mts",
}

/** Files that are made of the package for TypeScript: an archive that npm installs, and the client as one module, with its types. */
export const builtClientFiles = {
  archive: "viatica.tgz",
  module: "typescript/viatica.mjs",
  types: "typescript/viatica.d.mts",
} as const

/** The client in Java, compiled. It is kept beside its sources, as a service has no compiler of Java. */
export const javaArchive = "java/viatica.jar"

/** The bytes of that archive; undefined where it is not there. */
export const javaArchiveBytes = once((): Uint8Array | undefined => {
  const path = pathOf(`clients/${javaArchive}`, `http/clients/${javaArchive}`)
  return path === undefined ? undefined : readFileSync(path)
})

const builtTypes: ReadonlyMap<string, string> = new Map([
  [builtClientFiles.archive, "application/gzip"],
  // Shown by browsers, and never run by one.
  [builtClientFiles.module, "text/plain; charset=utf-8"],
  [builtClientFiles.types, "text/plain; charset=utf-8"],
])

/** Such a file by its name; undefined where there is none. From the sources it takes some seconds at first. */
export const builtClientFile = (name: string): Effect.Effect<Answer | undefined> => {
  const contentType = builtTypes.get(name)
  if (contentType === undefined) return Effect.undefined
  return Effect.tryPromise(async () => (await builtFiles()).get(name)).pipe(
    Effect.map((body) =>
      body === undefined
        ? undefined
        : sharedAnswer({
            status: 200,
            contentType,
            body,
            headers: { "cache-control": "public, max-age=3600" },
          }),
    ),
    Effect.catch((failed) =>
      Effect.as(Effect.logError("the client for TypeScript cannot be built", failed), undefined),
    ),
  )
}

/** Their bytes: of the package's folder, else made of the sources once for this process. */
const builtFiles = once(async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const beside = fileURLToPath(new URL("../clients/", import.meta.url))
  if (existsSync(join(beside, builtClientFiles.archive))) return readBuilt(beside)
  const folder = await mkdtemp(join(tmpdir(), "viatica-files-"))
  try {
    const maker = fileURLToPath(new URL("../../../.config/typescript-client.ts", import.meta.url))
    await promisify(execFile)(process.execPath, [maker, folder])
    return await readBuilt(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
})

const readBuilt = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> =>
  new Map(
    await Promise.all(
      Object.values(builtClientFiles).map(
        async (name) => [name, await readFile(join(folder, name))] as const,
      ),
    ),
  )

/** The text of a file of a client by its name; undefined where there is none. */
export const clientText = memo((name: string): string | undefined =>
  textOf(`clients/${name}`, `http/clients/${clientFiles[name] ?? name}`),
)

/** The changelog of this version; undefined where the package came without one. */
export const changelogText = once(() => textOf("../CHANGELOG.md", "CHANGELOG.md"))

/** The files of vectors: signed calls, and exact conversions. */
export const vectorNames = ["signing.json", "conversion.json"] as const

/** Programs that people run beside the service: what checks certificates of tables. */
const toolNames = ["verify_certificate.py"]

interface TextFile {
  /** Below the folder of the package's code. */
  readonly packed: string
  /** Below the folder of the sources. */
  readonly source: string
  /** Texts are shown by browsers, and never run by one. */
  readonly type: "text/plain" | "application/json"
}

const textFiles: ReadonlyMap<string, TextFile> = new Map(
  [
    ...Object.entries(clientFiles).map(([name, source]) => ({
      name,
      packed: `clients/${name}`,
      source: `http/clients/${source}`,
      type: "text/plain" as const,
    })),
    ...vectorNames.map((name) => ({
      name,
      packed: `vectors/${name}`,
      source: `test/vectors/${name}`,
      type: "application/json" as const,
    })),
    ...toolNames.map((name) => ({
      name,
      packed: `docs/tools/${name}`,
      source: `docs/tools/${name}`,
      type: "text/plain" as const,
    })),
  ].map(({ name, ...file }) => [name, file]),
)

/** A file that is a text by its name, for partners without the repository; undefined where there is none. */
export const textFile = (name: string): Answer | undefined => {
  const file = textFiles.get(name)
  return file === undefined ? undefined : answerOf(file)
}

const answerOf = memo(({ packed, source, type }: TextFile): Answer | undefined => {
  const text = textOf(packed, source)
  return text === undefined
    ? undefined
    : sharedAnswer(textAnswer(200, type, text, { "cache-control": "public, max-age=3600" }))
})

/** A text in the package, else among the sources. */
const textOf = (packed: string, source: string): string | undefined => {
  const path = pathOf(packed, source)
  return path === undefined ? undefined : readFileSync(path, "utf8")
}

/** Where a file lies in the package, else among the sources. */
const pathOf = (packed: string, source: string): string | undefined =>
  [`../${packed}`, `../../../${source}`]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(each))
