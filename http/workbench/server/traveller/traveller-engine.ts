import * as Result from "effect/Result"
import { compileText } from "../../../messages/icu.ts"
import { preparePictures } from "../../../../rules/coach/pictures/pictures.ts"
import type {
  NotShown,
  TravellerAsked,
  TravellerChoices,
  TravellerView,
} from "../../../../rules/changes/traveller/traveller-view.ts"
import type { LoadedVersions, VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import { bilanView } from "../../../../rules/changes/traveller/bilan-view.ts"
import {
  comparedOffers,
  makePreparing,
} from "../../../../rules/changes/traveller/compared-offers.ts"
import { notShown } from "../../../../rules/changes/traveller/not-shown.ts"
import {
  travellerChoices,
  travellerFaults,
} from "../../../../rules/changes/traveller/traveller-choices.ts"

/** What the engine is asked about a traveller, besides who that is. */
export interface TravellerQuestion extends TravellerAsked {
  /** The day in UTC. */
  readonly today: string
}

/** A picture of a card or a bank. */
export interface PictureQuestion {
  readonly kind: "banks" | "cards"
  readonly name: string
}

/** What answers questions about travellers in the thread of an engine. */
export const travellerEngine = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const prepared = makePreparing(compileText)

  const traveller = (input: unknown, versions: VersionTexts): TravellerView => {
    const { catalogue, situation } = input as TravellerQuestion
    const { after, before, mistakes, revision } = load(versions)
    const [old, now] = [prepared(before), prepared(after)]
    const { offers, refused, trip } = comparedOffers(old, now, catalogue, situation.quote)
    const [readBefore, readAfter] = [old, now].map((each) => bilanView(each, situation.bilan))
    const bilanBefore = readBefore && Result.getOrUndefined(readBefore)
    const bilanAfter = readAfter && Result.getOrUndefined(readAfter)
    const refusal =
      readAfter !== undefined && Result.isFailure(readAfter) ? readAfter.failure : undefined
    return {
      revision,
      isStale: mistakes.length > 0,
      faults: travellerFaults(trip, refusal, bilanAfter ?? null),
      offers,
      refused,
      bilan: { before: bilanBefore ?? null, after: bilanAfter ?? null },
    }
  }

  const notShownTo = (input: unknown, versions: VersionTexts): ReadonlyArray<NotShown> => {
    const { today, ...asked } = input as TravellerQuestion
    const { after, sources } = load(versions)
    return notShown(prepared(after), sources, asked, today)
  }

  const choices = (_: unknown, versions: VersionTexts): TravellerChoices =>
    travellerChoices(prepared(load(versions).after))

  const picture = (input: unknown, versions: VersionTexts): string | null => {
    const { kind, name } = input as PictureQuestion
    const pictures = preparePictures(load(versions).after)
    const drawn = kind === "cards" ? pictures.cardPicture(name) : pictures.bankPicture(name)
    return drawn ?? null
  }

  return {
    traveller,
    "traveller.notShown": notShownTo,
    "traveller.choices": choices,
    "traveller.picture": picture,
  }
}
