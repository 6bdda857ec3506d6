/** A program against the types of the package: what must not compile is marked as expected to fail. */
export const typedConsumer = `
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { bilan, bilanEffect, type BilanResponse, type CoachRefusal, describeCoachRefusal, engineVersion, explainBilan, type Explanation, type Gap, manifest } from "viatica"
import { renderBilan, type RenderedBilan } from "viatica/messages"

const plain: Result.Result<BilanResponse, CoachRefusal> = bilan({ residence: "FR", destinations: ["US"] })
const effect: Effect.Effect<BilanResponse, CoachRefusal> = bilanEffect(null)
export const target: string = Result.match(plain, {
  onSuccess: (response) => response.bilan.medical.target,
  onFailure: describeCoachRefusal,
})
export const gap: Gap | undefined = Result.getOrThrow(plain).card.guarantees["medicalCover"]
export const version: string = engineVersion
export const explanation: Explanation = Result.getOrThrow(explainBilan({ residence: "FR", destinations: ["US"] })).explanation
export const place: string | undefined = explanation.at(0)?.because.map(({ file, line }) => file + ":" + line).join()
export const dates: readonly [string, string | null] = [manifest.effectiveFrom, manifest.effectiveUntil]
export const rendered: RenderedBilan = renderBilan(Result.getOrThrow(plain), { lang: "fr" })
export const sentence: string | null | undefined = rendered.arguments.at(0)?.hook ?? rendered.headline
// @ts-expect-error texts are in French and English only
renderBilan(Result.getOrThrow(plain), { lang: "de" })
export const code = Effect.runSync(Effect.flip(effect)).code satisfies "BAD_RESIDENCE" | "NO_DESTINATIONS" | string
// @ts-expect-error a bilan is a Result, not the response itself
export const wrong: BilanResponse = bilan({})
`

/** The settings of a strict compiler without types of Node or of its own. */
export const typedSettings = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
  files: ["typed.ts"],
}
