import { fileURLToPath } from "node:url"
import { text, yesOrNo } from "./kinds.ts"
import { setting } from "./setting.ts"

/** The folder of tables that ships with the project. */
export const shippedTablesFolder = fileURLToPath(new URL("../../data", import.meta.url))

export const tablesFolder = setting("TABLES_DIR", text, {
  otherwise: shippedTablesFolder,
  unset: "the project's `data`",
  about: "the folder of tables",
})

export const tablesWatch = setting("TABLES_WATCH", yesOrNo, {
  otherwise: true,
  about: "whether changed tables are taken by themselves; SIGHUP takes them in any case",
})
