import * as Flag from "effect/cli/Flag"

/** `--partner`: the account that a command is about. */
export const partnerFlag = Flag.String("partner").pipe(Flag.withDescription("Code of the partner"))
