import type { JSX } from "preact"
import type { ReviewReport } from "../../../../../rules/changes/reviewed-change.ts"
import { inWords, numberText } from "../../kit/language.ts"
import { figuresWords } from "./figures-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

const cardsMax = 5

/** Arguments that cards gain or lose. */
export const ArgumentsCard = ({
  report,
}: {
  readonly report: ReviewReport
}): JSX.Element | null => {
  const words = inWords(figuresWords).arguments
  if (report.arguments.length === 0) return null
  return (
    <section class="card flush review-card" aria-labelledby="arguments">
      <div class="panel-head">
        <h2 id="arguments">{words.title}</h2>
        <span class="third label">{words.of(numberText(report.arguments.length))}</span>
      </div>
      <table>
        <caption class="unseen">{words.title}</caption>
        <TableHead heads={[words.argument, { figures: words.readings }, words.cards]} />
        <tbody>
          {report.arguments.map(({ bilans, cards, change, id, title }) => (
            <tr>
              <th scope="row">
                <span class="badge info">{words[change]}</span> <span lang="en">{title}</span>{" "}
                <span class="code third">{id}</span>
              </th>
              <td class="number">{numberText(bilans)}</td>
              <td>
                {cards.slice(0, cardsMax).join(", ")}
                {cards.length > cardsMax ? ` ${words.more(cards.length - cardsMax)}` : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Texts that read otherwise, before beside after. */
export const TextsCard = ({ report }: { readonly report: ReviewReport }): JSX.Element | null => {
  const words = inWords(figuresWords).texts
  if (report.texts.length === 0) return null
  return (
    <section class="card flush review-card" aria-labelledby="texts">
      <div class="panel-head">
        <h2 id="texts">{words.title}</h2>
        <span class="third label">{words.of(numberText(report.texts.length))}</span>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label={words.title}>
        <table>
          <caption class="unseen">{words.title}</caption>
          <TableHead heads={[words.text, words.was, words.is]} />
          <tbody>
            {report.texts.map(({ after, before, key, language }) => (
              <tr>
                <th scope="row">
                  <span class="code">{key}</span> <span class="third">{language}</span>
                </th>
                <td lang={language}>
                  <s class="second">{before}</s>
                </td>
                <td lang={language}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
