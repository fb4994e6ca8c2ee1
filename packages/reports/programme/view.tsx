import './programme.css';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PageControls } from './fields/page-controls.tsx';
import type { ProgrammeResult } from './result.ts';
import { ToneMark } from './row/dependency-table.tsx';
import { BlockedIssue, RowDetail } from './row/row-detail.tsx';
import { hasGrowth, usedText, whyEmpty } from './row/row-text.ts';
import type { ProgrammeSettings } from './settings.ts';
import { type Line, programmeTable } from './table.ts';
import { Timeline } from './timeline/timeline.tsx';
import { rowState } from './timeline/timeline-rows.ts';

type Props = ViewProps<ProgrammeSettings, ProgrammeResult>;

/** The open rows on a time axis, one of them in detail, then all with their numbers. */
export default function ProgrammeView(props: Props) {
  const { compact, result, settings, dataset } = props;
  const table = useReportTable(programmeTable, props);
  const { opened, open, isClicked } = useOpenedRow(props);
  const row = result.rows.find(({ id }) => id === opened);
  const cells = useMemo(() => cellsOf(dataset, open), [dataset, open]);
  return (
    <ReportView compact>
      {!compact && <PageControls {...props} />}
      <ReportBody whyEmpty={whyEmpty(result, settings)}>
        <Timeline {...props} onOpen={open} />
        {row && (
          <RowDetail
            {...props}
            settings={{ ...settings, measure: result.measure }}
            row={row}
            table={table}
            takesFocus={isClicked}
            onClose={() => open('')}
          />
        )}
        <OpenedRow value={row?.id ?? null}>
          <ReportTableFold compact={compact}>
            <TableView
              {...props}
              label="Programme"
              table={table}
              cells={cells}
              pageSize={compact ? 10 : 25}
            />
          </ReportTableFold>
        </OpenedRow>
      </ReportBody>
    </ReportView>
  );
}

/** The id of the row in detail, '' for none: on a page a setting, since it has the scope over time computed. */
function useOpenedRow(props: Props) {
  const { settings, onSettings } = props;
  const [own, setOwn] = useState<string | null>(null);
  const [isClicked, setClicked] = useState(false);
  const { growthOf } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new settings replace what was clicked.
  useEffect(() => setOwn(null), [growthOf]);
  const put = useRef((_: string) => {});
  put.current = id => {
    if (hasGrowth(props)) onSettings({ ...settings, growthOf: id });
  };
  const opener = useRef<Element | null>(null);
  // Stable, so that rows of the table are not drawn again.
  const open = useCallback((id: string) => {
    if (id !== '') opener.current = document.activeElement;
    // Closing returns the focus to what opened it.
    else if (opener.current instanceof HTMLElement) opener.current.focus();
    setOwn(id);
    setClicked(true);
    put.current(id);
  }, []);
  return { opened: own ?? growthOf, open, isClicked };
}

const OpenedRow = createContext<string | null>(null);

/** Opens and closes the details of a row. */
function RowToggle(props: {
  readonly id: string;
  readonly name: string;
  readonly onOpen: (id: string) => void;
}) {
  const { id, name, onOpen } = props;
  const isOpen = use(OpenedRow) === id;
  return (
    <button
      type="button"
      className="tb-table__toggle"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Hide' : 'Show'} details of ${name}`}
      onClick={() => onOpen(isOpen ? '' : id)}
    >
      <ChevronRight label="" size="small" color="currentColor" />
    </button>
  );
}

/** Names that open their row and link to their issue, states beside the buffer, links to what is blocked. */
function cellsOf(dataset: Props['dataset'], open: (id: string) => void): ViewCells<Line> {
  return {
    key: {
      cell: row => {
        const { id, kind, key, name = '' } = row;
        if (id === undefined || key === undefined) return null;
        return (
          <span className="tb-programme__name">
            <RowToggle id={id} name={kind === 'issue' ? key : name} onOpen={open} />
            {kind === 'issue' ? (
              <IssueName issue={{ key, summary: name }} url={dataset.issueUrl(key)} />
            ) : (
              <span className="tb-ellipsis" dir="auto">
                {name}
              </span>
            )}
          </span>
        );
      },
    },
    fever: {
      header: 'State · buffer used',
      numeric: false,
      cell: row => {
        const state = rowState(row);
        if (row.id === undefined) return null;
        return (
          <span className="tb-programme__state" data-tb-tooltip={row.noFever ?? undefined}>
            {state && <ToneMark tone={state.tone} />}
            {[state?.text, usedText(row.fever)].flatMap(each => each ?? []).join(' · ') || '-'}
          </span>
        );
      },
    },
    blocked: {
      cell: ({ blocked }) =>
        blocked && <BlockedIssue blocked={blocked} url={dataset.issueUrl(blocked.key)} />,
    },
  };
}
