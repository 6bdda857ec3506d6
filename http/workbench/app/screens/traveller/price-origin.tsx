import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import type { CurrencyCode } from "../../../../../core/vocabulary/codes.ts"
import type {
  PriceStepView,
  PriceView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords, locale } from "../../kit/language.ts"
import { RowToKeep } from "./keep-table-case.tsx"
import { priceText } from "./traveller-facts.ts"
import { travellerWords } from "./traveller-words.ts"

const digitsMax = 6

/** An exact amount in its currency, with as many digits as it has. */
const amountText = (amount: string, currency: CurrencyCode): string =>
  new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digitsMax,
  }).format(Number(amount))

/** A number of a table as the language prints it, with the digits that it has there. */
const asWritten = (part: string): string => {
  const digits = part.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(locale.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(part))
}

const numbers = new Set(["daily", "flat", "least", "rate", "tripPrice"])

/** Parts as the language prints numbers; lists of ages stay. */
const partsText = (parts: PriceStepView["parts"]): PriceStepView["parts"] =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, numbers.has(name) ? asWritten(part) : part]),
  )

/** What the parts were that are another now, as a list. */
const olderParts = (step: PriceStepView, before: PriceStepView): string => {
  const older = partsText(before.parts)
  const names = Object.keys(older).filter((name) => before.parts[name] !== step.parts[name])
  return new Intl.ListFormat(locale.value).format(names.map((name) => older[name] ?? ""))
}

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
  const older = before === undefined ? "" : olderParts(step, before)
  const isResult = step.kind === "rounded" || step.kind === "converted"
  return (
    <li class={isResult ? "result" : undefined}>
      <span>
        {own}
        {older === "" ? null : <em>, {words.wasParts(older)}</em>}{" "}
        {step.because.map((row) => (
          <RowToKeep {...row} />
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
