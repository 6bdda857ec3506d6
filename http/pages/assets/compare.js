// @ts-check
// Comfort on the comparator: filters, pages and rows in place, and its height for the page that frames it.
// Without it the same buttons send their form.

/**
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {Array<HTMLElement>}
 */
const all = (within, selector) =>
  [...within.querySelectorAll(selector)].flatMap((found) =>
    found instanceof HTMLElement ? [found] : [],
  )

/** @param {HTMLElement} part */
const followOffers = (part) => {
  const size = Number(part.dataset["pageSize"])
  let filter = part.dataset["filterNow"] ?? "all"
  let from = Number(part.dataset["from"])
  const heads = all(part, "thead [data-column]")
  const cells = all(part, "[data-column]")
  const rows = all(part, "[data-row]")

  /** @returns {Array<string>} */
  const passing = () =>
    heads.flatMap((head) =>
      (head.dataset["passes"] ?? "").split(" ").includes(filter)
        ? [head.dataset["column"] ?? ""]
        : [],
    )

  const markDifferences = () => {
    for (const row of rows) {
      const told = all(row, "td[data-told]")
        .filter((cell) => !cell.hidden)
        .map((cell) => cell.dataset["told"])
      row.classList.toggle("differs", new Set(told).size > 1)
    }
  }

  /** @param {number} count */
  const tellPages = (count) => {
    for (const pager of all(part, ".pager")) {
      pager.hidden = count <= size
      const range = pager.querySelector("[data-range]")
      if (range instanceof HTMLElement) {
        range.textContent = (range.dataset["range"] ?? "")
          .replace("{from}", String(Math.min(from + 1, count)))
          .replace("{to}", String(Math.min(from + size, count)))
          .replace("{count}", String(count))
      }
      for (const step of all(pager, "[data-step]")) {
        const isPossible = step.dataset["step"] === "next" ? from + size < count : from > 0
        step.toggleAttribute("disabled", !isPossible)
      }
    }
  }

  const show = () => {
    const columns = passing()
    const visible = new Set(columns.slice(from, from + size))
    for (const cell of cells) cell.hidden = !visible.has(cell.dataset["column"] ?? "")
    for (const chip of all(part, "[data-filter]")) {
      chip.setAttribute("aria-pressed", String(chip.dataset["filter"] === filter))
    }
    for (const none of all(part, "[data-none]")) none.hidden = columns.length > 0
    for (const some of all(part, "[data-some]")) some.hidden = columns.length === 0
    markDifferences()
    tellPages(columns.length)
    const announced = part.querySelector("[data-announce]")
    const range = part.querySelector("[data-range]")
    if (announced !== null) {
      announced.textContent =
        columns.length === 0
          ? (part.querySelector("[data-none]")?.textContent ?? "")
          : (range?.textContent ?? "")
    }
    for (const form of all(document, "form[data-again], form.languages")) keepShown(form)
  }

  /**
   * What is shown goes along when the language is changed.
   * @param {HTMLElement} form
   */
  const keepShown = (form) => {
    const kept = form.querySelector('input[type="hidden"][name="shown"]')
    if (kept instanceof HTMLInputElement) kept.value = `${filter} ${from}`
  }

  part.addEventListener("click", (event) => {
    const { target } = event
    const button = target instanceof Element ? target.closest("[data-filter], [data-step]") : null
    if (!(button instanceof HTMLElement)) return
    event.preventDefault()
    if (button.dataset["filter"] === undefined) {
      from = Math.max(0, from + (button.dataset["step"] === "next" ? size : -size))
    } else {
      filter = button.dataset["filter"]
      from = 0
    }
    show()
  })
}

/**
 * Adds a row like the first one to a list, or takes one away.
 * @param {HTMLElement} button
 */
const addRow = (button) => {
  const list = button.closest("[data-rows]")
  const fields = list === null ? [] : all(list, ".field")
  const last = fields.at(-1)
  if (last === undefined) return
  const number = fields.length + 1
  const added = last.cloneNode(true)
  if (!(added instanceof HTMLElement)) return
  const label = added.querySelector("label")
  const control = added.querySelector("input, select")
  if (label === null || control === null) return
  const id = control.id.replace(/\d+$/, String(number))
  control.id = id
  label.htmlFor = id
  label.textContent = (label.textContent ?? "").replace(/\d+/, String(number))
  if (control instanceof HTMLInputElement) control.value = ""
  if (control instanceof HTMLSelectElement) control.value = ""
  for (const name of ["aria-invalid", "aria-describedby"]) control.removeAttribute(name)
  for (const fault of all(added, ".fault, .question, .help")) fault.remove()
  added.classList.remove("wrong", "mended")
  ;(button.closest(".more") ?? button).before(added)
  if (control instanceof HTMLElement) control.focus()
}

for (const part of all(document, ".offers-part")) followOffers(part)

/**
 * The currency follows the residence while neither a currency was chosen nor a price typed.
 * @param {HTMLSelectElement} currency
 */
const followResidence = (currency) => {
  const form = currency.form
  const residence = form?.querySelector("select[name=residence]")
  const price = form?.querySelector("input[name=price]")
  let isChosen = false
  currency.addEventListener("input", () => {
    isChosen = true
  })
  residence?.addEventListener("input", () => {
    if (!(residence instanceof HTMLSelectElement) || !(price instanceof HTMLInputElement)) return
    if (isChosen || price.value.trim() !== "") return
    const own = currency.querySelector(`option[data-countries~="${residence.value}"]`)
    currency.value = own instanceof HTMLOptionElement ? own.value : "EUR"
  })
}

for (const currency of all(document, "select[name=currency]")) {
  if (currency instanceof HTMLSelectElement) followResidence(currency)
}

document.addEventListener("click", (event) => {
  const { target } = event
  const button = target instanceof Element ? target.closest("[data-more]") : null
  if (!(button instanceof HTMLElement)) return
  event.preventDefault()
  addRow(button)
})

// The page that frames this one learns how high it is, and nothing else.
if (window.parent !== window) {
  for (const form of all(document, "#choose")) form.setAttribute("target", "_blank")
  let told = 0
  const tell = () => {
    const px = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (px === told) return
    told = px
    window.parent.postMessage({ viatica: "height", px }, "*")
  }
  new ResizeObserver(tell).observe(document.documentElement)
  tell()
}
