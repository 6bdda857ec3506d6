import type { JSX } from "preact"

/** Something that waits for the analyst: what, some words more, and the way there. */
export interface WaitingLineShown {
  readonly title: string
  readonly about: string
  readonly href: string
  /** What the link says, such as `Answer`. */
  readonly verb: string
}

/** A line of what waits on the first screen. */
export const WaitingLine = ({ about, href, title, verb }: WaitingLineShown): JSX.Element => (
  <div class="waiting-line">
    <div>
      <p class="waiting-title">{title}</p>
      <p class="second">{about}</p>
    </div>
    <a href={href} aria-label={`${verb}: ${title}`}>
      {verb}
    </a>
  </div>
)
