import type { ClientLanguage } from "./client-language.ts"
import { goClient } from "./go-client.ts"
import { javaClient } from "./java-client.ts"
import { phpClient } from "./php-client.ts"
import { pythonClient } from "./python-client.ts"
import { shellClient } from "./shell-client.ts"
import { typescriptClient } from "./typescript-client.ts"

/** The languages of examples, in the order in which pages show them. */
export const clientLanguages: ReadonlyArray<ClientLanguage> = [
  shellClient,
  typescriptClient,
  pythonClient,
  goClient,
  phpClient,
  javaClient,
]
