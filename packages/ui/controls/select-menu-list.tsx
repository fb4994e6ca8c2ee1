import type { MenuListComponentProps } from '@atlaskit/select';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Children, isValidElement, useEffect, useRef } from 'react';
import type { SelectOption } from './select-field.tsx';

type Props = MenuListComponentProps<SelectOption<string | number>, false>;

const ROW_HEIGHT = 36;
/** Below this a plain list is as fast, and simpler for screen readers. */
const VIRTUAL_FROM = 60;

/** The open list of a select. Of a long one only the rows in sight are in the page. */
export function VirtualMenuList(props: Props) {
  const rows = Children.toArray(props.children);
  if (rows.length < VIRTUAL_FROM) {
    return (
      <div
        {...listProps(props)}
        ref={props.innerRef}
        className="tb-select-list"
        style={{ maxHeight: props.maxHeight }}
      >
        {props.children}
      </div>
    );
  }
  return <LongList {...props} rows={rows} />;
}

// The select hands the list its role and id through innerProps.
const listProps = (props: Props) =>
  (props as Props & { innerProps?: Record<string, unknown> }).innerProps ?? {};

function LongList({
  rows,
  ...props
}: Props & { readonly rows: ReturnType<typeof Children.toArray> }) {
  const scroller = useRef<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingEnd: 16,
  });
  const focused = rows.findIndex(
    row => isValidElement<{ isFocused?: boolean }>(row) && row.props.isFocused === true,
  );
  useEffect(() => {
    if (focused >= 0) virtualizer.scrollToIndex(focused);
  }, [focused, virtualizer]);
  return (
    <div
      {...listProps(props)}
      ref={element => {
        scroller.current = element;
        const { innerRef } = props;
        if (typeof innerRef === 'function') innerRef(element);
        else if (innerRef && typeof innerRef === 'object') innerRef.current = element;
      }}
      className="tb-select-list"
      style={{ maxHeight: props.maxHeight }}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(item => (
          <div
            key={item.key}
            className="tb-select-list__row"
            style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
          >
            {rows[item.index]}
          </div>
        ))}
      </div>
    </div>
  );
}
