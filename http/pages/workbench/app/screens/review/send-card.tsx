import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { releaseWords } from "./release-words.ts"

const copyMarkdown = async (): Promise<void> => {
  const words = inWords(releaseWords).send
  const response = await fetch(new URL("review/change.md", document.baseURI))
  if (!response.ok) return tell(words.notCopied, true)
  const text = await response.text()
  await navigator.clipboard.writeText(text).then(
    () => tell(words.copied),
    () => tell(words.notCopied, true),
  )
}

/** The change as a file to send, and as Markdown for a pull request. */
export const SendCard = (): JSX.Element => {
  const words = inWords(releaseWords).send
  return (
    <section class="card aside-card" aria-labelledby="send">
      <h2 id="send">{words.title}</h2>
      <div class="aside-form">
        <a class="button" href="review/change.html" download>
          {words.page}
        </a>
        <button type="button" class="button" onClick={() => void copyMarkdown()}>
          {words.copy}
        </button>
        <a class="button quiet small" href="review/change.md" download>
          {words.markdown}
        </a>
        <p class="help">{words.about}</p>
      </div>
    </section>
  )
}
