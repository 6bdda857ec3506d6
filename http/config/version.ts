/** The version of the interface that partners program against. */
export const apiVersion = "2.3.2"
