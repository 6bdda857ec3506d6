import { computed, effect, untracked } from "@preact/signals"
import type { WorkbenchSituation } from "../../../../../rules/changes/traveller/situation.ts"
import { call } from "../../kit/call.ts"
import { follow } from "../../kit/follow.ts"
import { tellRefusal } from "../../kit/notices.ts"
import { hrefOf, route } from "../../kit/route.ts"
import {
  caseShown,
  catalogue,
  formOfSituation,
  situationOfForm,
  type TravellerForm,
  travellerForm,
} from "./traveller-form-state.ts"

const known = follow("travellerChoices")
const answered = follow("traveller")
const missing = follow("travellerNotShown")

/** What the form lets one choose from; null until it is known. */
export const choices = computed(() => known.state.value.output)

/** The answers to the traveller; older ones stay until newer ones come. */
export const answers = computed(() => answered.state.value.output)

/** What the traveller is not shown. */
export const unshown = computed(() => missing.state.value.output)

/** Whether answers to what the form says now are on their way. */
export const isAsking = computed(() => answered.state.value.isBusy || missing.state.value.isBusy)

/** Fills the form from a case of the analysts. */
export const showCase = async (name: string): Promise<void> => {
  try {
    travellerForm.value = formOfSituation(await call("caseSituation", { name }))
    caseShown.value = name
  } catch (cause) {
    tellRefusal(cause)
  }
}

/** The form of a situation in an address; null for what is none, which anybody may have written. */
const formIn = (text: string): TravellerForm | null => {
  try {
    return formOfSituation(JSON.parse(text) as WorkbenchSituation)
  } catch {
    return null
  }
}

/** Fills the form from the address that was opened. */
const readAddress = (): void => {
  const { query, screen } = route.value
  if (screen !== "traveller") return
  untracked(() => {
    const shown = query.get("catalogue")
    if (shown === "sandbox" || shown === "live") catalogue.value = shown
    const name = query.get("case")
    const form = formIn(query.get("situation") ?? "")
    if (name !== null && name !== caseShown.value) void showCase(name)
    if (form !== null) {
      travellerForm.value = form
      caseShown.value = ""
    }
  })
}

/** How long writing pauses before it is answered. */
const pauseMs = 90

/** Answers the form as it changes, and writes it into the address; gives what ends that. */
export const followTraveller = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  known.ask({})
  const ends = [
    effect(readAddress),
    effect(() => {
      const situation = situationOfForm(travellerForm.value)
      const asked = { situation, catalogue: catalogue.value }
      const query =
        caseShown.value === ""
          ? { situation: JSON.stringify(situation), catalogue: catalogue.value }
          : { case: caseShown.value, catalogue: catalogue.value }
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          history.replaceState(null, "", hrefOf("traveller", "", query))
          answered.ask(asked)
          missing.ask(asked)
        },
        answers.peek() === null ? 0 : pauseMs,
      )
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of [...ends, known.end, answered.end, missing.end]) end()
  }
}
