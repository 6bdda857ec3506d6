// Builds the page of the workbench into a folder: for the package, and for a run from the sources,
// which builds it anew whenever a source is newer.
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const root = fileURLToPath(new URL("../", import.meta.url))
const sources = join(root, "http/pages")
const page = join(sources, "workbench")

/** Writes the page, its scripts and styles into a folder. */
export const buildWorkbenchPages = async (folder: string): Promise<void> => {
  await build({
    configFile: false,
    root: page,
    base: "./",
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      // The map and the charts are asked for when their screen is; they weigh what they weigh.
      chunkSizeWarningLimit: 1_500,
    },
  })
}

const newestBelow = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )

/** The folder of the page as the sources have it now; it lies beside the packages that it is made of. */
export const currentWorkbenchPages = async (): Promise<string> => {
  const folder = join(root, "node_modules/.cache/viatica/workbench")
  const built = join(folder, "index.html")
  const newest = Math.max(newestBelow(sources), statSync(join(root, "package-lock.json")).mtimeMs)
  if (!existsSync(built) || statSync(built).mtimeMs < newest) await buildWorkbenchPages(folder)
  return folder
}
