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
  "python/README.md": "python/README.md",
  "go/viatica.go": "go/viatica.go",
  "go/go.mod": "go/go.mod",
  "go/quickstart.go": "go/examples/quickstart.go",
  "go/README.md": "go/README.md",
  "java/Viatica.java": "java/src/main/java/viatica/Viatica.java",
  "java/Json.java": "java/src/main/java/viatica/Json.java",
  "java/pom.xml": "java/pom.xml",
  "java/Quickstart.java": "java/examples/Quickstart.java",
  "java/README.md": "java/README.md",
  "php/viatica.php": "php/src/viatica.php",
  "php/composer.json": "php/composer.json",
  "php/quickstart.php": "php/examples/quickstart.php",
  "php/README.md": "php/README.md",
  "typescript/quickstart.mts": "typescript/examples/quickstart.mts",
}

/** Files that are made of the package for TypeScript: an archive that npm installs, and the client as one module. */
export const builtClientFiles = {
  archive: "viatica.tgz",
  module: "typescript/viatica.mjs",
} as const

const builtTypes: ReadonlyMap<string, string> = new Map([
  [builtClientFiles.archive, "application/gzip"],
  // Shown by browsers, and never run by one.
  [builtClientFiles.module, "text/plain; charset=utf-8"],
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
export const clientText = memo((name: string): string | undefined => {
  const path = placeOf(name, clientFiles[name] ?? name)
  return path === undefined ? undefined : readFileSync(path, "utf8")
})

const answerOf = memo((name: string): Answer | undefined => {
  const text = clientText(name)
  return text === undefined ? undefined : shownAnswer(text)
})

/** A file of a client by its name, for partners without the repository. */
export const clientFile = (name: string): Answer | undefined =>
  Object.hasOwn(clientFiles, name) ? answerOf(name) : undefined

/** The files of vectors. */
export const vectorNames = ["signing.json", "conversion.json"] as const

/** Beside the bundle in the package; among the tests in the sources, which check against them. */
const folders = ["../vectors/", "../../../test/vectors/"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

const fileAnswer = memo((name: (typeof vectorNames)[number]): Answer | undefined => {
  const path = folders.map((folder) => `${folder}${name}`).find((path) => existsSync(path))
  return path === undefined
    ? undefined
    : sharedAnswer(
        textAnswer(200, "application/json", readFileSync(path, "utf8"), {
          "cache-control": "public, max-age=3600",
        }),
      )
})

/** A file of vectors by its name: signed calls, or exact conversions. */
export const vectorFile = (name: string): Answer | undefined => {
  const known = vectorNames.find((each) => each === name)
  return known === undefined ? undefined : fileAnswer(known)
}

/** The programs that people run beside the service. */
export const toolNames = ["verify_certificate.py"] as const

const toolAnswer = memo((name: (typeof toolNames)[number]): Answer | undefined => {
  const path = toolFolders.map((folder) => `${folder}${name}`).find((path) => existsSync(path))
  return path === undefined ? undefined : shownAnswer(readFileSync(path, "utf8"))
})

/** A program by its name: what checks certificates of tables. */
export const toolFile = (name: string): Answer | undefined => {
  const known = toolNames.find((each) => each === name)
  return known === undefined ? undefined : toolAnswer(known)
}

/** Beside the bundle in the package; among the documents in the sources. */
const toolFolders = ["../docs/tools/", "../../../docs/tools/"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/** A text that browsers show, and never run. */
const shownAnswer = (text: string): Answer =>
  sharedAnswer(textAnswer(200, "text/plain", text, { "cache-control": "public, max-age=3600" }))

/** Where a client's file is: beside the bundle in the package, else among the sources. */
const placeOf = (name: string, source: string): string | undefined =>
  [`../clients/${name}`, `../../clients/${source}`]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path))
