import { shippedTablesFolder } from "../shipped-tables.ts"
import { text, yesOrNo } from "./kinds.ts"
import { setting } from "./setting.ts"

export const tablesFolder = setting("TABLES_DIR", text, {
  otherwise: shippedTablesFolder,
  unset: "the project's `data`",
  about: "the folder of tables",
})

export const approvalsRequired = setting("APPROVALS", yesOrNo, {
  otherwise: false,
  about:
    "whether a release comes into force, and is withdrawn, only where a second person has approved that",
})

export const tablesWatch = setting("TABLES_WATCH", yesOrNo, {
  otherwise: true,
  about: "whether changed tables are taken by themselves; SIGHUP takes them in any case",
})
