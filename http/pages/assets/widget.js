// @ts-check
// The widget: puts the comparator, in a frame, in the place of its own tag on a partner's page. It is
// served as /widget.js, called once for each tag with what the service knows of languages and intents.

/**
 * @typedef {object} WidgetWords
 * @property {string} countries The letters of all countries, two by two.
 * @property {ReadonlyArray<string>} intents What a trip may be for.
 * @property {Readonly<Record<string, string>>} titles What the frame is called, by language.
 * @property {Readonly<Record<"asked" | "told", ReadonlyArray<readonly [number, number]>>>} heights Space that
 *   is kept for the comparator's form, by the width that the frame has at least: while it asks for the
 *   country that the traveller lives in, and where the tag tells that.
 */

/** @param {WidgetWords} words */
const viaticaWidget = ({ countries, heights, intents, titles }) => {
  const usualIntent = "forTourism"
  /** Heights in pixels: what a frame is given by hand, and how far it may grow. */
  const [heightMin, heightMax] = [200, 10_000]
  /** @param {HTMLScriptElement} tag */
  const show = (tag) => {
    /** @type {Array<string>} */
    const faults = []
    /**
     * A value of the tag where it is well formed; else what stands in for it, and why.
     * @template Otherwise
     * @param {string} name
     * @param {(value: string) => string | undefined} read
     * @param {Otherwise} otherwise
     * @param {string} instead
     */
    const valueOf = (name, read, otherwise, instead) => {
      const given = tag.dataset[name]?.trim() ?? ""
      if (given === "") return otherwise
      const value = read(given)
      if (value !== undefined) return value
      faults.push(`data-${name}="${given.slice(0, 60)}" is not known: ${instead}`)
      return otherwise
    }
    /** @param {RegExp} form */
    const like = (form) => (/** @type {string} */ value) => (form.test(value) ? value : undefined)
    /** @param {string} value */
    const spoken = (value) => {
      const language = value.toLowerCase().split(/[-_]/)[0] ?? ""
      return Object.hasOwn(titles, language) ? language : undefined
    }

    const pageLanguage = spoken(document.documentElement.lang) ?? "en"
    const language = valueOf("lang", spoken, pageLanguage, `"${pageLanguage}" is spoken`)
    const ref = valueOf(
      "ref",
      like(/^[a-z0-9][a-z0-9-]{0,63}-[A-Za-z0-9]{4,32}$/),
      null,
      "nobody is credited",
    )
    if ((tag.dataset["ref"] ?? "") === "") faults.push("data-ref is missing: nobody is credited")
    const intent = valueOf(
      "intent",
      (value) => (intents.includes(value) ? value : undefined),
      null,
      `"${usualIntent}" is used`,
    )
    const residence = valueOf(
      "residence",
      (value) => (countries.match(/../g) ?? []).find((code) => code === value.toUpperCase()),
      null,
      "the traveller chooses",
    )
    const height = valueOf(
      "height",
      (value) => {
        const [, digits = ""] = /^(\d{1,5})(?:px)?$/.exec(value) ?? []
        const inBounds = digits !== "" && Number(digits) >= heightMin && Number(digits) <= heightMax
        return inBounds ? digits : undefined
      },
      null,
      `whole pixels from ${heightMin} to ${heightMax}; it grows with its content`,
    )

    const address = new URL("compare", tag.src)
    const parameters = { ref, intent, residence, lang: language }
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null) address.searchParams.set(name, value)
    }

    const frame = document.createElement("iframe")
    frame.title = titles[language] ?? "Viatica"
    frame.setAttribute("loading", "lazy")
    // Its own origin is what it loads its styles from; it cannot reach this page, nor lead it elsewhere.
    frame.setAttribute(
      "sandbox",
      "allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox",
    )
    frame.setAttribute("referrerpolicy", "no-referrer")
    frame.src = address.href
    // Set one by one: a policy may forbid style attributes, and allows these.
    frame.style.display = "block"
    frame.style.boxSizing = "border-box"
    frame.style.width = "100%"
    frame.style.maxWidth = "100%"
    frame.style.border = "0"

    /** @param {number} pixels */
    const setHeight = (pixels) => {
      frame.style.height = `${pixels}px`
    }
    const keptHeight = () => {
      const { width } = frame.getBoundingClientRect()
      const kept = heights[residence === null ? "asked" : "told"]
      return kept.find(([least]) => width >= least)?.[1] ?? heightMin
    }

    const place = tag.parentNode
    if (place === null || place === document.head) {
      faults.push("the tag has to stand where the comparator is to be: nothing is shown")
    } else {
      setHeight(height === null ? heightMin : Number(height))
      place.insertBefore(frame, tag.nextSibling)
      // A form that was sent from the frame's foot is answered at its head: the traveller is led there.
      frame.addEventListener("load", () => {
        const isInUse = document.activeElement === frame
        if (isInUse && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
      })
      if (height === null) {
        setHeight(keptHeight())
        addEventListener("message", ({ data, origin, source }) => {
          if (source !== frame.contentWindow || origin !== address.origin) return
          if (typeof data !== "object" || data === null || data.viatica !== "height") return
          if (!Number.isFinite(data.px)) return
          // What is below and in sight stays where it is while the form fits into what was kept.
          const { bottom } = frame.getBoundingClientRect()
          const least = bottom > 0 && bottom < innerHeight ? keptHeight() : heightMin
          setHeight(Math.min(heightMax, Math.max(least, Math.ceil(data.px))))
        })
      }
    }
    if (faults.length > 0) console.warn(`Viatica widget: ${faults.join("; ")}`)
  }

  const tag = document.currentScript
  if (tag instanceof HTMLScriptElement) show(tag)
}

// Called by what follows this text where it is served.
void viaticaWidget
