import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isInstalled } from "../support/programs.ts"
import { environmentFolder, installPython } from "../support/python-environment.ts"

/** What a step of a generator came to: its output, and whether it ended well. */
export interface StepRun {
  readonly isWell: boolean
  readonly output: string
}

/** A tool that writes a client of the document, named as the guide does, and what compiles what it wrote. */
export interface Generator {
  readonly name: string
  /** Loads what it needs, once; says what is missing where that cannot be. */
  readonly find: () => string | undefined
  /** Writes a client into a folder that is there. */
  readonly generate: (document: string, folder: string) => StepRun
  /** Compiles what is in the folder. */
  readonly compile: (folder: string) => StepRun
  /** Lines of what it says that are warnings. */
  readonly warning: RegExp
}

/** Where tools are kept; git ignores it. */
export const generatorsFolder = fileURLToPath(
  new URL("../../node_modules/.cache/viatica-generators", import.meta.url),
)

/** Loading, writing or compiling is not waited for longer. */
const stepTimeoutMs = 300_000

const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd = generatorsFolder, path }: { readonly cwd?: string; readonly path?: string } = {},
): StepRun => {
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: stepTimeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      ...(path === undefined ? {} : { PATH: `${path}:${process.env["PATH"]}` }),
    },
  })
  return { isWell: status === 0, output: `${stdout}${stderr}` }
}

const filesUnder = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))

/** Loads an artifact of Maven as a file; says what is missing where that cannot be. */
const loadJar = (artifact: string): string | undefined => {
  const [, name, version] = artifact.split(":")
  if (existsSync(join(generatorsFolder, `${name}-${version}.jar`))) return undefined
  if (!isInstalled("mvn", "--version")) return "no mvn to load it with"
  const copy = [`-Dartifact=${artifact}`, `-DoutputDirectory=${generatorsFolder}`]
  const loaded = run("mvn", ["-q", "-B", "dependency:copy", ...copy, "-Dtransitive=false"])
  return loaded.isWell ? undefined : `Maven has no ${artifact}`
}

const openApiGenerator = "7.25.0"

/** What the client in Java is compiled against, as its own pom.xml asks. */
const javaParts = [
  "com.fasterxml.jackson.core:jackson-databind:2.21.8",
  "com.fasterxml.jackson.core:jackson-core:2.21.8",
  "com.fasterxml.jackson.core:jackson-annotations:2.21",
  "com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.21.8",
  "org.openapitools:jackson-databind-nullable:0.2.6",
  "jakarta.annotation:jakarta.annotation-api:1.3.5",
  "com.google.code.findbugs:jsr305:3.0.2",
  "org.apache.httpcomponents:httpclient:4.5.14",
  "org.apache.httpcomponents:httpcore:4.4.16",
  "org.apache.httpcomponents:httpmime:4.5.14",
]

const findOpenApiGenerator = (...parts: ReadonlyArray<string>): string | undefined => {
  if (!isInstalled("java", "-version")) return "no Java"
  const tool = `org.openapitools:openapi-generator-cli:${openApiGenerator}`
  return [tool, ...parts].map(loadJar).find((missing) => missing !== undefined)
}

const openApiGenerate =
  (generator: string, ...options: ReadonlyArray<string>) =>
  (document: string, folder: string): StepRun => {
    const jar = join(generatorsFolder, `openapi-generator-cli-${openApiGenerator}.jar`)
    const asked = ["-i", document, "-g", generator, "-o", folder, ...options]
    return run("java", ["-Xmx700m", "-jar", jar, "generate", ...asked])
  }

const openApiWarning = /\] (WARN|ERROR) /

const python = {
  name: "viatica-generators-python",
  requirements: fileURLToPath(new URL("requirements.txt", import.meta.url)),
  pythonOldest: "3.11",
  what: "openapi-python-client",
}
const pythonBin = join(environmentFolder(python.name), "bin")

const findPython = (): string | undefined => {
  const installed = installPython(python)
  return typeof installed === "string" ? undefined : installed.skipped
}

/** Files that the tool writes alike for every document, whose types mypy finds wrong by themselves. */
const pythonOwnFault = /^\S*client\.py:\d+: error: Argument 1 to "__a?exit__"/

const oapiCodegen = "v2.8.2"
const packagesOfNode = ["openapi-typescript@7.13.0", "typescript@5.9.3"]

/** All generators that are tried. */
export const generators: ReadonlyArray<Generator> = [
  {
    name: "openapi-typescript",
    warning: /warning|⚠/i,
    find: () => {
      const mark = join(generatorsFolder, `${packagesOfNode.join("_")}.installed`)
      if (existsSync(mark)) return undefined
      writeFileSync(join(generatorsFolder, "package.json"), '{ "private": true }')
      const quiet = ["--no-audit", "--no-fund", "--silent", "--no-package-lock"]
      if (!run("npm", ["install", ...quiet, ...packagesOfNode]).isWell)
        return "npm cannot install it"
      writeFileSync(mark, "")
      return undefined
    },
    generate: (document, folder) =>
      run(join(generatorsFolder, "node_modules/.bin/openapi-typescript"), [
        document,
        "-o",
        join(folder, "api.ts"),
      ]),
    compile: (folder) => {
      const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes"]
      const target = ["--target", "es2022", "--module", "nodenext"]
      const tsc = join(generatorsFolder, "node_modules/.bin/tsc")
      return run(tsc, [...strict, ...target, join(folder, "api.ts")])
    },
  },
  {
    name: "oapi-codegen",
    warning: /warning/i,
    find: () => {
      if (existsSync(join(generatorsFolder, `oapi-codegen-${oapiCodegen}`, "oapi-codegen")))
        return undefined
      if (!isInstalled("go", "version")) return "no Go"
      const module = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapiCodegen}`
      const place = `GOBIN=${join(generatorsFolder, `oapi-codegen-${oapiCodegen}`)}`
      return run("env", [place, "go", "install", module]).isWell
        ? undefined
        : "go cannot install it"
    },
    generate: (document, folder) => {
      const tool = join(generatorsFolder, `oapi-codegen-${oapiCodegen}`, "oapi-codegen")
      const wish = ["-package", "viatica", "-generate", "types,client,skip-prune"]
      return run(tool, [...wish, "-o", join(folder, "viatica.go"), document])
    },
    compile: (folder) => {
      const steps = [
        ["mod", "init", "example.com/viatica"],
        ["mod", "tidy"],
        ["build", "./..."],
      ]
      const runs = steps.map((step) => run("go", step, { cwd: folder }))
      const output = runs.map((each) => each.output).join("")
      return { isWell: runs.every(({ isWell }) => isWell), output }
    },
  },
  {
    name: "openapi-python-client",
    warning: /warning/i,
    find: findPython,
    generate: (document, folder) => {
      const place = ["--output-path", join(folder, "viatica"), "--meta", "none"]
      const tool = join(pythonBin, "openapi-python-client")
      // It lays its files out with a program of its environment.
      return run(tool, ["generate", "--path", document, ...place], { path: pythonBin })
    },
    compile: (folder) => {
      const inFolder = { cwd: folder }
      const compiled = run(
        join(pythonBin, "python"),
        ["-m", "compileall", "-q", "viatica"],
        inFolder,
      )
      const { output } = run(
        join(pythonBin, "mypy"),
        ["--ignore-missing-imports", "viatica"],
        inFolder,
      )
      const errors = output.split("\n").filter((line) => / error: /.test(line))
      const ours = errors.filter((line) => !pythonOwnFault.test(line))
      const isRead = /^(Found|Success)/m.test(output)
      return {
        isWell: compiled.isWell && isRead && ours.length === 0,
        output: [compiled.output, ...(isRead ? ours : [output])].join("\n"),
      }
    },
  },
  {
    name: "OpenAPI Generator, Java",
    warning: openApiWarning,
    find: () => findOpenApiGenerator(...javaParts),
    generate: openApiGenerate("java", "--library", "native"),
    compile: (folder) => {
      const sources = filesUnder(join(folder, "src/main/java"), ".java")
      writeFileSync(join(folder, "sources"), sources.join("\n"))
      const target = ["-nowarn", "-d", join(folder, "classes")]
      return run("javac", [
        ...target,
        "-cp",
        join(generatorsFolder, "*"),
        `@${join(folder, "sources")}`,
      ])
    },
  },
  {
    name: "OpenAPI Generator, PHP",
    warning: openApiWarning,
    find: () => (isInstalled("php", "--version") ? findOpenApiGenerator() : "no PHP"),
    generate: openApiGenerate("php"),
    compile: (folder) => {
      const runs = filesUnder(join(folder, "lib"), ".php").map((file) => run("php", ["-l", file]))
      const failed = runs.filter(({ isWell }) => !isWell)
      return {
        isWell: runs.length > 0 && failed.length === 0,
        output: failed.map(({ output }) => output).join(""),
      }
    },
  },
  {
    // No compiler of C# comes from the package indexes that are asked here: a parser reads what was written.
    name: "OpenAPI Generator, C#",
    warning: openApiWarning,
    find: () => findPython() ?? findOpenApiGenerator(),
    generate: openApiGenerate("csharp"),
    compile: (folder) =>
      run(join(pythonBin, "python"), [
        fileURLToPath(new URL("parse_csharp.py", import.meta.url)),
        join(folder, "src"),
      ]),
  },
]

/** Makes the folder of the tools. */
export const makeGeneratorsFolder = (): void =>
  void mkdirSync(generatorsFolder, { recursive: true })
