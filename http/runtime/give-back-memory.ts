import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** How long after the last burst memory is given back: a process under attack has other things to do. */
const usualAfterMs = 10_000

type Collect = (how: { readonly type: "major"; readonly execution: "async" }) => unknown

/** V8's own collection, which it gives away to nobody unless it is told to. */
const collector = (): Collect => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as Collect
}

/**
 * Gives the memory back that a burst has taken, some time after the last call of what this makes. V8
 * collects when something is allocated, so that a process that has nothing more to do after a burst
 * would keep all of it for good.
 */
export const makeGiveBackMemory = (afterMs = usualAfterMs): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      collector()({ type: "major", execution: "async" })
    }, afterMs)
    timer.refresh().unref()
  }
}
