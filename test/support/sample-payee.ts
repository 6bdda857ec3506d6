import * as Result from "effect/Result"
import { readPayee } from "../../rules/payouts/payee.ts"

/** A bank account in France that checks. */
export const payeeNamed = (holder: string) =>
  Result.getOrThrow(
    readPayee({
      holder,
      iban: "FR76 3000 6000 0112 3456 7890 189",
      bic: "",
      street: "rue du Port",
      building: "3",
      postCode: "69002",
      town: "Lyon",
      country: "FR",
      vatNumber: "",
      vatNote: "Insurance intermediation, exempt of VAT",
    }),
  )
