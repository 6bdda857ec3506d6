import { createHook, type HookCallbacks } from "node:async_hooks"

let kept: object | undefined

const nothing = (): void => {}

/**
 * Keeps the object of one `process.nextTick` for as long as the process lives, and gives it.
 *
 * Node makes such an object for each tick, a dozen for a call over HTTP, by a literal with computed
 * names. V8 knows what these make by the hidden class of the objects, which it lets go of once a few
 * collections have found none of them alive, as they do in a server that rests. From then on it takes
 * the class for one of many, for ever, and each tick takes three to eight times as long: a tenth of
 * the processor time of a call. An object that stays alive keeps its class.
 */
export const keepTick = (): object | undefined => {
  if (kept !== undefined) return kept
  const callbacks: HookCallbacks & { readonly trackPromises: boolean } = {
    init: (_id, type, _trigger, resource) => {
      if (type === "TickObject") kept ??= resource
    },
    // Promises that are tracked once stay slower.
    trackPromises: false,
  }
  const hook = createHook(callbacks)
  hook.enable()
  process.nextTick(nothing)
  hook.disable()
  return kept
}
