import { readFileSync } from "node:fs"
import { loadTables, tableFiles, definitions } from "/work/main/rules/tables/index.ts"
import { refusals } from "/work/main/http/tables/refusals.ts"
import * as Result from "effect/Result"
const sources = new Map(tableFiles.map((f) => [f, readFileSync("/work/main/data/" + f, "utf8")]))
for (let i=0;i<4;i++){ let t = performance.now()
const tables = Result.getOrThrow(loadTables(sources)); const l=performance.now()-t; t=performance.now()
const r=refusals(definitions,sources,tables); console.log("load",l.toFixed(0),"refusals",(performance.now()-t).toFixed(0), r.length)}
