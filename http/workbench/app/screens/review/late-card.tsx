import type { JSX } from "preact"

/** A card whose figures are on their way: it keeps their room and says what is done. */
export const LateCard = ({
  isLow = false,
  says,
  title,
}: {
  readonly title: string
  readonly says: string
  readonly isLow?: boolean
}): JSX.Element => (
  <section class="card review-card" aria-label={title}>
    <div class={isLow ? "review-late low" : "review-late"}>
      <div class="panel-head">
        <h2>{title}</h2>
      </div>
      <p class="second">{says}</p>
    </div>
  </section>
)
