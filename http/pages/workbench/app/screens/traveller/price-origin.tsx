import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import type { PriceStepView, PriceView } from "../../../protocol/traveller.ts"
import { numberText } from "../../kit/format.ts"
import { inWords, locale } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { priceText } from "./traveller-facts.ts"
import { travellerWords } from "./traveller-words.ts"

const digitsMax = 6

/** An exact amount in its currency, with as many digits as it has. */
const amountText = (amount: string, currency: string): string =>
  new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digitsMax,
  }).format(Number(amount))

/** Parts as the language prints numbers; lists of ages stay. */
const partsText = (parts: PriceStepView["parts"]): PriceStepView["parts"] =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      ["daily", "flat", "least", "rate", "tripPrice"].includes(name)
        ? numberText(Number(part), digitsMax)
        : part,
    ]),
  )

const stepText = ({ kind, parts }: PriceStepView): string =>
  inWords(travellerWords).steps[kind]?.(partsText(parts)) ?? kind

/** The step of before that stands at the same place among those of its kind. */
const counterpart = (
  steps: ReadonlyArray<PriceStepView>,
  before: ReadonlyArray<PriceStepView>,
  step: PriceStepView,
): PriceStepView | undefined => {
  const { kind } = step
  const place = steps.filter((each) => each.kind === kind).indexOf(step)
  return before.filter((each) => each.kind === kind)[place]
}

const Step = ({
  before,
  step,
}: {
  readonly before: PriceStepView | undefined
  readonly step: PriceStepView
}): JSX.Element => {
  const words = inWords(travellerWords)
  const own = stepText(step)
  const older = before === undefined ? own : stepText(before)
  const isResult = step.kind === "rounded" || step.kind === "converted"
  return (
    <li class={isResult ? "result" : undefined}>
      <span>
        {own}
        {older === own ? null : <em> {words.wasParts(older)}</em>}{" "}
        {step.because.map((row) => (
          <RowLink {...row} />
        ))}
      </span>
      <span class="amount">
        {before === undefined || before.amount === step.amount ? null : (
          <s>{amountText(before.amount, before.currency)}</s>
        )}
        <b>{amountText(step.amount, step.currency)}</b>
      </span>
    </li>
  )
}

/**
 * A price that shows how it comes about while it is pointed at or has the focus, or for good once it
 * is pressed; Escape closes it.
 */
export const PriceOrigin = ({
  before,
  id,
  price,
}: {
  readonly before: PriceView | null
  readonly id: string
  readonly price: PriceView
}): JSX.Element => {
  const words = inWords(travellerWords)
  const [isOpen, setOpen] = useState(false)
  const [isKept, setKept] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setOpen(false)
    setKept(false)
  }
  return (
    <div
      class="origin"
      ref={own}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(own.current?.contains(document.activeElement) ?? false)}
      onFocusIn={() => setOpen(true)}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && own.current?.contains(relatedTarget))) close()
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close()
      }}
    >
      <button
        type="button"
        class="figure"
        aria-expanded={isOpen || isKept}
        aria-controls={`${id}-origin`}
        title={words.originOpens}
        onClick={() => setKept(!isKept)}
      >
        {priceText(price)}
      </button>
      <div id={`${id}-origin`} class="float" hidden={!(isOpen || isKept)}>
        <p>
          <strong>{words.origin(priceText(price))}</strong>
        </p>
        <ul>
          {price.steps.map((step) => (
            <Step
              step={step}
              before={before ? counterpart(price.steps, before.steps, step) : step}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}
