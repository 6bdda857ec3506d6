import * as Config from "effect/Config"
import { httpAddress, text } from "./kinds.ts"
import { type DefaultedSetting, type Kind, setting } from "./setting.ts"

/** What the operator has stated about itself; undefined where it has not. */
export interface OperatorIdentity {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly register: string | undefined
  readonly complaints: string | undefined
  readonly mediator: string | undefined
  /** Insurers that it has ties with, or `none`. */
  readonly ties: string | undefined
  readonly withdrawalUrl: string | undefined
}

/** An address as pages link to it. */
const href: Kind<string> = {
  ...httpAddress,
  config: (name) => Config.map(httpAddress.config(name), ({ href }) => href),
}

/** The setting of a fact, which is undefined while nothing is stated. */
const stated = (
  variable: string,
  about: string,
  kind: Kind<string> = text,
): DefaultedSetting<string | undefined> =>
  setting<string | undefined>(variable, kind, {
    otherwise: undefined,
    unset: "unset: pages say that it is not stated",
    about,
  })

/** The setting of each fact about the operator. */
export const operatorSettings = {
  name: stated(
    "OPERATOR_NAME",
    "who operates this service towards travellers: the name, as it is registered",
  ),
  address: stated("OPERATOR_ADDRESS", "the operator's postal address, in one line"),
  register: stated(
    "OPERATOR_REGISTER",
    "the register of insurance intermediaries and the number there, with where both can be checked",
  ),
  complaints: stated(
    "OPERATOR_COMPLAINTS",
    "where travellers complain about the service: an email address, a telephone or an address",
  ),
  mediator: stated(
    "OPERATOR_MEDIATOR",
    "who settles complaints out of court, with the supervisor where the law asks for it",
  ),
  ties: stated(
    "OPERATOR_TIES",
    "insurers that hold a part of the operator, or of whom it holds one; `none` for no ties",
  ),
  withdrawalUrl: stated(
    "OPERATOR_WITHDRAWAL_URL",
    "the page on which travellers withdraw from a contract, which receipts lead to",
    href,
  ),
} as const satisfies Readonly<Record<keyof OperatorIdentity, DefaultedSetting<string | undefined>>>

/** What the operator states about itself to travellers. */
export const operatorIdentity: Config.Config<OperatorIdentity> = Config.all(operatorSettings)

/** The variables of the facts that the operator has not stated. */
export const unstatedVariables = (operator: OperatorIdentity): ReadonlyArray<string> =>
  (Object.keys(operatorSettings) as ReadonlyArray<keyof OperatorIdentity>).flatMap((fact) =>
    operator[fact] === undefined ? operatorSettings[fact].variable : [],
  )
