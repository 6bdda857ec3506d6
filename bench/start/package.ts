import { cp, mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runProcess } from "../../test/support/run-process.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/**
 * Builds the package into a folder as `npm run build` does, beside the packages that it needs, and
 * gives the path of its command line.
 */
export const buildPackage = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir")
  await cp(join(root, "package.json"), join(folder, "package.json"))
  const dist = join(folder, "dist")
  const args = [join(root, ".config/build.ts"), dist]
  const built = await runProcess(process.execPath, args, { cwd: root, timeoutMs: 300_000 })
  if (built.status !== 0) {
    throw new Error(`the package could not be built: ${built.stdout}${built.stderr}`)
  }
  return join(dist, "viatica.js")
}
