import type { JSX } from "preact"
import type { Sentence } from "../../../protocol/check.ts"

/** A sentence in French and English, below each other; where it has changed, the old one struck before. */
export const BothLanguages = ({
  before,
  sentence,
}: {
  readonly sentence: Sentence
  readonly before?: Sentence | null
}): JSX.Element => (
  <dl class="languages">
    {(["fr", "en"] as const).map((each) => (
      <div>
        <dt>{each.toUpperCase()}</dt>
        <dd lang={each}>
          {before && before[each] !== sentence[each] ? <s>{before[each]}</s> : null}{" "}
          <span>{sentence[each]}</span>
        </dd>
      </div>
    ))}
  </dl>
)
