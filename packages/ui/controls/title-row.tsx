import './title-row.css';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { type Action, Menu } from './menu.tsx';

/** A title with actions, which fold into a menu in a narrow row. */
export function TitleRow(props: {
  readonly title: ReactNode;
  /** A sentence under the title. */
  readonly tips?: ReactNode;
  readonly actions?: readonly Action[];
  readonly level?: 2 | 3;
}) {
  const { title, tips, actions = [], level = 2 } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="tb-title-row">
      <div className="tb-line tb-title-row__line">
        <Heading className="tb-title-row__title">{title}</Heading>
        {actions.length > 0 && (
          <div className="tb-title-row__actions tb-no-print">
            <div className="tb-title-row__wide">
              {actions.map(({ id, label, icon, onSelect, disabled }) => (
                <Button
                  key={id}
                  appearance="subtle"
                  icon={icon}
                  disabled={disabled}
                  onClick={onSelect}
                >
                  {label}
                </Button>
              ))}
            </div>
            <div className="tb-title-row__narrow">
              <Menu label="Actions" actions={actions} dots />
            </div>
          </div>
        )}
      </div>
      {tips && <p className="tb-title-row__tips">{tips}</p>}
    </div>
  );
}
