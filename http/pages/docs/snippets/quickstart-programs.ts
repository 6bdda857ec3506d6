import type { CodedLanguageId, SavedProgram } from "./languages.ts"

/** The program of the quickstart in a language, over the client. */
export interface QuickstartProgram extends SavedProgram {
  readonly id: CodedLanguageId
  readonly label: string
  /** What it is saved as on Node 20, which runs no TypeScript; it has no types of its own. */
  readonly fileOnOldNode?: string
  /** Its name among the files that are served. */
  readonly served: string
  /** Commands that get the client into an empty folder. */
  readonly getClient: (baseUrl: string) => string
  /** The option of the client that names another prefix of headers. */
  readonly prefixOption: string
}

/** The programs of the quickstart, in the order in which pages show them. */
export const quickstartPrograms: ReadonlyArray<QuickstartProgram> = [
  {
    id: "typescript",
    label: "TypeScript",
    file: "quickstart.mts",
    run: "node quickstart.mts",
    fileOnOldNode: "quickstart.mjs",
    served: "typescript/quickstart.mts",
    getClient: (baseUrl) => `npm install ${at(baseUrl, "viatica.tgz")}`,
    prefixOption: "headerPrefix",
  },
  {
    id: "python",
    label: "Python",
    file: "quickstart.py",
    run: "python3 quickstart.py",
    served: "python/quickstart.py",
    getClient: (baseUrl) => `curl -fO ${at(baseUrl, "python/viatica.py")}`,
    prefixOption: "header_prefix",
  },
  {
    id: "go",
    label: "Go",
    file: "quickstart.go",
    run: "go run quickstart.go",
    served: "go/quickstart.go",
    getClient: (baseUrl) => `curl -f --create-dirs \\
  -o viatica/viatica.go ${at(baseUrl, "go/viatica.go")} \\
  -o viatica/events.go ${at(baseUrl, "go/events.go")} \\
  -o viatica/go.mod ${at(baseUrl, "go/go.mod")}
go mod init example.com/quickstart
go mod edit -require viatica.example/viatica@v0.0.0 \\
  -replace viatica.example/viatica=./viatica`,
    prefixOption: "HeaderPrefix",
  },
  {
    id: "php",
    label: "PHP",
    file: "quickstart.php",
    run: "php quickstart.php",
    served: "php/quickstart.php",
    getClient: (baseUrl) => `curl -fO ${at(baseUrl, "php/viatica.php")}`,
    prefixOption: "headerPrefix",
  },
  {
    id: "java",
    label: "Java",
    file: "Quickstart.java",
    run: "javac -d out Quickstart.java && java -cp out Quickstart",
    served: "java/Quickstart.java",
    getClient: (baseUrl) => `curl -f --create-dirs \\
  -o viatica/Viatica.java ${at(baseUrl, "java/Viatica.java")} \\
  -o viatica/ViaticaEvents.java ${at(baseUrl, "java/ViaticaEvents.java")} \\
  -o viatica/Json.java ${at(baseUrl, "java/Json.java")}`,
    prefixOption: "withHeaderPrefix",
  },
]

/** A line that begins what a step shows, a comment of its own: `// step: price`. */
const mark = /^[ \t]*(?:#|\/\/) step: (\w+)\n/m

/**
 * What a program shows for a step, byte for byte: the lines after each mark that names it, up to the next
 * mark. Lines before the first mark belong to it as well. Marks themselves are not shown.
 *
 * ```ts
 * import { programStep } from "../http/pages/docs/snippets/quickstart-programs.ts"
 *
 * const program = "// step: open\nmain {\n  // step: work\n  work()\n  // step: open\n}\n"
 * programStep(program, "work") // => "  work()\n"
 * programStep(program, "open") // => "main {\n}\n"
 * ```
 */
export const programStep = (program: string, step: string): string => {
  const [opening = "", ...marked] = program.split(mark)
  const pieces = marked.flatMap((name, at) =>
    at % 2 === 0 && name === step ? [marked[at + 1] ?? ""] : [],
  )
  const whole = marked[0] === step ? [opening, ...pieces] : pieces
  return whole
    .map((piece) => piece.trimEnd())
    .filter((piece) => piece !== "")
    .map((piece) => `${piece}\n`)
    .join("")
}

const at = (baseUrl: string, name: string): string => `${baseUrl}/docs/files/${name}`
