import { callAll } from "./client-calls.mjs"

console.log(JSON.stringify(await callAll(JSON.parse(process.argv[2]))))
