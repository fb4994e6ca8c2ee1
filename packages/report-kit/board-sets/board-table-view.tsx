import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useCallback, useMemo, useState } from 'react';
import type { AnyReport, ViewProps } from '../contract.ts';
import type { Drill } from '../figures/drill.ts';
import { ReportView } from '../report-view.tsx';
import type { ReportTable } from '../table/report-table.ts';
import { TableView } from '../table/table-view.tsx';
import { type BoardRow, boardOf, boardTable } from './board-table.ts';

type Shown = Pick<ViewProps<unknown, unknown>, 'context' | 'compact' | 'onDrill'>;

/** The headline by the boards of a set, below the view of any report on one. */
export function BoardTableView(
  props: Shown & {
    readonly report: AnyReport;
    readonly computed: Parameters<typeof boardTable>[1];
    readonly settings: unknown;
  },
) {
  const { report, computed, settings, context, compact } = props;
  const table = useMemo(
    () => boardTable(report, computed, settings, context),
    [report, computed, settings, context],
  );
  const { onDrill: open } = props;
  const onDrill = useCallback(
    (drill: Drill) => {
      const byBoard = table && boardOf(table, drill.figure);
      open(byBoard ? { ...drill, byBoard } : drill);
    },
    [table, open],
  );
  if (!table) return null;
  return (
    <ReportView compact={compact}>
      {compact ? (
        <Folded table={table} onDrill={onDrill} />
      ) : (
        <div>
          <h3>{TITLE}</h3>
          <TableView label={TITLE} table={table} onDrill={onDrill} />
        </div>
      )}
    </ReportView>
  );
}

const TITLE = 'By board';

function Folded(props: { readonly table: ReportTable<BoardRow> } & Pick<Shown, 'onDrill'>) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure title={TITLE} open={open} onOpenChange={setOpen}>
      <TableView {...props} label={TITLE} compact />
    </Disclosure>
  );
}
