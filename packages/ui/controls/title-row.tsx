import './title-row.css';
import { createContext, type ReactNode, type Ref, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { type Action, Menu } from './menu.tsx';

/** Where TitleTools are rendered; null for their own place. */
export const ToolSlot = createContext<Element | null>(null);

/** Controls of a view, in the row of its title where that has a slot for them. */
export function TitleTools({ children }: { readonly children: ReactNode }) {
  const slot = useContext(ToolSlot);
  return slot ? createPortal(children, slot) : children;
}

/** A title with actions, which fold into a menu in a narrow row; minor ones always do, unless there is only one. */
export function TitleRow(props: {
  readonly title: ReactNode;
  /** A sentence under the title. */
  readonly tips?: ReactNode;
  readonly actions?: readonly Action[];
  readonly level?: 2 | 3;
  /** For screen readers only, where something else shows a title. */
  readonly hideTitle?: boolean;
  /** For TitleTools, which share the line with the title. */
  readonly slot?: Ref<HTMLDivElement>;
  /** After the actions, always visible. */
  readonly children?: ReactNode;
}) {
  const { title, tips, actions = [], level = 2, hideTitle, slot, children } = props;
  const Heading = `h${level}` as const;
  const minor = actions.filter(action => action.minor);
  const folded = minor.length > 1 ? minor : [];
  const heading = (
    <Heading className={hideTitle ? 'tb-hidden' : 'tb-title-row__title'}>{title}</Heading>
  );
  if (hideTitle && !slot && actions.length === 0) return heading;
  return (
    <div className={classNames('tb-title-row', slot && 'tb-title-row--tools')}>
      <div className="tb-line tb-title-row__line">
        {heading}
        {slot && <div ref={slot} className="tb-title-row__tools" />}
        {actions.length > 0 && (
          <div className="tb-title-row__actions tb-no-print">
            <div className="tb-title-row__wide">
              {actions
                .filter(action => !folded.includes(action))
                .map(({ id, label, icon, onSelect, disabled }) => (
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
              {folded.length > 0 && <Menu label="More actions" actions={folded} dots />}
            </div>
            <div className="tb-title-row__narrow">
              <Menu label="Actions" actions={actions} dots />
            </div>
          </div>
        )}
        {children}
      </div>
      {tips && <p className="tb-title-row__tips">{tips}</p>}
    </div>
  );
}
