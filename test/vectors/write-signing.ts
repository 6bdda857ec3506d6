/** Writes the signing vectors: `node test/vectors/write-signing.ts`. */
import { writeFileSync } from "node:fs"
import { signingFile, signingFileText } from "./signing-file.ts"

writeFileSync(signingFile, signingFileText())
