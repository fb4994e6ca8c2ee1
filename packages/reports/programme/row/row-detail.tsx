import CrossIcon from '@atlaskit/icon/core/cross';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { FigureCell } from '@tallyboard/report-kit/table/table-view.tsx';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Blocked } from '../dependencies.ts';
import type { ProgrammeResult, ProgrammeRow } from '../result.ts';
import type { ProgrammeSettings } from '../settings.ts';
import type { Line } from '../table.ts';
import { dateText, rowName, rowState } from '../timeline/timeline-rows.ts';
import { DependencyTable, ToneMark } from './dependency-table.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { bufferText, dateName, hasGrowth, keptText } from './row-text.ts';

type Props = ViewProps<ProgrammeSettings, ProgrammeResult> & {
  readonly row: ProgrammeRow;
  readonly table: ReportTable<Line>;
  /** The reader opened it: it is not of the page's address. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** All about one row: its dates and what they rest on, its scope over time, what it waits for. */
export function RowDetail(props: Props) {
  const { row, dataset, takesFocus, onClose } = props;
  const section = useRef<HTMLElement>(null);
  const { id, key, kind, name, dependencies } = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another row.
  useEffect(() => {
    if (!takesFocus) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [id]);
  const state = rowState(row);
  return (
    <section ref={section} tabIndex={-1} className="tb-programme__detail" aria-label={rowName(row)}>
      <div className="tb-programme__title">
        <h3 dir="auto">
          {kind === 'issue' ? (
            <IssueName issue={{ key, summary: name }} url={dataset.issueUrl(key)} />
          ) : (
            name
          )}
        </h3>
        {state && (
          <span className="tb-programme__state">
            <ToneMark tone={state.tone} />
            {state.text}
          </span>
        )}
        <IconButton
          icon={CrossIcon}
          label={`Close ${rowName(row)}`}
          className="tb-no-print"
          onClick={onClose}
        />
      </div>
      <Facts {...props} />
      {(hasGrowth(props) || props.result.growth?.of === id) && <Growth {...props} />}
      {dependencies.length > 0 && (
        <div className="tb-programme__waits">
          <h4>Waits for issues outside of it</h4>
          <DependencyTable {...props} name={rowName(row)} dependencies={dependencies} />
        </div>
      )}
    </section>
  );
}

/** Why the issue of a row is listed. */
const OWN = 'The issue of the row: its due date is the target of the row.';

function Facts(props: Props) {
  const { row, settings, context, dataset, result, onDrill } = props;
  const { own, count, unestimated, leftOut, blocked, cannot, chance, status } = row;
  const isCount = settings.measure === 'issues';
  const buffer = bufferText(row);
  return (
    <dl className="tb-programme__facts">
      <Fact name="Progress">
        <Amount {...props} id="progress" />
        <span>
          <Amount {...props} id="done" /> of <Amount {...props} id="total" />{' '}
          {isCount ? 'issues' : (result.field ?? settings.measure)} done
        </span>
        {unestimated.value > 0 && (
          <span>
            <Amount {...props} id="unestimated" /> of {formatCounted(count.value, 'issue')} not
            estimated
          </span>
        )}
        {leftOut.value > 0 && (
          <span>
            <Amount {...props} id="leftOut" /> left out: not of the query
          </span>
        )}
        {row.isPart && <span>Not all issues below it were loaded.</span>}
      </Fact>
      <Fact name="Scope in 30 days">
        <Changes {...props} />
      </Fact>
      <Fact name="Target">
        <span>{row.target === null ? 'No target date' : dateText(row.target, context)}</span>
        {own && (
          <Button
            appearance="link"
            className="tb-no-print"
            aria-label={`Open ${row.key} itself: show issues`}
            onClick={() => onDrill({ title: rowName(row), reason: OWN, figure: own })}
          >
            Open {row.key} itself
          </Button>
        )}
        {chance !== null && <span>{formatPercent(chance)} chance to be over by then</span>}
        {row.due !== null && row.due !== row.target && (
          <span>Latest due date of its issues: {dateText(row.due, context)}</span>
        )}
      </Fact>
      <Fact name="Likely over by">
        {row.date85 === null ? (
          <span>{status === 'done' ? 'It is done.' : (cannot ?? 'There is no forecast.')}</span>
        ) : (
          <>
            <span>
              {dateName(50, row)}: {dateText(row.date50, context)}
            </span>
            <span>
              {dateName(85, row)}: {dateText(row.date85, context)}
            </span>
            <span className="tb-quiet">{keptText(row)}</span>
          </>
        )}
      </Fact>
      {status !== 'done' && !row.isReleased && row.target !== null && buffer && (
        <Fact name="Buffer">
          <span>{buffer}</span>
        </Fact>
      )}
      {blocked && (
        <Fact name="Oldest blocked">
          <BlockedIssue blocked={blocked} url={dataset.issueUrl(blocked.key)} />
        </Fact>
      )}
    </dl>
  );
}

/** The issue and for how long; two parts, since a link in a sentence would need an underline. */
export const BlockedIssue = (props: { readonly blocked: Blocked; readonly url: string }) => {
  const { key, days } = props.blocked;
  return (
    <span className="tb-line">
      <KeyLink issueKey={key} url={props.url} />
      <span>{days === null ? 'since an unknown day' : formatCounted(days, 'day')}</span>
    </span>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The number of a column of the table, which opens its issues. */
function Amount({ table, row, onDrill, id }: Props & { readonly id: string }) {
  const column = table.columns.find(each => each.id === id);
  if (!column) return null;
  const { bar: _, ...plain } = column;
  return (
    <FigureCell column={plain} row={row} name={table.nameOf(row)} of="row" onDrill={onDrill} />
  );
}

const CHANGES = [
  { id: 'added30', word: 'added' },
  { id: 'removed30', word: 'removed' },
  { id: 'reestimated30', word: 'by re-estimation' },
] as const;

function Changes(props: Props) {
  const { row } = props;
  const changed = CHANGES.filter(({ id }) => row[id].issues.length > 0);
  if (changed.length === 0) return <span>No change</span>;
  return changed.map(({ id, word }) => (
    <span key={id}>
      <Amount {...props} id={id} /> {word}
    </span>
  ));
}

function Growth(props: Props) {
  const { row, result, settings, context, onDrill } = props;
  const { growth, field } = result;
  return (
    <div>
      <h4>Scope over time</h4>
      {growth?.of === row.id ? (
        <GrowthChart
          growth={growth}
          unestimated={row.unestimated}
          name={row.kind === 'issue' ? row.key : row.name}
          field={field}
          settings={settings}
          context={context}
          height={220}
          onDrill={onDrill}
        />
      ) : settings.growthOf === row.id ? (
        <p className="tb-quiet">Its scope over time is not known.</p>
      ) : (
        <div className="tb-programme__waiting">
          <Spinner label="Loading scope" />
        </div>
      )}
    </div>
  );
}
