// @ts-check
// The documentation: searching while one types, and one language for all examples of a reader.
// Pages work without it: the search is a form, and the tabs are radio buttons.

/**
 * @typedef {{ readonly page: string, readonly section: string, readonly href: string, readonly text: string }} Entry
 */

const language = document.documentElement.lang
const resultsMax = 12

/** @type {Promise<ReadonlyArray<Entry>> | undefined} */
let index

const loadIndex = () => {
  index ??= fetch(`/docs/search-${language}.json`).then(
    (response) => /** @type {Promise<ReadonlyArray<Entry>>} */ (response.json()),
  )
  index.catch(() => {
    index = undefined
  })
  return index
}

/** @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()

/**
 * @param {Entry} entry
 * @param {ReadonlyArray<string>} words
 */
const weightOf = (entry, words) => {
  const section = plain(entry.section)
  const page = plain(entry.page)
  const text = plain(entry.text)
  let sum = 0
  for (const word of words) {
    if (section.includes(word)) sum += 4
    else if (page.includes(word)) sum += 2
    else if (text.includes(word)) sum += 1
    else return 0
  }
  return sum
}

/**
 * @param {ReadonlyArray<Entry>} entries
 * @param {string} question
 */
const find = (entries, question) => {
  const words = plain(question).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .slice(0, resultsMax)
    .map(({ entry }) => entry)
}

/** @param {string} href */
const keepingLanguage = (href) => {
  if (!new URLSearchParams(location.search).has("lang")) return href
  const [path = "", fragment] = href.split("#")
  return `${path}?lang=${language}${fragment === undefined ? "" : `#${fragment}`}`
}

/** @param {Entry} entry */
const resultOf = ({ href, page, section }) => {
  const link = document.createElement("a")
  link.href = keepingLanguage(href)
  const strong = document.createElement("b")
  strong.textContent = section === "" ? page : section
  link.append(strong)
  if (section !== "") {
    const of = document.createElement("span")
    of.textContent = page
    link.append(of)
  }
  return link
}

const element = document.getElementById("find")
const field = element instanceof HTMLInputElement ? element : null
const found = document.getElementById("found")

const close = () => {
  if (found === null) return
  found.hidden = true
  found.replaceChildren()
}

const show = async () => {
  if (field === null || found === null) return
  const question = field.value
  if (question.trim() === "") {
    close()
    return
  }
  const entries = await loadIndex()
  // Somebody who typed on meanwhile is answered for what stands there now.
  if (question !== field.value) return
  const results = find(entries, question).map(resultOf)
  if (results.length === 0) {
    const nothing = document.createElement("p")
    nothing.textContent = field.form?.dataset["nothing"] ?? ""
    found.replaceChildren(nothing)
  } else {
    found.replaceChildren(...results)
  }
  found.hidden = false
}

/** @param {number} step */
const move = (step) => {
  if (found === null || found.hidden) return
  const links = [...found.querySelectorAll("a")]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at + step
  if (next < 0) field?.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}

field?.addEventListener("focus", () => void loadIndex().catch(() => {}))
field?.addEventListener("input", () => void show().catch(() => {}))
field?.form?.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault()
    move(event.key === "ArrowDown" ? 1 : -1)
  }
  if (event.key === "Escape" && found?.hidden === false) {
    // A second one clears the field, as everywhere.
    event.preventDefault()
    close()
    field.focus()
  }
})

document.addEventListener("keydown", (event) => {
  const { target } = event
  const types = target instanceof HTMLElement && target.matches("input, textarea, select")
  if (event.key !== "/" || types || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field?.focus()
})

document.addEventListener("click", ({ target }) => {
  if (target instanceof Node && !(field?.closest("form")?.contains(target) ?? false)) close()
})

const choiceName = "viatica-docs-language"

/** @param {string} value */
const choose = (value) => {
  for (const radio of document.querySelectorAll(".tabs input[type=radio]")) {
    if (radio instanceof HTMLInputElement && radio.value === value) radio.checked = true
  }
}

/** What a browser keeps, where it keeps anything. */
const memory = {
  read: () => {
    try {
      return localStorage.getItem(choiceName)
    } catch {
      return null
    }
  },
  /** @param {string} value */
  write: (value) => {
    try {
      localStorage.setItem(choiceName, value)
    } catch {
      // Kept for this page alone.
    }
  },
}

const remembered = memory.read()
if (remembered !== null) choose(remembered)

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.closest(".tabs") === null) return
  choose(target.value)
  memory.write(target.value)
})
