import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Claim } from "../../core/certificate/certify.ts"
import { declarationOf } from "../../core/certificate/declaration.ts"
import type { DecisionDefinition } from "../../core/table/decision.ts"
import { isInstalled, python } from "./programs.ts"
import { runProcess } from "./run-process.ts"

/** The script that readers check certificates with. */
export const verifier = fileURLToPath(
  new URL("../../docs/tools/verify_certificate.py", import.meta.url),
)

/** Whether there is a Python that runs it. */
export const hasVerifier = isInstalled(
  python,
  "-c",
  "import sys; sys.exit(sys.version_info < (3, 9))",
)

/** A certificate to check: of a table, or of two versions of it. */
export interface ToVerify {
  readonly definition: DecisionDefinition
  /** The text of the table, or those of its two versions. */
  readonly texts: readonly [string] | readonly [before: string, after: string]
  readonly claims: ReadonlyArray<Claim>
}

/** What the script says of one certificate: its lines, as `proven: no gap`, or why it refuses it. */
export type Verified = ReadonlyArray<string>

/** What the script says of certificates of tables, whose words are those of `colours.csv`. */
export const verifyAll = async (
  given: ReadonlyArray<ToVerify>,
  colours: ReadonlyArray<string>,
): Promise<ReadonlyArray<Verified>> => {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"))
  try {
    const [before, after, certificates] = ["before", "after", "certificates"].map((name) => {
      mkdirSync(join(folder, name))
      return join(folder, name)
    }) as [string, string, string]
    for (const version of [before, after]) {
      writeFileSync(join(version, "colours.csv"), ["colour", ...colours, ""].join("\n"))
    }
    for (const [index, { claims, definition, texts }] of given.entries()) {
      const name = `t${String(index).padStart(6, "0")}`
      const [first, second = first] = texts
      writeFileSync(join(before, `${name}.csv`), first)
      writeFileSync(join(after, `${name}.csv`), second)
      const declaration = declarationOf({ ...definition, file: `${name}.csv` })
      writeFileSync(join(certificates, `${name}.declaration.json`), JSON.stringify(declaration))
      const certificate = {
        format: "viatica certificate 1",
        table: `${name}.csv`,
        sha256: texts.map((text) => createHash("sha256").update(text).digest("hex")),
        claims,
      }
      writeFileSync(join(certificates, `${name}.certificate.json`), JSON.stringify(certificate))
    }
    const folders = ["--declarations", certificates, "--before", before, "--tables", after]
    const { stderr, stdout } = await runProcess(python, [verifier, ...folders, certificates], {
      cwd: folder,
      timeoutMs: 1_800_000,
    })
    const told = stdout.split(/^\/.*\.certificate\.json: (?:t\d+\.csv, .*)?/m).slice(1)
    if (told.length !== given.length) throw new Error(stderr)
    return told.map((lines) => lines.split("\n").flatMap((line) => line.trim() || []))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
