/** The header of answers that tells the command line that an emulator answers, and nothing else does. */
export const emulatorHeader = "x-emulator"
