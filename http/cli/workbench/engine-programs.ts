import { threadProgram } from "../../platform/thread.ts"

/** The programs of the engines, which lie beside this module. */
export const enginePrograms = {
  checker: threadProgram("check-worker", import.meta.url),
  answers: threadProgram("answers-worker", import.meta.url),
  cases: threadProgram("cases-worker", import.meta.url),
  slips: threadProgram("slips-worker", import.meta.url),
}
