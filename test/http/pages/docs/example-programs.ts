import { mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { CodedLanguageId } from "../../../../http/pages/docs/snippets/languages.ts"
import { isInstalled } from "../../../support/programs.ts"
import { runProcess } from "../../../support/run-process.ts"

/** Whether a shell can call by curl and sign by openssl. */
export const hasShellTools = isInstalled("curl", "--version") && isInstalled("openssl", "version")

const areHere: Readonly<Record<CodedLanguageId, boolean>> = {
  typescript: true,
  python: isInstalled("python3", "--version"),
  go: isInstalled("go", "version"),
  php: isInstalled("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"),
  java: isInstalled("javac", "--version") && isInstalled("java", "--version"),
}

/** Whether the commands and programs of a language can be run on this machine. */
export const canFollow = (language: CodedLanguageId): boolean =>
  areHere[language] && (language === "typescript" || hasShellTools)

/** The first program of a language may have to compile its whole library. */
export const compileTimeMs = 400_000

/** Nothing is fetched but from the service: clients have no dependency. */
const quiet = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  GOWORK: "off",
  PYTHONDONTWRITEBYTECODE: "1",
}

/** Runs commands as a reader types them: what they print, or a complaint. */
export const typeCommands = async (
  commands: string,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> => {
  const { status, stderr, stdout } = await runProcess("sh", ["-ec", commands], {
    cwd,
    environment: { ...quiet, ...environment },
    timeoutMs: compileTimeMs,
  })
  if (status !== 0) throw new Error(`${commands}\n${stdout}\n${stderr}`)
  return stdout
}

/** In place of the archive that npm installs: a package whose client is that of the sources. */
export const installSources = (folder: string): void => {
  const home = join(folder, "node_modules/viatica")
  const client = new URL("../../../../http/clients/typescript/index.ts", import.meta.url)
  mkdirSync(home, { recursive: true })
  const manifest = { name: "viatica", type: "module", exports: { "./client": "./client.js" } }
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest))
  writeFileSync(join(home, "client.js"), `export * from ${JSON.stringify(fileURLToPath(client))}\n`)
}

/** A call of the reference with what tells that it was answered. */
export interface ReferenceCall {
  readonly name: string
  readonly line: string
}

const ends: Readonly<Record<CodedLanguageId, RegExp>> = {
  typescript: /$/,
  python: /$/,
  php: /$/,
  go: /\}\n$/,
  java: / {4}\}\n\}\n$/,
}

const told: Readonly<Record<CodedLanguageId, (call: ReferenceCall) => string>> = {
  typescript: ({ line, name }) =>
    `{\n${line}\nif (answer._tag === "Failure") throw new Error(describeFailure(answer.failure))\nconsole.log("ok ${name}")\n}\n`,
  python: ({ line, name }) => `${line}\nprint("ok" if answer.about else "", "${name}")\n`,
  php: ({ line, name }) =>
    `${line}\necho $answer->about->status < 300 ? "ok" : "", " ${name}\\n";\n`,
  go: ({ line, name }) =>
    `{\n${line}\ncheck(err)\nif answer.About.Status < 300 {\nfmt.Println("ok ${name}")\n}\n}\n`,
  java: ({ line, name }) =>
    `{\n${line}\nif (answer.about().status() < 300) System.out.println("ok ${name}");\n}\n`,
}

/** A program of the quickstart that goes on with calls of the reference. */
export const withCalls = (
  language: CodedLanguageId,
  program: string,
  calls: ReadonlyArray<ReferenceCall>,
): string => {
  const more = calls.map(told[language]).join("")
  const [end = ""] = ends[language].exec(program) ?? []
  const begun = program.slice(0, program.length - end.length)
  // Queries are values of another package of Go's library.
  return `${begun}${more}${end}`.replace('\t"os"\n', '\t"net/url"\n\t"os"\n')
}
