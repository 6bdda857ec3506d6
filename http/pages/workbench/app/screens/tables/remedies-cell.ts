import type { HyperFunc, VNode } from "@revolist/revogrid"
import type { WorkbenchFinding } from "../../../protocol/check.ts"
import { inWords } from "../../kit/language.ts"
import { rowHref } from "../../kit/route.ts"
import { repair } from "./grid-remedies.ts"
import { gridWords } from "./grid-words.ts"

/** Whoever presses a button means it, and not the cell around it: no cell is chosen by that. */
const notTheCell = {
  onPointerDown: (event: Event) => event.stopPropagation(),
  onMouseDown: (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  },
}

/** What stands below a row that something was found in: a sentence, and what one can do. */
export const remediesCell = (h: HyperFunc<VNode>, finding: WorkbenchFinding): VNode => {
  const { detail, file, ghost, remedies, takenBy } = finding
  const words = inWords(gridWords)
  const button = (label: string, isFirst: boolean, press: () => void): VNode =>
    h("button", { type: "button", class: "button tiny", onClick: press, ...notTheCell }, [
      h("span", {}, label),
      ...(isFirst && ghost !== null ? [h("kbd", {}, "Enter")] : []),
    ])
  const buttons = remedies.map((remedy, index) =>
    button(inWords(remedy.label), index === 0, () => repair(finding, remedy)),
  )
  const links = takenBy.map((line) =>
    h("a", { class: "code", href: rowHref(file, line) }, words.goToRow(line)),
  )
  // Buttons come first, so that a long sentence does not push them out of sight.
  return h("span", { class: "across remedy" }, [
    ...buttons,
    ...links,
    h("span", {}, inWords(detail)),
  ])
}
