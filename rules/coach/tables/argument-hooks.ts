import * as Column from "../../../core/table/column.ts"
import type { Inputs } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import type { Hook } from "../../../core/table/own-table.ts"
import { categories, strengths } from "../coach-vocabulary.ts"
import { coachArguments } from "./arguments.ts"

// What destinations demand and what governments warn of is no guard's to hold back.
const { demand: _demand, warning: _warning, ...ofCard } = coachArguments.inputs

/** The facts of an argument about a card that guards may have conditions on. */
const argumentFacts = {
  argument: Input.reference(coachArguments.file, "id", { about: "The argument." }),
  category: Input.enumeration(categories, { about: "What it speaks about." }),
  strength: Input.enumeration(strengths, { about: "How much it weighs, after the others." }),
  market: Input.reference("coach/markets.csv", "market", { about: "Market of the bilan." }),
  friends: Input.boolean({ about: "Whether friends come along." }),
  risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
  ...ofCard,
} satisfies Inputs

const reason = Column.text({
  pattern: /^[a-z][a-z0-9_]*$/,
  about: "Code of the reason, which explanations name.",
})

/** What guards do with arguments. */
export const argumentHooks = {
  drop: {
    name: "drop",
    place: "arguments",
    about: "The argument is not told, and takes no place.",
    facts: argumentFacts,
    outputs: { reason },
    needs: [["reason"]],
  },
  weaken: {
    name: "weaken",
    place: "arguments",
    about: "The argument weighs no more than this; one that weighs less stays as it is.",
    facts: argumentFacts,
    outputs: {
      strength_max: Column.enumeration(["strong", "useful"], {
        about: "How much it weighs at most.",
      }),
      reason,
    },
    needs: [["strength_max", "reason"]],
  },
  prefer: {
    name: "prefer",
    place: "arguments",
    about:
      "The argument comes first in its strength and category, and has a place before others of its strength.",
    facts: argumentFacts,
    outputs: { reason },
    needs: [["reason"]],
  },
} satisfies Readonly<Record<string, Hook>>

/** The name of what a guard does with arguments. */
export type ArgumentHook = keyof typeof argumentHooks
