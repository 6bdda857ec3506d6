/** The texts around the comparator on a partner's page. */
export const widgetKeys = ["widget.title"] as const
