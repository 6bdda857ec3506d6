import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { refusalAnswer, responseOf, textAnswer } from "../api/answer.ts"
import { refusal } from "../api/api-refusal.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { App } from "../gateway/app.ts"
import type { Armed } from "./armed.ts"
import type { EmulatorState } from "./emulator-state.ts"
import type { Recording } from "./recording.ts"
import { endpointAt } from "./refusal-endpoints.ts"
import { refusalRehearsals } from "./refusal-rehearsals.ts"

/** What calls go through before the service inside. */
export interface EmulatedAppParts {
  readonly state: EmulatorState
  /** The middle of the signing headers' names. */
  readonly headerPrefix: string
  readonly control: (call: IncomingCall, path: string) => Effect.Effect<HttpServerResponse>
  readonly recording: Recording
}

/** The path that everything of the emulator's own is below. */
export const controlPath = "/_emulator"

/** Does to a call what is armed for it. */
const befallen = (
  armed: Armed["does"],
  call: IncomingCall,
  { headerPrefix, state }: EmulatedAppParts,
  answer: App["answer"],
): Effect.Effect<HttpServerResponse> => {
  switch (armed._tag) {
    case "Delay":
      return Effect.delay(answer(call), armed.ms)
    case "Answer": {
      const { body, headers, status } = armed.answer
      const plain = textAnswer(status, "application/json", body, headers)
      return Effect.succeed(responseOf(plain, state.world().nextRequestId()))
    }
    case "Refuse": {
      const rehearsal = refusalRehearsals[armed.name]
      if (rehearsal.by === "call") return answer(rehearsal.change(call, headerPrefix))
      if (rehearsal.by !== "answer") return answer(call)
      const { detail, headers = {} } = rehearsal
      const refused = refusalAnswer(refusal(armed.name, detail, { headers }))
      return Effect.succeed(responseOf(refused, state.world().nextRequestId()))
    }
  }
}

/** The application of the emulator: its own calls, what is armed, what is replayed, and the service. */
export const makeEmulatedApp = (parts: EmulatedAppParts): App => {
  const { control, recording, state } = parts
  const inside: App["answer"] = (call) =>
    Effect.andThen(
      state.whenReady,
      Effect.suspend(() => state.world().app.answer(call)),
    )
  const front: App["answer"] = (call) => {
    const endpoint = endpointAt(call.method, call.path)
    const armed = endpoint === undefined ? undefined : state.arming.take("front", endpoint)
    return armed === undefined ? inside(call) : befallen(armed, call, parts, inside)
  }
  return {
    answer: (call) =>
      Effect.suspend(() =>
        call.path === controlPath || call.path.startsWith(`${controlPath}/`)
          ? control(call, call.path.slice(controlPath.length))
          : recording.around(call, front),
      ),
  }
}
