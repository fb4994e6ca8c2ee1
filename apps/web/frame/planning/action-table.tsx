import './planning.css';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Edit, EditedIssue, EditPermission } from '@tallyboard/core/model/edit.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { ListedIssue } from '@tallyboard/report-kit/files/issues-table.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useSession } from '../../start/session.ts';
import { useLatest } from '../../use-latest.ts';
import { useLoaded } from '../../use-loaded.ts';
import { IssueTable, type RowControls } from '../drawer/issue-table.tsx';
import type { ReportRun, ReportSnapshot } from '../report-run.ts';
import { ActionChoices, ActionPopover } from './action-popover.tsx';
import { AssignAction } from './assign-action.tsx';
import { EstimateAction, MoveAction } from './board-actions.tsx';
import { nameOf } from './edit-queue.ts';
import { mayWrite } from './may-write.ts';
import { queueOf } from './queue-of.ts';
import { RankHandle } from './ranking.tsx';
import { DueAction, FixVersionAction } from './schedule-actions.tsx';
import { SelectBox, SelectionContext, useSelection } from './selection.tsx';
import { type RankMove, useRanking } from './use-ranking.ts';

/** Issues of more projects are listed without actions. */
const MAX_PROJECTS = 20;

type Permissions = ReadonlyMap<string, readonly EditPermission[]>;

const projectOf = ({ key }: Pick<IssueRow, 'key'>) => key.slice(0, key.lastIndexOf('-'));

/** Null where none are asked for, and until they are known. */
function usePermissions(rows: readonly ListedIssue[], isAsked: boolean): Permissions | null {
  const { engine } = useSession();
  const asked = useRef<string | null>(null);
  // The projects of the first rows: a list that shrinks asks for no other.
  if (isAsked)
    asked.current ||= [...new Set(rows.map(({ issue }) => projectOf(issue)))]
      .slice(0, MAX_PROJECTS)
      .join();
  const { value } = useLoaded(isAsked ? asked.current || null : null, async (projects, signal) => {
    const entries = projects.split(',').map(async project => {
      const granted = await engine.editPermissions({ project }, { signal });
      return [project, granted] as const;
    });
    return new Map(await Promise.all(entries));
  });
  return value;
}

const NO_PERMISSIONS: Permissions = new Map();

/** Where the figures of changed issues are shown again. */
export interface PlanningPlace {
  readonly shown: ReportSnapshot;
  readonly run: ReportRun;
}

type TableProps<Row extends ListedIssue> = ComponentProps<typeof IssueTable<Row>>;

/** The issues of a figure, with the actions that the reader may take on them. Its row ids are those of the issues. */
export function ActionTable<Row extends ListedIssue>(
  props: TableProps<Row> & { readonly planning: PlanningPlace | null },
) {
  const { planning, ...table } = props;
  return planning ? <PlanningTable {...table} place={planning} /> : <IssueTable {...table} />;
}

function PlanningTable<Row extends ListedIssue>(
  props: TableProps<Row> & { readonly place: PlanningPlace },
) {
  const { place, ...table } = props;
  const { shown, run } = place;
  const { rows } = table;
  const session = useSession();
  const permissions = usePermissions(rows, mayWrite(session, shown)) ?? NO_PERMISSIONS;
  const isAllowed = [...permissions.values()].some(granted => granted.length > 0);
  const queue = queueOf(session.engine, run);
  const { selection, setIds } = useSelection();
  const ranking = useRanking(queue, rows);
  const selectable = rows.filter(({ issue }) => permissions.get(projectOf(issue))?.length);
  const selected = selectable.filter(({ issue }) => selection.ids.has(issue.id));
  const issues = selected.map(({ issue }) => editedIssue(issue));

  const moveRow = useLatest((id: string, how: RankMove) => {
    const one = rows.find(({ issue }) => issue.id === id);
    const all = selection.ids.has(id) ? issues : one ? [editedIssue(one.issue)] : [];
    ranking.move(all, how);
  });
  const { isOn } = ranking;
  const controls = useMemo(
    (): RowControls => ({
      ordered: isOn,
      width: isOn ? 56 : 30,
      cell: issue => (
        <>
          {isOn && (
            <RankHandle
              name={issue.key}
              onStep={by => moveRow(issue.id, { by })}
              onDrop={target => moveRow(issue.id, target)}
            />
          )}
          {permissions.get(projectOf(issue))?.length ? (
            <SelectBox id={issue.id} name={issue.key} />
          ) : (
            <span className="tb-plan__box" />
          )}
        </>
      ),
    }),
    [isOn, permissions, moveRow],
  );

  return (
    <SelectionContext value={selection}>
      <div className="tb-plan">
        {isAllowed && (
          <div className="tb-row tb-plan__bar" role="toolbar" aria-label="Selected issues">
            <SelectAll
              all={selectable.length}
              selected={selected.length}
              onChange={checked =>
                setIds(new Set(checked ? selectable.map(({ issue }) => issue.id) : []))
              }
            />
            <Actions
              board={shown.request.report.planningBoard(shown.request.settings)}
              permissions={permissions}
              context={table.context}
              projects={selectable.map(({ issue }) => projectOf(issue))}
              issues={issues}
              ranking={ranking}
              onEdit={(edit, done) => queue.act(edit, `${nameOf(issues)} ${done}`)}
            />
          </div>
        )}
        <p className="tb-hidden" role="status">
          {ranking.announcement}
        </p>
        <IssueTable {...table} rows={ranking.rows} {...(isAllowed && { controls })} />
      </div>
    </SelectionContext>
  );
}

interface ActionsProps {
  readonly board: BoardId | null;
  readonly permissions: Permissions;
  readonly context: Pick<ReportContext, 'dateFormat'>;
  readonly projects: readonly string[];
  /** The selected ones. */
  readonly issues: readonly EditedIssue[];
  readonly ranking: Pick<ReturnType<typeof useRanking>, 'isPossible' | 'isOn' | 'move' | 'toggle'>;
  readonly onEdit: (edit: Edit, done: string) => void;
}

/** The actions that the reader may take on some of the listed issues; off unless all selected ones allow them. */
function Actions(props: ActionsProps) {
  const { board, permissions, context, projects, issues, ranking, onEdit } = props;
  const place = { board, project: issues[0] ? projectOf(issues[0]) : '' };
  const has = (project: string, permission: EditPermission) =>
    permissions.get(project)?.includes(permission) === true;
  const isOff = (permission: EditPermission) =>
    issues.length === 0 || !issues.every(issue => has(projectOf(issue), permission));
  const action = (
    permission: EditPermission,
    label: string,
    panel: (act: (edit: Edit, done: string) => void) => ReactNode,
  ) =>
    projects.some(project => has(project, permission)) && (
      <ActionPopover label={label} disabled={isOff(permission)}>
        {close =>
          panel((edit, done) => {
            close();
            onEdit(edit, done);
          })
        }
      </ActionPopover>
    );
  return (
    <>
      {action('ASSIGN_ISSUES', 'Assign', act => (
        <AssignAction
          project={place.project}
          onSelect={to =>
            act({ kind: 'assign', issues, to }, to ? `assigned to ${to.user.name}` : 'unassigned')
          }
        />
      ))}
      {action('EDIT_ISSUES', 'Estimate', act => (
        <EstimateAction
          {...place}
          onSelect={({ text, ...estimate }) =>
            act({ kind: 'estimate', issues, ...estimate }, `estimated: ${text}`)
          }
        />
      ))}
      {action('SCHEDULE_ISSUES', 'Move', act => (
        <MoveAction
          {...place}
          onSelect={to =>
            act({ kind: 'sprint', issues, to }, `moved to ${to?.name ?? 'the backlog'}`)
          }
        />
      ))}
      {action('SCHEDULE_ISSUES', 'Due date', act => (
        <DueAction
          onSelect={to =>
            act(
              { kind: 'due', issues, to },
              to === null ? 'without due date' : `due ${formatDay(to, context.dateFormat)}`,
            )
          }
        />
      ))}
      {action('RESOLVE_ISSUES', 'Fix version', act =>
        issues.every(issue => projectOf(issue) === place.project) ? (
          <FixVersionAction
            project={place.project}
            onSelect={to =>
              act(
                { kind: 'fix-versions', issues, to: to ? [to] : [] },
                to ? `in version ${to.name}` : 'in no version',
              )
            }
          />
        ) : (
          <p>Versions are of one project: select issues of one alone.</p>
        ),
      )}
      {ranking.isPossible && projects.some(project => has(project, 'SCHEDULE_ISSUES')) && (
        <RankAction ranking={ranking} issues={isOff('SCHEDULE_ISSUES') ? null : issues} />
      )}
    </>
  );
}

const RANK_PLACES = ['top', 'end'] as const;

function RankAction(props: {
  readonly ranking: ActionsProps['ranking'];
  /** Null if they may not be ranked. */
  readonly issues: readonly EditedIssue[] | null;
}) {
  const { ranking, issues } = props;
  return (
    <ActionPopover label="Rank" disabled={false}>
      {close => {
        const choice = (id: string, label: string, act: () => void) => ({
          id,
          label,
          onSelect() {
            close();
            act();
          },
        });
        return (
          <ActionChoices
            choices={[
              ...(issues === null ? [] : RANK_PLACES).map(place =>
                choice(place, `Move to the ${place} of this list`, () =>
                  ranking.move(issues ?? [], { place }),
                ),
              ),
              choice(
                'order',
                ranking.isOn ? 'Leave the order by rank' : 'Show in the order by rank',
                ranking.toggle,
              ),
            ]}
          />
        );
      }}
    </ActionPopover>
  );
}

function SelectAll(props: {
  readonly all: number;
  readonly selected: number;
  readonly onChange: (checked: boolean) => void;
}) {
  const { all, selected, onChange } = props;
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < all;
  });
  return (
    <label className="tb-line tb-plan__count">
      <span className="tb-plan__box">
        <input
          ref={box}
          type="checkbox"
          checked={selected > 0 && selected === all}
          onChange={event => onChange(event.target.checked)}
        />
      </span>
      {selected === 0 ? 'Select all' : `${formatCount(selected)} selected`}
    </label>
  );
}

const editedIssue = ({ id, key }: IssueRow): EditedIssue => ({ id, key });
