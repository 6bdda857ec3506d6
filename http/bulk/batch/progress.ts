import { type Progress, progressText, type Speed } from "./progress-text.ts"

/** The part of a terminal that progress is shown on. */
export interface Terminal {
  readonly columns: number
  readonly write: (text: string) => void
}

/** Shows how far a run is on one line that is written over again. */
export interface ProgressLine {
  /** Shows it, unless it was shown a moment ago and still stands. */
  readonly show: (progress: Progress) => void
  /** Takes the line away, so that other text can be written. */
  readonly clear: () => void
}

/** How often the line is written, and how far back the speed is measured, in milliseconds. */
const showEveryMs = 200
const speedOverMs = 10_000

interface Sample {
  readonly atMs: number
  readonly lines: number
  readonly inputBytes: number
}

/** The speed over the last seconds. */
const makeSpeedometer = (startMs: number) => {
  let samples: ReadonlyArray<Sample> = [{ atMs: startMs, lines: 0, inputBytes: 0 }]
  return (now: Sample): Speed => {
    const recent = samples.filter(({ atMs }) => now.atMs - atMs <= speedOverMs)
    const [since = now] = recent.length > 0 ? recent : samples.slice(-1)
    samples = [...recent, now]
    const seconds = (now.atMs - since.atMs) / 1000
    if (seconds <= 0) return { lines: 0, inputBytes: 0 }
    return {
      lines: (now.lines - since.lines) / seconds,
      inputBytes: (now.inputBytes - since.inputBytes) / seconds,
    }
  }
}

/** Shows progress on a terminal; `nowMs` is a clock that never goes back. */
export const makeProgressLine = (terminal: Terminal, nowMs: () => number): ProgressLine => {
  const startMs = nowMs()
  const speedAt = makeSpeedometer(startMs)
  let shownMs = startMs
  let visible = false
  let wiped = false
  const show = (progress: Progress): void => {
    const atMs = nowMs()
    if (!wiped && atMs - shownMs < showEveryMs) return
    shownMs = atMs
    wiped = false
    const lines = progress.answered + progress.refused
    const speed = speedAt({ atMs, lines, inputBytes: progress.inputBytes })
    terminal.write(`\r${progressText(progress, speed, terminal.columns)}\u001b[K`)
    visible = true
  }
  const clear = (): void => {
    if (!visible) return
    terminal.write("\r\u001b[K")
    visible = false
    wiped = true
  }
  return { show, clear }
}

/** For a run that nobody watches. */
export const noProgress: ProgressLine = { show: () => {}, clear: () => {} }
