import type { InLanguages } from "../../kit/language.ts"

const en = {
  search: (label: string) => `Search ${label} by name or code`,
  placeholder: "name or code",
  leaveOut: (name: string) => `Leave ${name} out`,
  none: "Nothing is called that.",
}

/** The words of the picker of words. */
export const pickerWords: InLanguages<typeof en> = {
  en,
  fr: {
    search: (label) => `Chercher ${label} par nom ou code`,
    placeholder: "nom ou code",
    leaveOut: (name) => `Retirer ${name}`,
    none: "Rien ne s’appelle ainsi.",
  },
}
