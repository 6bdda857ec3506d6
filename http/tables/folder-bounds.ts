/** What a folder of tables may hold at most; each table has its own bounds besides. */
export const folderBounds = {
  /** Files and folders, those that are hidden aside. */
  entriesMax: 10_000,
  tableBytesMax: 16_777_216,
  iconsMax: 500,
  iconBytesMax: 8_388_608,
} as const

/** A folder holds more files and folders than are looked at. */
export class TooManyEntries extends Error {
  override get message() {
    return `it holds more than ${folderBounds.entriesMax} files and folders`
  }
}
