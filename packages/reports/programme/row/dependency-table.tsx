import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { TONE_PATHS } from '@tallyboard/ui/charts/timeline/timeline-plot.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo } from 'react';
import type { Dependency, Health } from '../dependencies.ts';
import type { ProgrammeResult } from '../result.ts';
import type { ProgrammeSettings } from '../settings.ts';
import { HEALTH_WORDS } from '../table.ts';
import { dateText } from '../timeline/timeline-rows.ts';

const ORDER: readonly Health[] = ['conflict', 'risk', 'undated', 'healthy'];

const HEALTH_TIPS: Readonly<Record<Health, string>> = {
  conflict: 'What it waits for is due later.',
  risk: 'Both are due on the same day.',
  healthy: 'What it waits for is due before.',
  undated: 'One of the two has no sprint and no due date.',
};

/** What the issues of a row wait for outside of it, conflicts first. */
export function DependencyTable(
  props: Pick<ViewProps<ProgrammeSettings, ProgrammeResult>, 'dataset' | 'context' | 'compact'> & {
    readonly name: string;
    readonly dependencies: readonly Dependency[];
  },
) {
  const { dataset, context, compact, name, dependencies } = props;
  const rows = useMemo(
    () => dependencies.toSorted((a, b) => ORDER.indexOf(a.health) - ORDER.indexOf(b.health)),
    [dependencies],
  );
  const wanted = useMemo(
    () =>
      Uint32Array.from(
        new Set(
          rows.flatMap(({ row, blockerRow }) => (blockerRow === null ? row : [row, blockerRow])),
        ),
      ).sort(),
    [rows],
  );
  const issues = useIssueRows(dataset, wanted);
  const columns = useMemo((): readonly Column<Dependency>[] => {
    const summaries = new Map(issues.map(issue => [issue.row, issue]));
    const cell = (key: string, row: number | null) => (
      <Issue
        issueKey={key}
        issue={row === null ? undefined : summaries.get(row)}
        url={dataset.issueUrl(key)}
      />
    );
    return [
      {
        id: 'issue',
        header: 'Issue',
        value: ({ key }) => key,
        cell: ({ key, row }) => cell(key, row),
      },
      {
        id: 'health',
        header: 'State',
        width: 136,
        value: ({ health }) => ORDER.indexOf(health),
        cell: ({ health }) => <HealthMark health={health} />,
      },
      {
        id: 'blocker',
        header: 'Waits for',
        width: 280,
        value: ({ blocker }) => blocker,
        cell: ({ blocker, blockerRow }) => (
          <span className="tb-line">
            {cell(blocker, blockerRow)}
            {blockerRow === null && <span className="tb-quiet">not among the loaded issues</span>}
          </span>
        ),
      },
      {
        id: 'day',
        header: 'Due',
        help: 'The end of its sprint, else its due date.',
        width: 112,
        folds: true,
        value: ({ day }) => day,
        cell: ({ day }) => dateText(day, context),
      },
      {
        id: 'blockerDay',
        header: 'Waits until',
        help: 'The end of the sprint of what it waits for, else its due date.',
        width: 112,
        folds: true,
        value: ({ blockerDay }) => blockerDay,
        cell: ({ blockerDay }) => dateText(blockerDay, context),
      },
    ];
  }, [issues, dataset, context]);
  return (
    <DataTable
      label={`Dependencies of ${name}`}
      columns={columns}
      rows={rows}
      rowId={({ row, blocker }) => `${row} ${blocker}`}
      compact={compact}
      card={compact}
      pageSize={10}
    />
  );
}

function Issue(props: {
  readonly issueKey: string;
  readonly issue: IssueRow | undefined;
  readonly url: string;
}) {
  const { issueKey, issue, url } = props;
  return issue ? <IssueName issue={issue} url={url} /> : <KeyLink issueKey={issueKey} url={url} />;
}

const TONES = { conflict: 'bad', risk: 'warning', healthy: 'good', undated: null } as const;

function HealthMark({ health }: { readonly health: Health }) {
  const tone = TONES[health];
  return (
    <span className="tb-programme__state" data-tb-tooltip={HEALTH_TIPS[health]}>
      {tone && <ToneMark tone={tone} />}
      {HEALTH_WORDS[health]}
    </span>
  );
}

export const ToneMark = ({ tone }: { readonly tone: keyof typeof TONE_PATHS }) => (
  <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
    <path className={`tb-timeline__tone--${tone}`} d={TONE_PATHS[tone]} />
  </svg>
);
