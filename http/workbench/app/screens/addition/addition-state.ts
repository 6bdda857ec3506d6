import { computed, effect, signal } from "@preact/signals"
import { type AdditionKind, additionKinds } from "../../../../../rules/additions/kinds.ts"
import type { Answers } from "../../../../../rules/additions/recipe.ts"
import { route } from "../../kit/route.ts"
import { isDrafted } from "../../kit/session.ts"

/** What somebody has said of something that is to be added; what is left out follows from the rest. */
export interface Drafting {
  readonly like: string
  readonly answers: Answers
}

const nothing: Drafting = { like: "", answers: {} }

/** What is being added, each in a form of its own that stays while other screens are looked at. */
const draftings = signal<Readonly<Partial<Record<AdditionKind, Drafting>>>>({})

/** What the form that is addressed adds. */
export const addressedKind = computed(
  (): AdditionKind =>
    additionKinds.find((kind) => kind === route.value.subject) ?? additionKinds[0],
)

/** What is said so far of what a form adds. */
export const draftingOf = (kind: AdditionKind): Drafting => draftings.value[kind] ?? nothing

/** Says something else of what a form adds. */
export const draftWith = (kind: AdditionKind, change: Partial<Drafting>): void => {
  const before = draftings.peek()[kind] ?? nothing
  draftings.value = { ...draftings.peek(), [kind]: { ...before, ...change } }
}

/** Forgets what was said: it is added, or it is not wanted. */
export const forgetDraft = (kind: AdditionKind): void => {
  const { [kind]: _, ...others } = draftings.peek()
  draftings.value = others
}

/** Whether somebody has answered anything that would be lost. */
const isBegun = ({ answers }: Drafting): boolean =>
  Object.values(answers).some((answer) => answer.trim() !== "")

effect(() => {
  isDrafted.value = Object.values(draftings.value).some(isBegun)
})
