import { sayRefusals } from "../../kit/notices.ts"

/** What refusals of edits say. */
export const sayGridRefusals = (): void =>
  sayRefusals({
    EditConflict: {
      en: ({ file }) => `${file} has changed on disk in the same rows. Choose what each is to say.`,
      fr: ({ file }) =>
        `${file} a changé sur le disque dans les mêmes lignes. Choisissez ce que chacune doit dire.`,
    },
    EditOutdated: {
      en: ({ file }) =>
        `${file} has changed too much meanwhile. Nothing was written; edit it again.`,
      fr: ({ file }) =>
        `${file} a trop changé entre-temps. Rien n’a été écrit\u202f; recommencez la modification.`,
    },
    EditMisplaced: {
      en: ({ file }) => `${file} no longer has that row or column. Nothing was written.`,
      fr: ({ file }) => `${file} n’a plus cette ligne ou cette colonne. Rien n’a été écrit.`,
    },
    ChangedOnDisk: {
      en: ({ file }) => `${file} has changed on disk meanwhile. Nothing was written.`,
      fr: ({ file }) => `${file} a changé sur le disque entre-temps. Rien n’a été écrit.`,
    },
    FileUnwritable: {
      en: ({ file, reason }) => `${file} cannot be written: ${reason}`,
      fr: ({ file, reason }) => `Impossible d’écrire ${file}\u00a0: ${reason}`,
    },
    NoSuchConflict: {
      en: () => "Nothing waits for a choice any more.",
      fr: () => "Plus rien n’attend de choix.",
    },
    NoSuchTable: {
      en: ({ file }) => `There is no table ${file}.`,
      fr: ({ file }) => `Il n’y a pas de table ${file}.`,
    },
    NoFactor: {
      en: ({ written }) => `“${written}” is no figure to multiply by. Write one such as 5 or 1.05.`,
      fr: ({ written }) =>
        `«\u00a0${written}\u00a0» n’est pas un nombre par lequel multiplier. Écrivez par exemple 5 ou 1,05.`,
    },
    NotCopied: {
      en: ({ reason }) => `Nothing is copied: ${reason}.`,
      fr: ({ reason }) => `Rien n’est copié\u00a0: ${reason}.`,
    },
    NotMultiplied: {
      en: ({ reason }) => `A cell cannot be multiplied: ${reason}`,
      fr: ({ reason }) => `Une cellule ne peut pas être multipliée\u00a0: ${reason}`,
    },
    NoStep: {
      en: () => "There is no step left.",
      fr: () => "Il n’y a plus d’étape.",
    },
    StepLost: {
      en: ({ file }) =>
        `${file} has changed on disk where that step was made; it can no longer be undone or redone.`,
      fr: ({ file }) =>
        `${file} a changé sur le disque à l’endroit de cette étape\u202f; elle ne peut plus être annulée ni rétablie.`,
    },
  })
