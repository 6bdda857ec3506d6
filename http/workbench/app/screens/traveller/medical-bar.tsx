import type { JSX } from "preact"
import type {
  AmountView,
  MedicalView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"
import { moneyText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { travellerWords } from "./traveller-words.ts"

const width = 300

const wholeText = ({ currency, value }: AmountView): string => moneyText(value, currency, 0)

/** What the card has against the benchmark: solid, what may be missing hatched, the target a tick. */
export const MedicalBar = ({ medical }: { readonly medical: MedicalView }): JSX.Element => {
  const words = inWords(travellerWords)
  const { ceiling, target } = medical
  const isKnown = ceiling !== null && medical.badge !== "unverified"
  const most = Math.max(ceiling?.value ?? 0, target.value, 1)
  const at = (value: number): number => Math.round((value / most) * width)
  const isEnough = isKnown && ceiling.value >= target.value
  const own = ceiling === null ? words.unconfirmed : wholeText(ceiling)
  return (
    <div class="medical-bar">
      <p>
        <span>{own}</span>
        <span>{words.benchmark(wholeText(target))}</span>
      </p>
      <svg
        role="img"
        aria-label={words.barName(own, wholeText(target))}
        viewBox={`0 0 ${width} 14`}
        preserveAspectRatio="none"
      >
        <defs>
          <pattern
            id="missing-hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="hatch-ground" width="6" height="6" />
            <path class="hatch-line" d="M0 0v6" />
          </pattern>
        </defs>
        {isKnown ? (
          <>
            {isEnough ? null : (
              <rect y="2" width={at(target.value)} height="10" rx="3" fill="url(#missing-hatch)" />
            )}
            <rect
              class={isEnough ? "own enough" : "own"}
              y="2"
              width={at(ceiling.value)}
              height="10"
              rx="3"
            />
          </>
        ) : (
          <rect class="open" x="1" y="2" width={width - 2} height="10" rx="3" />
        )}
        <rect class="tick" x={Math.max(0, at(target.value) - 3)} y="0" width="2.500" height="14" />
      </svg>
    </div>
  )
}
