import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { type AdditionKind, additionKinds } from "../../../../../rules/additions/kinds.ts"
import type { MissingFact } from "../../../../../rules/additions/missing-facts.ts"
import type {
  AdditionView,
  ShownAddition,
  ShownFact,
  ShownPart,
} from "../../../protocol/additions.ts"
import { call } from "../../kit/call.ts"
import { Combobox } from "../../kit/combobox.tsx"
import { addKeys } from "../../kit/keys.ts"
import { inWords, language } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { go, hrefOf } from "../../kit/route.ts"
import { inTurn, session, shownStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { submitting, useAsking, workingText } from "../../panels/asking.ts"
import { usePreview } from "../tables/preview-dialog.tsx"
import { AdditionField, fieldId } from "./addition-field.tsx"
import { AdditionImpact } from "./addition-impact.tsx"
import { additionLinkWords } from "../../kit/addition-links.ts"
import {
  addressedKind,
  type Drafting,
  draftingOf,
  draftWith,
  forgetDraft,
} from "./addition-state.ts"
import { additionWords } from "./addition-words.ts"

/** Something that is added with all its rows: a form beside the list of what is missing. */
export const AdditionScreen = (): JSX.Element => {
  const kind = addressedKind.value
  return <Addition key={kind} kind={kind} />
}

/** What a form shows: at once what it asks, and what is missing, which takes a moment. */
const useDraft = (kind: AdditionKind, drafting: Drafting) => {
  const { answers, like } = drafting
  const state = `${session.value?.revision} ${JSON.stringify(drafting)}`
  const chosen = [kind, state]
  const shown = usePreview([(stop) => call("draft", { kind, like, answers }, stop)], chosen, {
    isKept: true,
  })
  const weighed = usePreview(
    [
      async (stop) => {
        const missing = await call("draftMissing", { kind, like, answers }, stop)
        return { missing, state }
      },
    ],
    chosen,
    { isKept: true },
  )
  return {
    fault: shown.fault === "" ? weighed.fault : shown.fault,
    view: shown.found,
    /** What was missing when that was found out last. */
    missing: weighed.found?.missing ?? null,
    isWeighed: weighed.found?.state === state,
  }
}

const Addition = ({ kind }: { readonly kind: AdditionKind }): JSX.Element => {
  const words = inWords(additionWords)
  const drafting = draftingOf(kind)
  const { fault, isWeighed, missing, view } = useDraft(kind, drafting)
  const { ask, fault: refused, isBusy, isWorking } = useAsking()
  const rows = view?.tables.reduce((sum, { added }) => sum + added, 0) ?? 0
  const isReady = isWeighed && missing?.length === 0 && !isBusy
  const add = async (): Promise<void> => {
    const { like, answers } = draftingOf(kind)
    const done = await shownStep(inTurn(() => call("addDraft", { kind, like, answers })))
    forgetDraft(kind)
    tell(words.done(done.rows))
    go("tables", done.file, { row: done.line })
  }
  useEffect(
    () =>
      addKeys({
        title: { en: additionWords.en.titles[kind], fr: additionWords.fr.titles[kind] },
        bindings: [
          {
            keys: "Ctrl Enter",
            words: { en: additionWords.en.addKey, fr: additionWords.fr.addKey },
            matches: ({ ctrlKey, key, metaKey }) => (ctrlKey || metaKey) && key === "Enter",
            run: () => {
              const button = document.querySelector<HTMLButtonElement>("#addition-add")
              if (button?.disabled === true) tell(inWords(additionWords).notYet)
              else button?.click()
            },
          },
        ],
      }),
    [kind],
  )
  return (
    <div class="addition-screen">
      <nav class="addition-kinds" aria-label={words.kinds}>
        {additionKinds.map((each) => (
          <a
            key={each}
            class="chip"
            href={hrefOf("add", each)}
            aria-current={each === kind ? "page" : undefined}
          >
            {inWords(additionLinkWords).short[each]}
          </a>
        ))}
      </nav>
      <form
        class="addition-form"
        data-region="form"
        aria-label={words.titles[kind]}
        onSubmit={submitting(() => {
          if (isReady) ask(add)
        })}
      >
        <div class="addition-title">
          <h1 class="display">{words.titles[kind]}</h1>
          {view === null ? null : (
            <span class="second">{words.comesTo(rows, view.tables.length)}</span>
          )}
        </div>
        {view === null ? (
          <p class="second">{fault === "" ? words.reading : fault}</p>
        ) : (
          <>
            <Model kind={kind} drafting={drafting} model={view.model} />
            {view.parts.map((part) => (
              <Part
                key={part.title.en}
                part={part}
                kind={kind}
                drafting={drafting}
                missing={missing}
              />
            ))}
          </>
        )}
      </form>
      <aside class="addition-aside">
        <Missing view={view} missing={missing} isWeighed={isWeighed} />
        <div class="stack">
          <button
            id="addition-add"
            type="button"
            class="button main"
            disabled={!isReady}
            onClick={() => ask(add)}
          >
            {isWorking ? workingText() : words.add(rows)}
          </button>
          {refused === null ? null : (
            <p class="fault" role="alert">
              <Symbol name="error" size={14} /> {refused}
            </p>
          )}
          <p class="help">
            {words.possibleOnce} <kbd>Ctrl Enter</kbd>
          </p>
          <Discard kind={kind} drafting={drafting} />
        </div>
        {view === null ? null : (
          <>
            <AdditionImpact
              kind={kind}
              drafting={drafting}
              isReady={isReady}
              readings={view.readings}
            />
            <Writes tables={view.tables} />
          </>
        )}
      </aside>
    </div>
  )
}

/** What a draft begins from. */
const Model = ({
  drafting,
  kind,
  model,
}: {
  readonly kind: AdditionKind
  readonly drafting: Drafting
  readonly model: AdditionView["model"]
}): JSX.Element => {
  const words = inWords(additionWords)
  return (
    <section class="card addition-part">
      <div class="field">
        <label for="addition-like">{words.like(model.label[language.value])}</label>
        <Combobox
          id="addition-like"
          none={words.noWord}
          placeholder={words.fromNothing}
          describedBy="addition-like-told"
          options={model.names.map((name) => ({ value: name, label: name }))}
          optionsFor={(written) =>
            drafting.like !== "" && written === "" ? [{ value: "", label: words.fromNothing }] : []
          }
          value={drafting.like}
          onChoose={(like) => draftWith(kind, { like })}
        />
        <p id="addition-like-told" class="help">
          {words.likeHelp}
        </p>
      </div>
    </section>
  )
}

const Part = ({
  drafting,
  kind,
  missing,
  part,
}: {
  readonly part: ShownPart
  readonly kind: AdditionKind
  readonly drafting: Drafting
  readonly missing: ReadonlyArray<MissingFact> | null
}): JSX.Element => {
  const names = part.facts.map(({ name }) => name)
  const own = missing?.filter(({ fact }) => fact !== null && names.includes(fact))
  const [opened, setOpened] = useState<ReadonlyArray<string>>([])
  const answer = (name: string, text: string): void => {
    draftWith(kind, { answers: { ...draftingOf(kind).answers, [name]: text } })
  }
  const isTexts = part.facts.some(({ isLong }) => isLong)
  const isShown = ({ name, value }: ShownFact): boolean =>
    part.oneMore === null ||
    value !== "" ||
    opened.includes(name) ||
    name in drafting.answers ||
    own?.some(({ fact }) => fact === name) === true
  return (
    <section class="card addition-part" aria-label={part.title[language.value]}>
      <h2>
        {own === undefined ? null : (
          <span class={own.length === 0 ? "ok" : "error"}>
            <Symbol name={own.length === 0 ? "held" : "missing"} />
          </span>
        )}{" "}
        {part.title[language.value]}
      </h2>
      <div class={isTexts ? "addition-fields texts" : "addition-fields"}>
        {part.facts.filter(isShown).map((fact) => (
          <div
            key={fact.name}
            class="addition-fact"
            onFocusOut={() => {
              // As it is printed: what was typed gives way once the server has read it.
              const typed = draftingOf(kind).answers[fact.name]
              if (typed !== undefined && typed !== fact.value) settle(kind, fact.name, typed)
            }}
          >
            <AdditionField
              fact={fact}
              answer={drafting.answers[fact.name]}
              missing={own?.find((one) => one.fact === fact.name)}
              onAnswer={(text) => answer(fact.name, text)}
            />
          </div>
        ))}
        {part.oneMore === null ? null : (
          <div class="field">
            <label for={`${fieldId(part.title.en)}-more`}>{part.oneMore[language.value]}</label>
            <Combobox
              id={`${fieldId(part.title.en)}-more`}
              none={inWords(additionWords).noWord}
              options={part.facts
                .filter((fact) => !isShown(fact))
                .map(({ label, name }) => ({ value: name, label: label[language.value] }))}
              value=""
              onChoose={(name) => {
                setOpened([...opened, name])
                // Once it is there.
                requestAnimationFrame(() => focusFact(name))
              }}
            />
          </div>
        )}
      </div>
    </section>
  )
}

const focusFact = (name: string): void =>
  document.querySelector<HTMLElement>(`#${fieldId(name)}`)?.focus()

/** Shows an answer as tables have it, unless somebody has gone on typing meanwhile. */
const settle = (kind: AdditionKind, name: string, typed: string): void => {
  const { answers, like } = draftingOf(kind)
  void call("draft", { kind, like, answers }).then(({ parts }) => {
    const fact = parts.flatMap(({ facts }) => facts).find((each) => each.name === name)
    const now = draftingOf(kind).answers
    if (fact === undefined || fact.value === typed || now[name] !== typed) return
    draftWith(kind, { answers: { ...now, [name]: fact.value } })
  })
}

const Missing = ({
  isWeighed,
  missing,
  view,
}: {
  readonly view: AdditionView | null
  readonly missing: ReadonlyArray<MissingFact> | null
  readonly isWeighed: boolean
}): JSX.Element => {
  const words = inWords(additionWords)
  const facts = view?.parts.flatMap((part) => part.facts) ?? []
  return (
    <section aria-labelledby="addition-missing">
      <h2 id="addition-missing">
        {words.stillMissing}{" "}
        {missing === null || missing.length === 0 ? null : (
          <span class="third">{missing.length}</span>
        )}
      </h2>
      <p class="second" role="status">
        {isWeighed ? (missing?.length === 0 ? words.nothingMissing : "") : words.checking}
      </p>
      <ul class="addition-list">
        {missing?.map(({ detail, fact, file, line, title }) => {
          const label = facts.find(({ name }) => name === fact)?.label[language.value]
          return (
            <li key={`${fact ?? ""} ${file} ${line} ${title.en}`}>
              {fact === null || label === undefined ? (
                <>
                  <b>{title[language.value]}</b>
                  <span class="help">
                    {detail[language.value]} {words.elsewhere}: {tableTitle(file)}, {line}
                  </span>
                </>
              ) : (
                <button
                  type="button"
                  class="button quiet small"
                  aria-label={words.goThere(label)}
                  onClick={() => focusFact(fact)}
                >
                  {label}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The tables that get rows, with the cells of the first of them. */
const Writes = ({ tables }: { readonly tables: AdditionView["tables"] }): JSX.Element => {
  const words = inWords(additionWords)
  return (
    <section aria-labelledby="addition-writes">
      <h2 id="addition-writes">{words.writes}</h2>
      <ul class="addition-list">
        {tables.map((table) => (
          <li key={table.file}>
            <details>
              <summary>
                <span>{tableTitle(table.file)}</span> <b>{table.added}</b>
              </summary>
              <Rows {...table} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Rows = ({ added, rows }: ShownAddition): JSX.Element => {
  const words = inWords(additionWords)
  const copied = added - rows.length
  return (
    <>
      {rows.length === 0 && added === 0 ? <p class="help">{words.noRow}</p> : null}
      {rows.map((cells, index) => (
        <dl key={index} class="addition-row">
          {Object.entries(cells)
            .filter(([, cell]) => cell !== "")
            .map(([column, cell]) => (
              <div key={column}>
                <dt class="code third">{column}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
        </dl>
      ))}
      {copied > 0 ? <p class="help">{words.asCopied(copied)}</p> : null}
    </>
  )
}

/** Forgets what was filled in, after a question. */
const Discard = ({
  drafting,
  kind,
}: {
  readonly kind: AdditionKind
  readonly drafting: Drafting
}): JSX.Element | null => {
  const words = inWords(additionWords)
  const [isAsked, setAsked] = useState(false)
  const count = Object.values(drafting.answers).filter((answer) => answer.trim() !== "").length
  if (count === 0 && drafting.like === "") return null
  const forget = (): void => {
    setAsked(false)
    forgetDraft(kind)
  }
  return isAsked ? (
    <div class="question" role="alert">
      <p>{words.discardSure(count)}</p>
      <span class="answers">
        <button type="button" class="button small danger" onClick={forget}>
          {words.discardYes}
        </button>
        <button type="button" class="button small" autoFocus onClick={() => setAsked(false)}>
          {words.discardNo}
        </button>
      </span>
    </div>
  ) : (
    <button
      type="button"
      class="button quiet small"
      onClick={() => (count === 0 ? forget() : setAsked(true))}
    >
      {words.discard}
    </button>
  )
}
