import * as Flag from "effect/cli/Flag"

/** `--partner`: the account that a command is about. */
export const partnerFlag = Flag.String("partner").pipe(Flag.withDescription("Code of the partner"))

/** `--mode`: the environment of keys. */
export const modeFlag = Flag.ChoiceWithValue("mode", [
  ["test", "sandbox"],
  ["sandbox", "sandbox"],
  ["live", "live"],
]).pipe(Flag.withDescription("test (the sandbox) or live"))

/** How many of something, from 1 to a maximum; so many when left out. */
export const countFlag = (name: string, about: string, usual: number, maximum: number) =>
  Flag.Int(name).pipe(
    Flag.withDescription(`${about}; ${usual} when left out`),
    Flag.filter(
      (count) => count >= 1 && count <= maximum,
      (count) => `Expected a number from 1 to ${maximum}, got ${count}`,
    ),
    Flag.withDefault(usual),
  )
