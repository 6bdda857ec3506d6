import { isAbsolute, join, relative } from "node:path"

/** The path of a table as a terminal or an editor opens it from here: relative where it lies below. */
export const shownPath = (folder: string, file: string): string => {
  const path = relative(process.cwd(), join(folder, file))
  return path.startsWith("..") || isAbsolute(path) ? join(folder, file) : path
}

/** The path of a table as seen from here, and the place of each of its lines. */
export const placesIn = ({ folder }: { readonly folder: string }, file: string) => {
  const path = shownPath(folder, file)
  return { path, placeOf: (line: number): string => `${path}:${line}` }
}
