import { argumentRecipe } from "./argument.ts"
import { cardRecipe } from "./card.ts"
import { destinationRecipe } from "./destination.ts"
import { insurerRecipe } from "./insurer.ts"
import { marketRecipe } from "./market.ts"
import type { AdditionKind } from "./kinds.ts"
import type { Recipe } from "./recipe.ts"

/** What analysts add by a guided form, each with all that it needs. */
export const recipes: Readonly<Record<AdditionKind, Recipe>> = {
  argument: argumentRecipe,
  card: cardRecipe,
  insurer: insurerRecipe,
  destination: destinationRecipe,
  market: marketRecipe,
}
