// @ts-check
// Comfort on the comparator: order, filters, pages and rows in place, and its height for the page that frames it.
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

/** The orders of offers, in the order in which their heads tell their places. */
const orders = ["price", "care", "value"]

const pinsMax = 3

/**
 * How the offers are shown, read and written as the service does: filters, order, pins and offset, in words.
 *
 * @param {string} text
 */
const readShown = (text) => {
  const words = text.split(" ").filter((word) => word !== "")
  return {
    filters: new Set(words.filter((word) => /^[a-z]+$/.test(word) && word !== "pinned")),
    order: words.find((word) => word.startsWith("by-"))?.slice("by-".length) ?? "price",
    pins: words.flatMap((word) => /^pin(\d+)$/.exec(word)?.[1] ?? []),
    from: Number(words.find((word) => /^\d+$/.test(word)) ?? 0),
  }
}

/** @param {HTMLElement} part */
const followOffers = (part) => {
  const size = Number(part.dataset["pageSize"])
  const shown = readShown(part.dataset["shown"] ?? "")
  const heads = all(part, "thead [data-column]")
  const cells = all(part, "[data-column]")
  const rows = all(part, "tr, .offer-cards")

  /** @param {ReadonlyArray<string>} more */
  const written = (...more) =>
    [
      ...shown.filters,
      ...(shown.order === "price" ? [] : [`by-${shown.order}`]),
      ...shown.pins.map((id) => `pin${id}`),
      ...more,
    ].join(" ")

  /**
   * The columns that pass filters, in their order.
   *
   * @param {ReadonlySet<string>} filters
   */
  const passing = (filters) => {
    const place = orders.indexOf(shown.order)
    /** @param {HTMLElement} head */
    const placeOf = (head) => Number((head.dataset["ranks"] ?? "").split(" ")[place])
    return heads
      .filter((head) => {
        const passes = (head.dataset["passes"] ?? "").split(" ")
        return [...filters].every((filter) => passes.includes(filter))
      })
      .sort((left, right) => placeOf(left) - placeOf(right))
      .map((head) => head.dataset["column"] ?? "")
  }

  const markDifferences = () => {
    for (const row of all(part, "[data-row]")) {
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
      fillIn(pager.querySelector("[data-range]"), "range", {
        from: Math.min(shown.from + 1, count),
        to: Math.min(shown.from + size, count),
        count,
      })
      for (const step of all(pager, "[data-step]")) {
        const isPossible =
          step.dataset["step"] === "next" ? shown.from + size < count : shown.from > 0
        step.toggleAttribute("disabled", !isPossible)
      }
    }
    const told = part.querySelector("[data-count]")
    const total = told instanceof HTMLElement ? (told.dataset["total"] ?? "") : ""
    fillIn(told, "count", { count, total })
  }

  /** What each filter leaves with the others kept; one that would leave nothing cannot be chosen. */
  const countFilters = () => {
    for (const chip of all(part, "[data-filter]")) {
      const filter = chip.dataset["filter"] ?? ""
      const isOn = filter === "all" ? shown.filters.size === 0 : shown.filters.has(filter)
      chip.setAttribute("aria-pressed", String(isOn))
      const left = chip.querySelector("[data-left]")
      if (left === null) continue
      const count = passing(new Set([...shown.filters, filter])).length
      left.textContent = String(count)
      chip.toggleAttribute("disabled", !isOn && count === 0)
    }
  }

  const tellPins = () => {
    for (const pin of all(part, "[data-pin]")) {
      const isPinned = shown.pins.includes(pin.dataset["pin"] ?? "")
      pin.setAttribute("aria-pressed", String(isPinned))
      pin.toggleAttribute("disabled", !isPinned && shown.pins.length >= pinsMax)
    }
    for (const button of all(part, "[data-pinned]")) {
      button.hidden = shown.pins.length < 2
      button.setAttribute("value", written("pinned"))
      fillIn(button, "pinned", { count: shown.pins.length })
    }
  }

  const show = () => {
    const columns = passing(shown.filters)
    const visible = new Set(columns.slice(shown.from, shown.from + size))
    for (const cell of cells) cell.hidden = !visible.has(cell.dataset["column"] ?? "")
    for (const row of rows) {
      for (const column of columns) {
        const cell = [...row.children].find(
          (child) => child instanceof HTMLElement && child.dataset["column"] === column,
        )
        if (cell !== undefined) row.append(cell)
      }
    }
    for (const button of all(part, "[data-order]")) {
      button.setAttribute("aria-pressed", String(button.dataset["order"] === shown.order))
    }
    for (const none of all(part, "[data-none]")) none.hidden = columns.length > 0
    for (const some of all(part, "[data-some]")) some.hidden = columns.length === 0
    countFilters()
    markDifferences()
    tellPages(columns.length)
    tellPins()
    const announced = part.querySelector("[data-announce]")
    if (announced !== null) {
      const told = columns.length === 0 ? "[data-none]" : "[data-range]"
      announced.textContent = part.querySelector(told)?.textContent ?? ""
    }
    keepShown(written(...(shown.from === 0 ? [] : [String(shown.from)])))
  }

  /** @param {HTMLElement} button */
  const take = ({ dataset }) => {
    const { filter, order, pin, step } = dataset
    if (step !== undefined) {
      shown.from = Math.max(0, shown.from + (step === "next" ? size : -size))
      return
    }
    if (pin !== undefined) {
      shown.pins = shown.pins.includes(pin)
        ? shown.pins.filter((id) => id !== pin)
        : [...shown.pins, pin]
      return
    }
    shown.from = 0
    if (order !== undefined) shown.order = order
    else if (filter === "all") shown.filters.clear()
    else if (filter !== undefined && !shown.filters.delete(filter)) shown.filters.add(filter)
  }

  part.addEventListener("click", (event) => {
    const { target } = event
    const button =
      target instanceof Element
        ? target.closest("[data-filter], [data-order], [data-pin], [data-step]")
        : null
    if (!(button instanceof HTMLElement)) return
    event.preventDefault()
    take(button)
    show()
    // A button that was moved with its offer keeps the keyboard.
    button.focus()
  })
}

/**
 * Fills in a text whose values its element leaves open.
 *
 * @param {Element | null} element
 * @param {string} name
 * @param {Readonly<Record<string, string | number>>} values
 */
const fillIn = (element, name, values) => {
  if (!(element instanceof HTMLElement)) return
  element.textContent = (element.dataset[name] ?? "").replace(/\{(\w+)\}/g, (_, word) =>
    String(values[word] ?? ""),
  )
}

/**
 * What is shown goes along when the language is changed, and stands in the address, for reload and back.
 *
 * @param {string} shown
 */
const keepShown = (shown) => {
  const form = document.querySelector("form.languages")
  if (form === null) return
  let kept = form.querySelector('input[name="shown"]')
  if (kept === null) {
    kept = document.createElement("input")
    kept.setAttribute("type", "hidden")
    kept.setAttribute("name", "shown")
    form.prepend(kept)
  }
  kept.setAttribute("value", shown)
  const address = new URL(location.href)
  if (shown === "") address.searchParams.delete("shown")
  else address.searchParams.set("shown", shown)
  history.replaceState(null, "", address)
}

/**
 * Adds a row like the last one to a list.
 * @param {HTMLElement} button
 */
const addRow = (button) => {
  const list = button.closest("[data-rows]")
  if (!(list instanceof HTMLElement)) return
  const last = all(list, ".field").at(-1)
  const added = last?.cloneNode(true)
  if (!(added instanceof HTMLElement)) return
  for (const fault of all(added, ".fault, .question, .help")) fault.remove()
  added.classList.remove("wrong", "mended")
  last?.after(added)
  const control = added.querySelector("input")
  if (control === null) return
  control.value = ""
  for (const name of ["aria-invalid", "aria-describedby", "data-code"])
    control.removeAttribute(name)
  countRows(list)
  control.focus()
}

/**
 * Takes a row out of its list; the one before it, or the one that is first now, is next.
 * @param {HTMLElement} button
 */
const removeRow = (button) => {
  const list = button.closest("[data-rows]")
  const row = button.closest(".field")
  if (!(list instanceof HTMLElement) || row === null) return
  const place = all(list, ".field").findIndex((each) => each === row)
  row.remove()
  countRows(list)
  all(list, ".field")[Math.max(0, place - 1)]?.querySelector("input")?.focus()
}

/**
 * Counts the rows of a list anew: in their ids, their labels and what their buttons say.
 * @param {HTMLElement} list
 */
const countRows = (list) => {
  for (const [index, row] of all(list, ".field").entries()) {
    const number = String(index + 1)
    const label = row.querySelector("label")
    const control = row.querySelector("input")
    const remove = row.querySelector("[data-remove]")
    if (label === null || control === null) continue
    control.id = control.id.replace(/\d+$/, number)
    label.htmlFor = control.id
    label.textContent = (label.textContent ?? "").replace(/\d+/, number)
    const told = remove?.getAttribute("aria-label") ?? ""
    remove?.setAttribute("aria-label", told.replace(/\d+/, number))
    remove?.setAttribute("value", `${list.dataset["rows"]} ${index}`)
  }
}

for (const part of all(document, ".offers-part")) followOffers(part)

/**
 * The letters of the country that a field names, by the browser's list; of other spellings the service knows.
 * @param {HTMLInputElement} field
 */
const countryIn = ({ list, value }) => {
  const typed = value.trim().toLowerCase()
  const named = list === null ? [] : all(list, "option")
  return named.find(
    (option) =>
      option.getAttribute("value")?.toLowerCase() === typed ||
      option.dataset["code"]?.toLowerCase() === typed,
  )?.dataset["code"]
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.list === null) return
  target.dataset["code"] = countryIn(target) ?? ""
})

// Firefox shows a label in place of the name, other browsers beside it.
if (!CSS.supports("-moz-appearance", "none")) {
  for (const option of all(document, "#countries option")) {
    option.setAttribute("label", option.dataset["continent"] ?? "")
  }
}

/**
 * The currency follows the residence while neither a currency was chosen nor a price typed.
 * @param {HTMLSelectElement} currency
 */
const followResidence = (currency) => {
  const form = currency.form
  const residence = form?.querySelector("input[name=residence]")
  const price = form?.querySelector("input[name=price]")
  let isChosen = false
  currency.addEventListener("input", () => {
    isChosen = true
  })
  residence?.addEventListener("input", () => {
    if (!(residence instanceof HTMLInputElement) || !(price instanceof HTMLInputElement)) return
    const country = countryIn(residence)
    if (country === undefined || isChosen || price.value.trim() !== "") return
    const own = currency.querySelector(`option[data-countries~="${country}"]`)
    currency.value = own instanceof HTMLOptionElement ? own.value : "EUR"
  })
}

for (const currency of all(document, "select[name=currency]")) {
  if (currency instanceof HTMLSelectElement) followResidence(currency)
}

document.addEventListener("click", (event) => {
  const { target } = event
  const button = target instanceof Element ? target.closest("[data-more], [data-remove]") : null
  if (!(button instanceof HTMLElement)) return
  event.preventDefault()
  if (button.matches("[data-more]")) addRow(button)
  else removeRow(button)
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
