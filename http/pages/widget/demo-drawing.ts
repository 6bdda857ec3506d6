import { html, type PageNode } from "../kit/html.ts"

/** The picture over the demo's article: rails, hills, a sun that sets. */
export const partnerDrawing = (label: string): PageNode =>
  html`<svg
    class="drawing"
    viewBox="0 0 720 190"
    preserveAspectRatio="xMidYMax slice"
    role="img"
    aria-label=${label}
  >
    <rect width="720" height="190" fill="#dfe6ee" />
    <rect width="720" height="96" y="34" fill="#f3dccb" />
    <circle cx="470" cy="96" r="38" fill="#f7efe2" />
    <path
      d="M0 128 90 92 168 118 262 70 350 116 452 84 560 122 640 96 720 124V190H0z"
      fill="#7f94a8"
    />
    <path d="M0 142 120 116 240 138 352 108 470 140 606 118 720 140V190H0z" fill="#52687d" />
    <path d="M0 152c160-14 280 4 400-2s220-10 320 2v38H0z" fill="#2f4254" />
    <path d="M356 150h8l84 40H272z" fill="#233241" />
    <path
      d="M357 150 300 190M363 150l57 40M352 158h16M344 166h32M332 176h56M318 187h84"
      fill="none"
      stroke="#c9b79d"
      stroke-width="2.4"
    />
  </svg>`
