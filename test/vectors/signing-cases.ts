import type { SigningVector } from "./signing-draft.ts"
import { keyCases, schemeCases, shapeCases, windowCases } from "./signing-header-cases.ts"
import { acceptedCases, bindingCases, secretCases } from "./signing-message-cases.ts"

/** All vectors, in the order in which they are published. */
export const signingVectors: ReadonlyArray<SigningVector> = [
  ...acceptedCases,
  ...windowCases,
  ...keyCases,
  ...schemeCases,
  ...shapeCases,
  ...bindingCases,
  ...secretCases,
]
