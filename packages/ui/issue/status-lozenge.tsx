import './issue.css';
import type { StatusCategory } from '@tallyboard/core/model/status.ts';

export function StatusLozenge(props: { readonly name: string; readonly category: StatusCategory }) {
  const { name, category } = props;
  return (
    <span className={`tb-lozenge tb-lozenge--${category}`}>
      <span className="tb-ellipsis">{name}</span>
    </span>
  );
}
