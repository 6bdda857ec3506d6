import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** Whether its name changes with its content. */
  readonly isHashed: boolean
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
}

/** Beside the bundle in the package. */
const packed = fileURLToPath(new URL("../workbench/", import.meta.url))

/** What builds the page from the sources, where they are; the package holds neither it nor what it needs. */
const builder = new URL("../../../.config/workbench-pages.ts", import.meta.url)

const folderOfPages = async (): Promise<string> => {
  if (existsSync(join(packed, "index.html"))) return packed
  const { currentWorkbenchPages } = (await import(builder.href)) as {
    readonly currentWorkbenchPages: () => Promise<string>
  }
  return currentWorkbenchPages()
}

/** Reads the files of the page by their paths below it. */
export const readPageFiles = async (): Promise<ReadonlyMap<string, PageFile>> => {
  const folder = await folderOfPages()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ name, parentPath }) => {
        const path = join(parentPath, name)
        const file: PageFile = {
          contentType: contentTypes[extname(name)] ?? "application/octet-stream",
          bytes: await readFile(path),
          isHashed: name !== "index.html",
        }
        return [path.slice(folder.length).split(sep).join("/").replace(/^\//, ""), file] as const
      }),
    ),
  )
}
