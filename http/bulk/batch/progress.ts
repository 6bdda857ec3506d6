/** Shows how far a run is on one line that is written over again. */
export interface ProgressLine {
  /** Shows it, unless it was shown a moment ago and still stands. */
  readonly show: (progress: Progress) => void
  /** Takes the line away, so that other text can be written. */
  readonly clear: () => void
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

/** How far a run of lines is. */
export interface Progress {
  /** What an answer is called: `bilan`. */
  readonly noun: string
  readonly answered: number
  readonly refused: number
  readonly inputBytes: number
  /** The size of the input, where it is known. */
  readonly inputBytesTotal: number | undefined
}

/**
 * How far a run is, in one line of a terminal: share, bar, counts, rate and remaining time; only
 * counts and rate where nobody knows the size of the input.
 *
 * ```ts
 * import { progressText } from "../http/bulk/batch/progress.ts"
 *
 * const counts = { noun: "bilan", answered: 84120, refused: 3, inputBytes: 400 }
 * const speed = { lines: 8613.4, inputBytes: 50 }
 * progressText({ ...counts, inputBytesTotal: undefined }, speed, 80) // => "84,120 bilans, 3 refused, 8,613/s"
 * progressText({ ...counts, inputBytesTotal: 1000 }, speed, 61) // => " 40% [###.....] 84,120 bilans, 3 refused, 8,613/s, 0:12 left"
 * ```
 */
export const progressText = (progress: Progress, speed: Speed, columns: number): string => {
  const { inputBytes, inputBytesTotal } = progress
  const counts = countsText(progress, speed)
  const room = Math.max(0, columns - 1)
  if (inputBytesTotal === undefined || inputBytesTotal === 0) return counts.slice(0, room)
  const share = Math.min(1, inputBytes / inputBytesTotal)
  const percent = `${String(Math.floor(share * 100)).padStart(3)}% `
  const left = Math.max(0, inputBytesTotal - inputBytes)
  const time = speed.inputBytes > 0 ? `, ${clockText(left / speed.inputBytes)} left` : ""
  const bar = barText(share, room - percent.length - counts.length - time.length)
  return `${percent}${bar}${counts}${time}`.slice(0, room)
}

/** The part of a terminal that progress is shown on. */
interface Terminal {
  readonly columns: number
  readonly write: (text: string) => void
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

interface Sample {
  readonly atMs: number
  readonly lines: number
  readonly inputBytes: number
}

/** How fast lines are answered and input is read at the moment, each second. */
interface Speed {
  readonly lines: number
  readonly inputBytes: number
}

const speedOverMs = 10_000

/** How often the line is written, and how far back the speed is measured, in milliseconds. */
const showEveryMs = 200

const countsText = ({ answered, noun, refused }: Progress, speed: Speed): string => {
  const counts = `${grouped.format(answered)} ${noun}s`
  const bad = refused === 0 ? "" : `, ${grouped.format(refused)} refused`
  return `${counts}${bad}, ${grouped.format(Math.round(speed.lines))}/s`
}

const grouped = new Intl.NumberFormat("en")

/** A time as `0:07`, `12:30` or `1:02:03`. */
const clockText = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds))
  const two = (value: number): string => String(value).padStart(2, "0")
  const minutes = Math.floor(whole / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0
    ? `${minutes}:${two(whole % 60)}`
    : `${hours}:${two(minutes % 60)}:${two(whole % 60)}`
}

const barText = (share: number, columns: number): string => {
  const width = Math.min(barColumns.usual, columns - "[] ".length)
  if (width < barColumns.least) return ""
  const full = Math.floor(share * width)
  return `[${"#".repeat(full)}${".".repeat(width - full)}] `
}

/** The width of a bar between its brackets, in columns: the usual one, and the least that tells something. */
const barColumns = { usual: 24, least: 8 } as const
