import type { JSX } from "preact"
import type { ImpactText } from "../../../protocol/impact.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { impactScreenWords } from "./impact-screen-words.ts"

/** Languages that columns of texts are in, so that they are read out as such. */
const languageOf: Readonly<Record<string, string>> = { fr: "fr", en: "en", us: "en-US" }

/** Texts that read otherwise, side by side, each with its row. */
export const Texts = ({ texts }: { readonly texts: ReadonlyArray<ImpactText> }): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (texts.length === 0) return <p class="empty in">{words.noTexts}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.texts}>
      <table class="texts">
        <caption class="unseen">{words.texts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.text}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
            <th scope="col">{words.row}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ after, before, column, file, key, line }) => {
            const lang = column === undefined ? undefined : languageOf[column]
            return (
              <tr>
                <th scope="row">
                  <span class="code">{key}</span>
                  <p class="label third">{column}</p>
                </th>
                <td lang={lang}>{before === null ? words.none : <s>{before}</s>}</td>
                <td lang={lang}>{after ?? words.none}</td>
                <td>
                  {after === null ? (
                    <span class="code second">{words.wasLine(file, line)}</span>
                  ) : (
                    <RowLink
                      file={file}
                      line={line}
                      {...(column === undefined ? {} : { column })}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
