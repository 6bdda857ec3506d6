import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { namedYou, nameYou, review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

/** Asks who works here where git does not know; says it where git does. */
export const WhoFields = (): JSX.Element | null => {
  const words = inWords(releaseWords).you
  const view = review.value
  if (view === null || view.problem !== null) return null
  if (view.you !== null) return <p class="help">{words.as(view.you.name)}</p>
  const named = namedYou.value ?? { name: "", mail: "" }
  return (
    <fieldset class="who">
      <legend>{words.title}</legend>
      <p class="help">{words.about}</p>
      <label>
        {words.name}
        <input
          autocomplete="name"
          value={named.name}
          onInput={({ currentTarget }) => nameYou({ ...named, name: currentTarget.value })}
        />
      </label>
      <label>
        {words.mail}
        <input
          type="email"
          autocomplete="email"
          value={named.mail}
          onInput={({ currentTarget }) => nameYou({ ...named, mail: currentTarget.value })}
        />
      </label>
    </fieldset>
  )
}
