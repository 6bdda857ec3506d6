import type { JSX } from "preact"
import type { ReviewReport } from "../../../protocol/review.ts"
import { numberText, signedPercentText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { figuresWords } from "./figures-words.ts"
import { PriceHistogram } from "./price-histogram.tsx"

const side = (permille: number): string => (permille > 0 ? "dearer" : "cheaper")

const Line = ({
  permille,
  text,
}: {
  readonly text: string
  readonly permille: number
}): JSX.Element => (
  <div>
    <dt>{text}</dt>
    <dd class={side(permille)}>{signedPercentText(permille)}</dd>
  </div>
)

/** How prices move: the histogram, its middle and its ends. */
export const MovesCard = ({ report }: { readonly report: ReviewReport }): JSX.Element | null => {
  const words = inWords(figuresWords).moves
  const { bars, cheaper, dearer, moves, offers } = report
  if (moves === null) return null
  const [offer] = offers.filter((each) => each.moves !== null)
  return (
    <section class="card review-card" aria-labelledby="moves">
      <div class="panel-head">
        <h2 id="moves">{words.title}</h2>
        <span class="third label">{words.of(numberText(dearer + cheaper))}</span>
      </div>
      <div class="moves">
        <PriceHistogram bars={bars} />
        <dl class="figure-list">
          <Line text={words.middle} permille={moves.median} />
          {moves.most > 0 ? <Line text={words.dearest} permille={moves.most} /> : null}
          {moves.least < 0 ? <Line text={words.cheapest} permille={moves.least} /> : null}
          {offer === undefined ? null : (
            <div>
              <dt>{words.mostTouched}</dt>
              <dd>{offer.title.replace(/ \(.*\)$/, "")}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  )
}
