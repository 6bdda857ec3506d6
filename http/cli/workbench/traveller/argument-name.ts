import type { Tables } from "../../../../rules/tables/index.ts"
import { compileText } from "../../../messages/icu.ts"
import type { Sentence } from "../../../pages/workbench/protocol/check.ts"

/** What stands for a value that only a bilan knows. */
const unknownValue = "…"

/** More than one, so that a text reads as it does for several. */
const someCount = 2

/**
 * The values that a text is filled in with where no bilan gives them: of each choice the last, and a mark
 * for each value.
 *
 * ```ts
 * import { standInValues } from "../http/cli/workbench/traveller/argument-name.ts"
 *
 * standInValues("Rescue: {cardValue}") // => { cardValue: "…" }
 * ```
 */
export const standInValues = (text: string): Readonly<Record<string, string | number>> => {
  const values: Record<string, string | number> = {}
  for (const [, name = "", kind] of text.matchAll(/\{(\w+)(?:, (select|plural))?/g)) {
    values[name] ??= kind === "plural" ? someCount : kind === "select" ? "" : unknownValue
  }
  return values
}

const hookIn = (text: string, language: "en" | "fr"): string | undefined => {
  const hook = compileText(text, language)(standInValues(text))
  // A text of nothing but values names nothing.
  const says = hook?.replaceAll(/[\s:…]/g, "") ?? ""
  return says === "" ? undefined : hook
}

/** What an argument is called where no bilan tells it: its opening, else its id in words. */
export const argumentName = (
  { coachArguments, messageArguments }: Pick<Tables, "coachArguments" | "messageArguments">,
  id: string,
): Sentence => {
  const row = coachArguments.rows.find((each) => each.id === id)
  const text = row === undefined ? undefined : messageArguments.get(row.hook)
  const plain = id.replaceAll("_", " ")
  if (text === undefined) return { en: plain, fr: plain }
  const [en, fr] = [hookIn(text.en, "en"), hookIn(text.fr, "fr")]
  return en === undefined || fr === undefined ? { en: plain, fr: plain } : { en, fr }
}
