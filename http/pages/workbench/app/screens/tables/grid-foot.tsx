import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { inWords } from "../../kit/language.ts"
import { session } from "../../kit/session.ts"
import { gridWords } from "./grid-words.ts"

const tickMs = 5_000

/** How long ago something was, in words that change seldom. */
const agoText = (fromMs: number, nowMs: number): string => {
  const words = inWords(gridWords)
  const seconds = Math.max(0, Math.round((nowMs - fromMs) / 1_000))
  if (seconds < 60) return words.secondsAgo(seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? words.minutesAgo(minutes) : words.hoursAgo(Math.round(minutes / 60))
}

/** What the grounds mean, when the last edit was saved, and where the keys are listed. */
export const GridFoot = (): JSX.Element => {
  const words = inWords(gridWords)
  const savedAtMs = session.value?.savedAtMs ?? null
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [savedAtMs])
  return (
    <p class="grid-foot">
      <span class="together">
        <span class="swatch" aria-hidden="true" /> {words.legend}
      </span>
      <span>{savedAtMs === null ? words.savedNever : words.savedAgo(agoText(savedAtMs, now))}</span>
      <span class="keys-hint together">
        <kbd>?</kbd> {words.allKeys}
      </span>
    </p>
  )
}
