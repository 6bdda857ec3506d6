import { signal } from "@preact/signals"
import type { SessionView } from "../../protocol/session.ts"
import { call } from "./call.ts"
import { hearEvents, onEvent } from "./events.ts"
import { tellRefusal } from "./notices.ts"

/** How the work stands; null until the server has told. */
export const session = signal<SessionView | null>(null)

const load = async (): Promise<void> => {
  session.value = await call("session", {})
}

/** Begins to follow how the work stands. */
export const followSession = (): void => {
  onEvent("session", (event) => {
    session.value = event.session
  })
  hearEvents(() => void load())
  void load().catch(tellRefusal)
}

/** Takes the last step back. */
export const undo = (): Promise<void> =>
  call("undo", {}).then((view) => void (session.value = view), tellRefusal)

/** Makes the last step again that was taken back. */
export const redo = (): Promise<void> =>
  call("redo", {}).then((view) => void (session.value = view), tellRefusal)
