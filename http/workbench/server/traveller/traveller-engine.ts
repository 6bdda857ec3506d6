import * as Result from "effect/Result"
import { preparePictures } from "../../../../rules/coach/pictures/pictures.ts"
import type {
  NotShown,
  TravellerAsked,
  TravellerChoices,
  TravellerView,
} from "../../protocol/traveller.ts"
import type { LoadedVersions } from "../engine/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { bilanView } from "./bilan-view.ts"
import { comparedOffers } from "./compared-offers.ts"
import { notShown } from "./not-shown.ts"
import { makePreparing } from "./prepared-version.ts"
import { travellerChoices } from "./traveller-choices.ts"
import { travellerFaults } from "./traveller-faults.ts"

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
  load: (versions: EngineVersions) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const prepared = makePreparing()

  const traveller = (input: unknown, versions: EngineVersions): TravellerView => {
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

  const notShownTo = (input: unknown, versions: EngineVersions): ReadonlyArray<NotShown> => {
    const { today, ...asked } = input as TravellerQuestion
    const { after, sources } = load(versions)
    return notShown(prepared(after), sources, asked, today)
  }

  const choices = (_: unknown, versions: EngineVersions): TravellerChoices =>
    travellerChoices(load(versions).after)

  const picture = (input: unknown, versions: EngineVersions): string | null => {
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
