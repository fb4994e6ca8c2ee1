import './figure.css';
import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';

/** A number that opens the issues behind it. */
export function FigureButton(props: {
  readonly children: string;
  /** What it counts, for screen readers: 'Resolved, Ana Roy'. */
  readonly label: string;
  readonly onOpen: () => void;
  readonly size?: 'normal' | 'large';
  /** The fewer the better: overdue issues. */
  readonly bad?: boolean;
}) {
  const { children, label, onOpen, size, bad } = props;
  return (
    <button
      type="button"
      className={classNames(
        'tb-figure',
        size === 'large' && 'tb-figure--large',
        bad && 'tb-figure--bad',
      )}
      // aria-label, since a visually hidden element in each of thousands of cells is slow to lay out.
      aria-label={`${children} ${label}, show issues`}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}

export function PercentBar(props: {
  /** 0 to 100; the bar is cut there, the text is not. */
  readonly percent: number;
  readonly children: ReactNode;
  readonly tone?: 'neutral' | 'resolved';
}) {
  const { percent, children, tone = 'neutral' } = props;
  const width = Number.isFinite(percent) ? Math.max(0, Math.min(100, percent)) : 0;
  return (
    <span className={`tb-percent tb-percent--${tone}`}>
      <span className="tb-percent__bar" aria-hidden="true">
        <span style={{ width: `${width}%` }} />
      </span>
      <span className="tb-percent__text">{children}</span>
    </span>
  );
}
