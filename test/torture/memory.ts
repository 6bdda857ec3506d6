import { readFileSync } from "node:fs"

/** A figure of a process's memory as the system counts it: what it has now, or the most it had. */
export type MemoryFigure = "VmRSS" | "VmHWM"

/** A process's memory in MB. */
export const megabytesOf = (pid: number, figure: MemoryFigure): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
