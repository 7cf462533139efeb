import type { JSX } from "preact";

/** Paths on a grid of 24 by 24. */
const STROKES = {
  alert:
    "M12 8v5M12 16.5v.1M10.3 3.9 2.4 17.5A2 2 0 0 0 4.1 20.5h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z",
  back: "M19 12H5M11 6l-6 6 6 6",
  bell: "M6 9a6 6 0 0 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9M10 20a2.2 2.2 0 0 0 4 0",
  book: "M4 5.5A2.5 2.5 0 0 1 6.5 3H20v18H6.5A2.5 2.5 0 0 1 4 18.5zM4 18.5A2.5 2.5 0 0 1 6.5 16H20",
  chart: "M4 4v16h16M8 15v-4M12.5 15V8M17 15v-6",
  chat: "M20 15.5a2 2 0 0 1-2 2H9l-5 4v-15a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  eye: "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  down: "M17 14V4M7 4h10l3 1v8l-3 1-4 7c-1.5 0-2.5-1-2.5-2.5V15H5.5A2.5 2.5 0 0 1 3 12z",
  external: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  hand: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.5 10",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  key: "M14.5 9.5a5 5 0 1 0-4.6 5L12 17h2v2h2v2h4v-4l-6-6M8 8.5v.1",
  list: "M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1",
  menu: "M4 7h16M4 12h16M4 17h16",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  play: "M7 4.5v15l12-7.5z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8",
  send: "M12 20V5M5.5 11.5L12 5l6.5 6.5",
  stop: "M7 7h10v10H7z",
  up: "M7 10v10M17 20H7l-3-1v-8l3-1 4-7c1.5 0 2.5 1 2.5 2.5V9h5a2.5 2.5 0 0 1 2.5 3z",
  tool: "M14.5 6.5a4.5 4.5 0 0 0-5.8 5.6L3 17.8 6.2 21l5.7-5.7a4.5 4.5 0 0 0 5.6-5.8L14.7 12 12 9.3z",
} as const;

export type IconName = keyof typeof STROKES;

/** Renders a decorative icon next to a word. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={STROKES[name]} />
    </svg>
  );
}
