import './totals.css';
import type { ReactNode } from 'react';

export interface Total {
  readonly id: string;
  readonly label: string;
  readonly value: ReactNode;
}

/** Figures in a row with their names; the first one is the key figure. */
export function Totals({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <dl className="tb-totals">
      {totals.map(({ id, label, value }, index) => (
        <div key={id} className={index === 0 ? 'tb-totals__key' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
