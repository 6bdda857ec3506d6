import type { ByHandLanguage } from "../client-language.ts"
import { goByHand } from "./go.ts"
import { javaByHand } from "./java.ts"
import { phpByHand } from "./php.ts"
import { pythonByHand } from "./python.ts"
import { shellByHand } from "./shell.ts"
import { typescriptByHand } from "./typescript.ts"

/** The languages of examples, in the order in which pages show them. */
export const byHandLanguages: ReadonlyArray<ByHandLanguage> = [
  shellByHand,
  typescriptByHand,
  pythonByHand,
  goByHand,
  phpByHand,
  javaByHand,
]
