import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { isInstalled, python } from "./programs.ts"

/** A language of a client that is run as a program of its own. */
export type ClientLanguage = "Python" | "PHP" | "Java" | "Go"

/**
 * Runs a program beside files, by their names, and gives what it prints; each call writes its files over those
 * before it. The client of its language can be imported: `viatica` in Python and Java, `viatica.example/viatica`
 * in Go; in PHP it is there.
 */
export type RunProgram = (files: Readonly<Record<string, string>>) => string

/**
 * Tries a program in each language with the client there; a language that is not installed is skipped. A
 * program in Java is the class `Run`.
 */
export const itByClients = (
  programs: Readonly<Record<ClientLanguage, string>>,
  tried: (run: RunProgram, language: ClientLanguage) => void,
): void => {
  for (const [language, { file, isThere, steps, beside }] of Object.entries(toolchains) as Array<
    [ClientLanguage, Toolchain]
  >) {
    it.skipIf(!isThere())(
      `by the client in ${language}`,
      () => {
        const folder = mkdtempSync(join(tmpdir(), "clients-"))
        const write = (files: Readonly<Record<string, string>>): void => {
          for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
        }
        try {
          write({ ...beside, [file]: programs[language] })
          tried((files) => {
            write(files)
            return steps().reduce((_, step) => ran(step, folder), "")
          }, language)
        } finally {
          rmSync(folder, { recursive: true })
        }
      },
      120_000,
    )
  }
}

interface Toolchain {
  /** The name of a program's file. */
  readonly file: string
  readonly isThere: () => boolean
  /** What builds and runs it. */
  readonly steps: () => ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>
  readonly beside?: Readonly<Record<string, string>>
}

const clients = fileURLToPath(new URL("../../http/clients/", import.meta.url))

const javaSources = (): ReadonlyArray<string> => {
  const folder = `${clients}java/src/main/java/viatica/`
  return readdirSync(folder).map((name) => join(folder, name))
}

const goModule = `module program

go 1.21

require viatica.example/viatica v0.0.0

replace viatica.example/viatica => ${clients}go
`

const toolchains: Readonly<Record<ClientLanguage, Toolchain>> = {
  Python: {
    file: "run.py",
    isThere: () => isInstalled(python, "--version"),
    steps: () => [[python, "run.py"]],
  },
  PHP: {
    file: "run.php",
    isThere: () => isInstalled("php", "--version"),
    steps: () => {
      const prepended = `auto_prepend_file=${clients}php/src/viatica.php`
      return [["php", "-d", "memory_limit=1G", "-d", prepended, "run.php"]]
    },
  },
  Java: {
    file: "Run.java",
    isThere: () => isInstalled("javac", "--version") && isInstalled("java", "--version"),
    steps: () => [
      [
        "javac",
        "--release",
        "17",
        "-Xlint:all",
        "-Werror",
        "-d",
        ".",
        ...javaSources(),
        "Run.java",
      ],
      ["java", "-cp", ".", "Run"],
    ],
  },
  Go: {
    file: "main.go",
    isThere: () => isInstalled("go", "version"),
    steps: () => [["go", "run", "."]],
    beside: { "go.mod": goModule },
  },
}

/** What a step prints, which has to end well. */
const ran = (
  [file, ...args]: readonly [string, ...ReadonlyArray<string>],
  folder: string,
): string => {
  const { status, stderr, stdout } = spawnSync(file, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      PYTHONPATH: `${clients}python`,
      PYTHONDONTWRITEBYTECODE: "1",
      GOFLAGS: "-mod=mod",
    },
  })
  assert.strictEqual(status, 0, `${stdout.slice(-2_000)}\n${stderr}`)
  return stdout
}
