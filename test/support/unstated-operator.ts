import type { OperatorIdentity } from "../../http/config/operator.ts"

/** An operator that has stated nothing about itself. */
export const unstatedOperator: OperatorIdentity = {
  name: undefined,
  address: undefined,
  register: undefined,
  complaints: undefined,
  mediator: undefined,
  ties: undefined,
  withdrawalUrl: undefined,
}
