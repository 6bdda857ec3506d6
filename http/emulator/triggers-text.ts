import { type EmulatorTrigger, triggers } from "./triggers.ts"
import { tableText } from "../../core/plain-text.ts"

const answerOf = ({ refusal }: EmulatorTrigger): string =>
  refusal === undefined ? "" : `${refusal.status} ${refusal.code}`

const ofNext = (kind: EmulatorTrigger["kind"]) =>
  triggers.filter((trigger) => trigger.kind === kind)

/** Every trigger, for people. */
export const triggersText = (): string =>
  [
    "Of the next call (--times for more, --endpoint for one endpoint alone):",
    "",
    tableText(
      ["trigger", "answer", "what it does"],
      ofNext("next").map((trigger) => [trigger.name, answerOf(trigger), trigger.what]),
    ),
    "",
    "What lasts:",
    "",
    tableText(
      ["trigger", "answer", "what it does"],
      ofNext("state").map((trigger) => [trigger.name, answerOf(trigger), trigger.what]),
    ),
  ].join("\n")
