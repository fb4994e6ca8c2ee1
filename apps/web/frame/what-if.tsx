import type { LoadedDataset } from '@tallyboard/engine/calls.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import { runReport } from '@tallyboard/engine/run-report.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { useMemo, useState } from 'react';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { type ChangedCell, changedCells } from './compare-tables.ts';
import { boardsOf, datasetView } from './dataset-view.ts';
import DrillDrawer from './drawer/drill-drawer.tsx';
import type { ReportRun, ReportSnapshot } from './report-run.ts';

/** Figures under other settings, current and new side by side. */
export default function WhatIf(props: {
  readonly shown: ReportSnapshot;
  readonly run: ReportRun;
  readonly onSettings: (settings: unknown) => void;
  readonly onClose: () => void;
}) {
  const { shown, run, onSettings, onClose } = props;
  const session = useSession();
  const { report, settings } = shown.request;
  const [draft, setDraft] = useState<unknown>(settings);
  const { value: other, error } = useTable(shown, draft);
  const failed = error === null ? null : toFailure(error).messages.join(' ');
  const [open, setOpen] = useState<{ drill: Drill; dataset: DatasetView } | null>(null);
  const now = useMemo(
    () => report.table(shown.computed.result, settings, shown.context),
    [report, shown, settings],
  );
  const cells = useMemo(() => other && changedCells(now, other.table), [now, other]);
  const same = sameSettings(shown, draft);
  const columns = useMemo(() => {
    const { asOf } = shown.context;
    const viewOf = (loaded: LoadedDataset) =>
      datasetView(session, boardsOf(session.site), { ...loaded, asOf }, run, false);
    return columnsOf((drill, isOther) =>
      setOpen({ drill, dataset: viewOf((isOther && other?.loaded) || shown.loaded) }),
    );
  }, [session, shown, other, run]);
  if (open) return <DrillDrawer {...open} context={shown.context} onClose={() => setOpen(null)} />;
  return (
    <Drawer
      title="What if"
      subtitle="Compare figures under other settings. Nothing is saved until you apply."
      onClose={onClose}
    >
      <div className="tb-what-if__switches">
        {report.whatIf?.(draft, shown.context).map(({ id, label, chosen, ways }) => (
          <ChoiceField
            key={id}
            label={label}
            options={ways.map(way => ({ value: way.id, label: way.label }))}
            value={chosen}
            onChange={next => setDraft(ways.find(way => way.id === next)?.settings ?? draft)}
          />
        ))}
      </div>
      {failed !== null && <ErrorState title="Figures could not be computed">{failed}</ErrorState>}
      {!cells && failed === null && <Spinner label="Computing" />}
      {cells && (
        <div aria-live="polite">
          {same || cells.length === 0 ? (
            <p className="tb-quiet">
              {same ? 'These are the current settings. Choose others above.' : 'No figures change.'}
            </p>
          ) : (
            <DataTable
              label="Changed figures"
              compact
              columns={columns}
              rows={cells}
              rowId={rowId}
              defaultSort={null}
              empty=""
            />
          )}
        </div>
      )}
      {!same && (
        <div className="tb-what-if__take">
          <Button appearance="primary" onClick={() => onSettings(draft)}>
            Apply
          </Button>
        </div>
      )}
    </Drawer>
  );
}

const rowId = ({ id }: ChangedCell) => id;
const format = (value: number | null) => formatNumber(value, 2);
const difference = ({ before, after }: ChangedCell) => (after ?? 0) - (before ?? 0);

type Open = (drill: Drill, isOther: boolean) => void;

const columnsOf = (open: Open): readonly Column<ChangedCell>[] => [
  {
    id: 'figure',
    header: 'Figure',
    width: 204,
    value: ({ row, column }) => `${row} ${column}`,
    cell: ({ row, column }) => (
      <span className="tb-what-if__figure">
        <span className="tb-ellipsis">{row || 'All'}</span>
        <span className="tb-quiet tb-ellipsis">{column}</span>
      </span>
    ),
  },
  amount('before', 'Now', open),
  amount('after', 'What if', open),
  {
    id: 'by',
    header: 'Change',
    numeric: true,
    width: 76,
    value: difference,
    format: value => formatSigned(value ?? 0),
  },
];

function amount(way: 'before' | 'after', header: string, open: Open): Column<ChangedCell> {
  return {
    id: way,
    header,
    numeric: true,
    width: 76,
    value: cell => cell[way],
    cell: cell => {
      const drill = cell.drill[way]();
      const text = format(cell[way]);
      if (drill === null || drill.figure.issues.length === 0) return text;
      const title = `${cell.row || 'All'} · ${cell.column} · ${header}`;
      return (
        <FigureButton label={title} onOpen={() => open({ ...drill, title }, way === 'after')}>
          {text}
        </FigureButton>
      );
    },
  };
}

/** The table of the report under other settings, on the issues that are shown. */
function useTable(shown: ReportSnapshot, settings: unknown) {
  const { engine } = useSession();
  const wanted = useMemo(() => ({ shown, settings }), [shown, settings]);
  return useLoaded(wanted, async ({ shown: { request, context } }, signal) => {
    const other = { ...request, settings, contextAt: () => context };
    const options = { now: context.asOf, age: null, signal };
    const run = await runReport(engine, other, options);
    return (
      run && {
        loaded: run.loaded,
        table: request.report.table(run.computed.result, settings, context),
      }
    );
  });
}

function sameSettings({ request: { report, settings } }: ReportSnapshot, draft: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(report.settings.serialize(value));
  return text(settings) === text(draft);
}
