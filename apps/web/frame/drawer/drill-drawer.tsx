import DownloadIcon from '@atlaskit/icon/core/download';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import type { ListedIssue } from '@tallyboard/report-kit/files/issues-table.ts';
import { issuesTable } from '@tallyboard/report-kit/files/issues-table.ts';
import { NOT_SAVED, saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { Suspense, use, useMemo, useState } from 'react';
import { preloaded } from '../../preloaded.tsx';
import { ShownSavedReport, useSession } from '../../start/session.ts';
import { useFormer, useLoaded } from '../../use-loaded.ts';
import { ActionTable, type PlanningPlace } from '../planning/action-table.tsx';
import ChangesSince, { type FigurePlace, type SincePreset } from './changes-since.tsx';
import ExpectedNumber from './expected-number.tsx';
import { IssuesState, issuesOf } from './issue-table.tsx';

// Lazy: for readers of saved reports.
const PinnedValues = preloaded(() => import('./pinned-values.tsx'));

/** The issues behind a figure, why they are counted, and a link to them in Jira. */
export default function DrillDrawer(props: {
  readonly drill: Drill;
  readonly dataset: DatasetView;
  readonly context: ReportContext;
  /** Where readers may change the issues: a figure that is found again afterwards. */
  readonly planning?: PlanningPlace | null;
  /** Where a figure can be found again as of another time. */
  readonly place?: FigurePlace | null;
  readonly onClose: () => void;
}) {
  const { drill, dataset, context, planning = null, place = null, onClose } = props;
  const { figure, reason, title, shows } = drill;
  const { host } = useSession();
  const { value, error } = useDrillRows(drill, dataset, context.past === true);
  const rows = useFormer(value);
  const saved = use(ShownSavedReport);
  const [preset, setPreset] = useState(() => presetOf(drill, context));
  const count = figure.issues.length;
  const part = figure.parts && !isCount(drill) ? drill.part : null;
  const table = { label: title, rowId, dataset, context, part, shows };
  return (
    <Drawer
      title={title}
      subtitle={`${count === 1 ? '1 issue' : `${formatCount(count)} issues`}. ${reason}`}
      actions={
        rows &&
        rows.length > 0 && (
          <>
            <OpenInJira jql={drill.jql} rows={rows} dataset={dataset} />
            {host.can.download && (
              <IconButton
                icon={DownloadIcon}
                label="Export CSV"
                onClick={() =>
                  saveCsv(issuesTable(rows, part, context), title, context).catch(
                    showProblem(NOT_SAVED),
                  )
                }
              />
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {place && saved !== null && (
        <Suspense>
          <PinnedValues report={saved} place={place} drill={drill} onSince={setPreset} />
        </Suspense>
      )}
      {place && <ChangesSince place={place} drill={drill} dataset={dataset} preset={preset} />}
      {place && <ExpectedNumber place={place} drill={drill} dataset={dataset} />}
      <IssuesState error={error} loaded={rows !== null} />
      {rows && <ActionTable {...table} rows={rows} planning={planning} />}
    </Drawer>
  );
}

/** The time that the headline compares with. */
function presetOf({ since }: Drill, { zone, dateFormat }: ReportContext): SincePreset | null {
  if (since === undefined) return null;
  return { at: since, label: formatInstant(since, zone, dateFormat) };
}

/** A sum in which each issue counts as one. */
const isCount = ({ part, figure }: Drill) =>
  part === undefined && figure.parts?.every(one => one === 1) === true;

const rowId = (row: ListedIssue) => row.issue.id;

/** Longer lists show no assignees that the report did not load: each 100 issues take a call. */
const MAX_ASSIGNEES = 1_000;

function useDrillRows({ figure }: Drill, dataset: DatasetView, isPast: boolean) {
  const { issues, parts } = figure;
  const wanted = useMemo(() => ({ issues, parts, dataset }), [issues, parts, dataset]);
  const listed = useLoaded(wanted, async () => {
    const rows = await issuesOf(dataset, issues);
    return rows.map((issue, i): ListedIssue => ({ issue, part: parts?.[i] ?? null }));
  });
  const { value } = listed;
  const lacks = value?.some(({ issue }) => issue.assignee === undefined);
  const asks = lacks && !isPast && value && value.length <= MAX_ASSIGNEES ? value : null;
  const { value: people } = useLoaded(asks, async rows => {
    const found = (await dataset.assignees?.(rows.map(({ issue }) => issue.row))) ?? [];
    const byRow = new Map(found.map(each => [each.row, each]));
    return rows.map(each => ({ ...each, issue: { ...each.issue, ...byRow.get(each.issue.row) } }));
  });
  return { ...listed, value: people ?? value };
}

/** Limits the URL length: proxies truncate longer ones. */
const MAX_KEYS = 500;

function OpenInJira(props: {
  readonly jql: string | undefined;
  readonly rows: readonly ListedIssue[];
  readonly dataset: DatasetView;
}) {
  const { jql, rows, dataset } = props;
  const keys = rows.slice(0, MAX_KEYS).map(row => row.issue.key);
  const url = dataset.jqlUrl(jql ?? `key in (${keys.join(', ')})`);
  if (url === '') return null;
  return (
    <OutLink url={url} className="tb-drill__open">
      {jql === undefined && rows.length > MAX_KEYS
        ? `Open the first ${MAX_KEYS} in Jira`
        : 'Open in Jira'}
    </OutLink>
  );
}
