import { cp, mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runProcess } from "../../test/support/run-process.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The folders of the packages, below the project's and below any that they are built into. */
export const packageFolders = { library: "http/library", service: "http/cli" } as const

/**
 * Builds the packages into a folder as `npm run build` does, beside the packages that they need, and
 * gives the path of the command line.
 */
export const buildPackages = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir")
  for (const own of Object.values(packageFolders)) {
    for (const file of ["package.json", "README.md"]) {
      await cp(join(root, own, file), join(folder, own, file))
    }
  }
  const args = [join(root, ".config/build.ts"), folder]
  const built = await runProcess(process.execPath, args, { cwd: root, timeoutMs: 300_000 })
  if (built.status !== 0) {
    throw new Error(`the packages could not be built: ${built.stdout}${built.stderr}`)
  }
  return join(folder, packageFolders.service, "dist/viatica.js")
}
