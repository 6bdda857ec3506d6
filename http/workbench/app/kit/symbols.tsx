import type { JSX } from "preact"

/** Shapes of symbols on a ground of 16 by 16, as on the other pages of the house. */
const shapes = {
  branch: (
    <path d="M4.500 5v6m0-6a1.700 1.700 0 1 0 0-.1zm0 9.300a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM11.500 6a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zc0 3-7 2-7 5" />
  ),
  chevron: <path d="m4 6 4 4 4-4" />,
  cross: <path d="m4 4 8 8m0-8-8 8" />,
  external: <path d="M6.500 3.500h-3v9h9v-3M9 2.500h4.500V7M13 3 7.500 8.500" />,
  plus: <path d="M8 3v10M3 8h10" />,
  redo: <path d="M3 11.500V10a3.500 3.500 0 0 1 3.500-3.500H13M10 3.500l3 3-3 3" />,
  search: (
    <path d="M7 11.600a4.600 4.600 0 1 0 0-9.200 4.600 4.600 0 0 0 0 9.200zm3.400-1.200 3.400 3.400" />
  ),
  undo: <path d="M13 11.500V10a3.500 3.500 0 0 0-3.500-3.500H3M6 3.500l-3 3 3 3" />,
  held: (
    <>
      <circle class="full" cx="8" cy="8" r="7" />
      <path class="over" d="m4.800 8.200 2.300 2.300 4.200-4.600" />
    </>
  ),
  insufficient: (
    <>
      <circle cx="8" cy="8" r="6.200" />
      <path class="full" d="M1.800 8a6.200 6.200 0 0 0 12.400 0z" />
    </>
  ),
  conditional: <path d="M8 1.400 14.600 8 8 14.600 1.400 8zM8 5v3.400M8 10.800v.1" />,
  missing: (
    <>
      <circle cx="8" cy="8" r="6.200" />
      <path d="m3.700 12.300 8.600-8.600" />
    </>
  ),
  unverified: (
    <>
      <circle cx="8" cy="8" r="6.200" stroke-dasharray="2.600 2.200" />
      <path d="M6.300 6.400a1.800 1.800 0 1 1 2.500 1.700c-.5.2-.8.5-.8 1M8 11v.1" />
    </>
  ),
  gap: <rect x="1.500" y="4" width="13" height="8" rx="2" stroke-dasharray="2.600 2" />,
  overlap: (
    <>
      <rect x="1.500" y="2" width="9" height="8" rx="1.500" />
      <rect x="5.500" y="6" width="9" height="8" rx="1.500" />
    </>
  ),
  error: (
    <>
      <path class="full" d="M5.200 1h5.600L15 5.200v5.600L10.800 15H5.200L1 10.800V5.200z" />
      <path class="over" d="M8 4.600v4M8 11.200v.1" />
    </>
  ),
  warning: <path d="M8 1.800 15 14H1zM8 6.200v4M8 12v.1" />,
} as const

/** The name of a symbol. */
export type SymbolName = keyof typeof shapes

/** A symbol beside a word that says the same; assistive techniques pass it over. */
export const Symbol = ({ name, size = 16 }: { name: SymbolName; size?: number }): JSX.Element => (
  <svg class="symbol" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    {shapes[name]}
  </svg>
)
