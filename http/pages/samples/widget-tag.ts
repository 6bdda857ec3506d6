/** The tag of the widget on a partner's page. */
export const widgetTag = (baseUrl: string, language: string): string =>
  `<script src="${baseUrl}/widget.js"\n        data-ref="acme-SPRING27" data-residence="FR" data-lang="${language}" async></script>`
