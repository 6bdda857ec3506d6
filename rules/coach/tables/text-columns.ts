import * as Column from "../../../core/table/column.ts"
import { typesetFrench } from "../../../core/vocabulary/french-typography.ts"

const inFrench =
  "in ICU MessageFormat; apostrophes are ’ (U+2019), spaces before ; : ! ? % do not break."
const inEnglish = "in ICU MessageFormat; apostrophes are ’ (U+2019)."

/** A column of French texts, which are typeset as they are typed. */
export const frenchText = (about: string): Column.Column<string> =>
  Column.text({ about, typeset: typesetFrench })

/** A column of French texts that not every row has. */
export const someFrenchText = (about: string): Column.Column<string | null> =>
  Column.optional(frenchText(about))

/** The columns of a text in all languages. */
export const languages = {
  fr: frenchText(`French text, ${inFrench}`),
  en: Column.text({ about: `English text, ${inEnglish}` }),
  us: Column.optional(
    Column.text({
      about:
        "English text where the market is us or ca; empty where that of `en` is said there too.",
    }),
  ),
}

/** The column of a key that answers carry. */
export const key = Column.text({
  pattern: /^[a-z0-9_.]+$/,
  about: "Message key, as answers carry it.",
})

/** A column of texts that not every row has. */
export const someText = (about: string): Column.Column<string | null> =>
  Column.optional(Column.text({ about }))
