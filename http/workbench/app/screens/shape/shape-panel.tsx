import type { ComponentChildren, JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { asked } from "./shape-state.ts"
import { shapeWords } from "./shape-words.ts"

/** One picture: its heading with a link to its rows, a sentence, itself, and the same as a table. */
export const ShapePanel = ({
  children,
  isBusy,
  link,
  name,
  says,
  table,
  title,
}: {
  readonly name: string
  readonly title: string
  readonly link: { readonly href: string; readonly text: string } | null
  readonly says: string
  readonly isBusy: boolean
  readonly children: ComponentChildren
  /** Left out where the picture is a table itself. */
  readonly table?: () => JSX.Element
}): JSX.Element => {
  const words = inWords(shapeWords)
  return (
    <section class="card shape-panel" aria-labelledby={`shape-${name}`} aria-busy={isBusy}>
      <h2>
        <span id={`shape-${name}`}>{title}</span>
        {link === null ? null : <a href={link.href}>{link.text}</a>}
      </h2>
      <p class={isBusy ? "shape-progress busy" : "shape-progress"}>
        {isBusy ? <span class="unseen">{words.busy}</span> : null}
      </p>
      <p class="shape-says">{says}</p>
      {children}
      {table === undefined ? null : (
        <details class="shape-table" open={asked.value.isTable}>
          <summary>{words.asTable}</summary>
          <div class="scroll" tabIndex={0} role="group" aria-label={`${title}, ${words.asTable}`}>
            {table()}
          </div>
        </details>
      )}
    </section>
  )
}
