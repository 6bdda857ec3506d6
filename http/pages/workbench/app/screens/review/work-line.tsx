import type { JSX } from "preact"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { figuresWords } from "./figures-words.ts"
import { report, startReport, stopReport, work } from "./report-state.ts"

/** How far the figures are, with what ends the work; its place is kept while there is nothing to say. */
export const WorkLine = (): JSX.Element => {
  const words = inWords(figuresWords)
  const now = work.value
  return (
    <div class="work-line" role="status">
      {now.state === "busy" ? (
        <>
          <progress
            aria-label={words.working}
            max={now.progress?.all ?? 1}
            value={now.progress === null ? undefined : now.progress.done}
          />
          <span class="label second">
            {now.progress === null
              ? words.working
              : words.tried(numberText(now.progress.done), numberText(now.progress.all))}
          </span>
          <button type="button" class="button quiet small" onClick={stopReport}>
            {words.stop}
          </button>
        </>
      ) : null}
      {now.state === "stopped" || now.state === "failed" ? (
        <>
          <span class="label second">
            {now.state === "failed" ? words.failed(now.why) : words.stopped}
          </span>
          <button type="button" class="button quiet small" onClick={() => void startReport()}>
            {words.again}
          </button>
        </>
      ) : null}
      {now.state === "done" && report.value?.isOlder === true ? (
        <span class="label second">{words.olderTables}</span>
      ) : null}
      {now.state === "done" && (report.value?.unavailable ?? null) !== null ? (
        <span class="label second">{words.noSituations(report.value?.unavailable ?? "")}</span>
      ) : null}
    </div>
  )
}
