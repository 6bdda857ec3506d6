import { join } from "node:path"
import * as Effect from "effect/Effect"
import { fileError, type TableError } from "../../../core/table/error.ts"
import { filesBelow, readBounded, unreadableReason } from "../bounded-files.ts"
import { folderBounds } from "../folder-bounds.ts"
import { TablesInvalid, TablesUnreadable } from "../folder-errors.ts"
import { fileRead } from "../table-files.ts"
import { iconBytesMax, iconErrors } from "./icon-check.ts"

const iconName = /^[a-z0-9-]+\.svg$/

/** The icons of a folder of tables: their texts by file name, and everything that forbids to use them. */
export interface IconsRead {
  readonly texts: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

const readTexts = async (tablesFolder: string): Promise<IconsRead> => {
  const files = (await filesBelow(join(tablesFolder, "icons")))
    .filter((file) => iconName.test(file))
    .sort()
  const { iconBytesMax: totalBytesMax, iconsMax } = folderBounds
  if (files.length > iconsMax) {
    return {
      texts: new Map(),
      errors: [fileError("icons", { _tag: "AtMost", count: iconsMax, of: "icons" })],
    }
  }
  const wanted = files.map((file) => ({ file: `icons/${file}`, bytesMax: iconBytesMax }))
  const read = (await readBounded(tablesFolder, wanted, totalBytesMax)).map(fileRead)
  const texts = files.map((file, index) => [file, read[index]?.text ?? ""] as const)
  return {
    texts: new Map(texts),
    errors: read.flatMap(({ errors, file, text }) =>
      errors.length > 0 || text === undefined ? errors : iconErrors(file, text),
    ),
  }
}

/** Reads the icons of a folder of tables without judging them. */
export const readIcons = (tablesFolder: string): Effect.Effect<IconsRead, TablesUnreadable> =>
  Effect.tryPromise({
    try: () => readTexts(tablesFolder),
    catch: (cause) =>
      new TablesUnreadable({ folder: tablesFolder, reason: `icons: ${unreadableReason(cause)}` }),
  })

/** Reads the icons of a folder of tables, or every mistake in them. */
export const readSoundIcons = (
  tablesFolder: string,
): Effect.Effect<ReadonlyMap<string, string>, TablesInvalid | TablesUnreadable> =>
  Effect.flatMap(readIcons(tablesFolder), ({ errors, texts }) =>
    errors.length === 0
      ? Effect.succeed(texts)
      : Effect.fail(new TablesInvalid({ folder: tablesFolder, errors })),
  )
