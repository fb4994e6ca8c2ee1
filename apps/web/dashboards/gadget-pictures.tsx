/** A small drawing of what each gadget shows. Colours are those of the page, so that they suit light and dark. */
import type { ReactNode } from 'react';

const PICTURES: Readonly<Record<string, ReactNode>> = {
  status: [14, 34, 54].map((y, at) => (
    <g key={y}>
      <rect className="tb-picture__quiet" x="12" y={y} width="96" height="10" rx="2" />
      <rect className="tb-picture__done" x="12" y={y} width={[64, 40, 78][at]} height="10" rx="2" />
      <rect
        className="tb-picture__doing"
        x={12 + ([64, 40, 78][at] ?? 0)}
        y={y}
        width="16"
        height="10"
      />
    </g>
  )),
  velocity: [14, 38, 62, 86].map((x, at) => (
    <g key={x}>
      <rect className="tb-picture__quiet" x={x} y={28 - at * 3} width="9" height={40 + at * 3} />
      <rect
        className="tb-picture__done"
        x={x + 10}
        y={38 - at * 6}
        width="9"
        height={30 + at * 6}
      />
    </g>
  )),
  timesheets: Array.from({ length: 15 }, (_, at) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
      key={at}
      className="tb-picture__done"
      opacity={[0.2, 0.9, 0.5, 0.7, 0.2, 0.6, 0.3, 1, 0.5, 0.2, 0.4, 0.8, 0.2, 0.6, 0.9][at]}
      x={14 + (at % 5) * 19}
      y={14 + Math.floor(at / 5) * 18}
      width="16"
      height="15"
      rx="2"
    />
  )),
  tracking: [16, 32, 48, 64].map((y, at) => (
    <g key={y}>
      <rect className="tb-picture__quiet" x="12" y={y} width="34" height="6" rx="1" />
      <rect className="tb-picture__quiet" x="56" y={y} width="20" height="6" rx="1" />
      <rect
        className={at === 2 ? 'tb-picture__late' : 'tb-picture__done'}
        x="86"
        y={y}
        width={[22, 14, 24, 10][at]}
        height="6"
        rx="1"
      />
    </g>
  )),
  burn: (
    <>
      <path className="tb-picture__axis" d="M14 10V68H110" />
      <path className="tb-picture__ideal" d="M14 16 106 66" />
      <path className="tb-picture__line" d="M14 16H30V24H44V40H62V36H70V50H88V58H100" />
    </>
  ),
  'time-status': [14, 32, 50].map((y, at) => (
    <g key={y}>
      <rect className="tb-picture__quiet" x="12" y={y} width={[30, 20, 44][at]} height="12" />
      <rect
        className="tb-picture__doing"
        x={12 + ([30, 20, 44][at] ?? 0)}
        y={y}
        width={[34, 24, 20][at]}
        height="12"
      />
      <rect
        className="tb-picture__done"
        x={12 + ([64, 44, 64][at] ?? 0)}
        y={y}
        width={[20, 48, 12][at]}
        height="12"
      />
    </g>
  )),
  text: [16, 30, 40, 50, 60].map((y, at) => (
    <rect
      key={y}
      className={at === 0 ? 'tb-picture__done' : 'tb-picture__quiet'}
      x="14"
      y={y}
      width={[48, 90, 82, 88, 50][at]}
      height={at === 0 ? 8 : 4}
      rx="1"
    />
  )),
};

export function GadgetPicture({ name }: { readonly name: string }) {
  return (
    <svg className="tb-picture" viewBox="0 0 120 80" width="120" height="80" aria-hidden="true">
      {PICTURES[name]}
    </svg>
  );
}
