import { formatInstant } from '@tallyboard/core/time/format.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import type { ReportRequest } from '@tallyboard/engine/run-report.ts';
import type { PlainTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { NOT_SAVED, savePlainCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { ProgressBar } from '@tallyboard/ui/feedback/progress-bar.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import type { Column } from '@tallyboard/ui/table/column.ts';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';

interface Line {
  readonly id: string;
  readonly cells: PlainTable['rows'][number];
}

/** The table of a report on more issues than a browser reads, as the server computes it. */
export default function ServerTable(props: {
  readonly request: ReportRequest;
  /** How many issues: '1,000,000 issues match: pages read up to 250,000.' */
  readonly why: string;
}) {
  const { report, settings, jql, contextAt } = props.request;
  const { engine, now, site } = useSession();
  const { asOf, past, zone, dateFormat } = contextAt(now());
  const { value, error, reload } = useLoaded(props.request, (_, signal) =>
    engine.serverReport(
      {
        report: report.id,
        jql,
        settings: report.settings.serialize(settings),
        asOf: past ? asOf : null,
        zone,
      },
      { signal },
    ),
  );
  const table = useMemo(() => value && tableOf(value.table), [value]);
  const title = report.title(settings, site.fields);
  if (error !== null)
    return (
      <ErrorState title={props.why} onRetry={reload}>
        The server could not compute a table. {toFailure(error).messages.join(' ')}
      </ErrorState>
    );
  if (!value || !table) return <ProgressBar label="Calculating on the server" percent={null} />;
  const at = formatInstant(Date.parse(value.asOf), zone, `${dateFormat} HH:mm`);
  return (
    <section>
      <div className="tb-row tb-frame__partial">
        <CoverageBadge coverage={value.coverage} />
        <span>
          {props.why} The server computed this table as of {at}; narrow the query for charts and
          lists.
        </span>
        <Button onClick={reload}>Refresh</Button>
        <Button onClick={() => savePlainCsv(value.table, title).catch(showProblem(NOT_SAVED))}>
          Export CSV
        </Button>
      </div>
      {value.notes.map(({ text }) => (
        <p key={text} className="tb-quiet">
          {text}
        </p>
      ))}
      <DataTable label={title} {...table} rowId={rowId} />
    </section>
  );
}

const rowId = ({ id }: Line) => id;

function tableOf({ columns, rows }: PlainTable) {
  const columnOf = (header: string, at: number): Column<Line> => ({
    id: String(at),
    header,
    numeric: rows.some(row => typeof row[at] === 'number'),
    value: ({ cells }) => cells[at] ?? null,
    format: value => formatNumber(value, 2),
  });
  return {
    columns: columns.map(columnOf),
    rows: rows.map((cells, at): Line => ({ id: String(at), cells })),
  };
}
