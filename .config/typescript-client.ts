// Writes what developers in TypeScript take from a running service, into the folder that is named: the package
// as an archive that npm installs by its address, and the client as one module, with its types.
import { execFileSync } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { oneDeclaration } from "./one-declaration.ts"
import { builtClientFiles } from "../http/pages/docs/files.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Writes the files, from a package that has been built, into a folder of clients. */
export const writeTypescriptClient = (built: string, into: string): void => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-client-"))
  try {
    mkdirSync(join(into, "typescript"), { recursive: true })
    packArchive(built, folder, join(into, builtClientFiles.archive))
    const client = readFileSync(join(built, "dist/lib/client.js"), "utf8")
    if (/^import /m.test(client)) throw new Error("the client is more than one module")
    writeFileSync(join(into, builtClientFiles.module), client)
    const types = oneDeclaration(join(built, "dist/types/http/clients/typescript/index.d.ts"))
    writeFileSync(join(into, builtClientFiles.types), types)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const packArchive = (built: string, folder: string, archive: string): void => {
  const whole = join(folder, "package")
  cpSync(built, whole, { recursive: true })
  cpSync(join(root, "http/library/package.json"), join(whole, "package.json"))
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]
  const name = execFileSync("npm", args, { cwd: whole, encoding: "utf8" }).trim()
  renameSync(join(folder, name), archive)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const into = resolve(process.argv[2] ?? "")
  const folder = mkdtempSync(join(tmpdir(), "viatica-library-"))
  try {
    execFileSync(process.execPath, [join(root, ".config/build.ts"), "library", folder])
    writeTypescriptClient(join(folder, "http/library"), into)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
