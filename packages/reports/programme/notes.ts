import type { FlowReplay } from '@tallyboard/core/flow/replay.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import {
  bothValues,
  hasPointsField,
  inCircle,
  issueNotes,
  noPointsField,
  twoParents,
  unknownLevel,
} from '@tallyboard/report-kit/figures/issue-notes.ts';
import { formatCount, formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { ProgrammeRow } from './result.ts';
import { areQueries, isNamedMeasure, levelOf, type ProgrammeSettings } from './settings.ts';
import { measureField, type ProgrammeState } from './state.ts';

interface Found {
  readonly state: ProgrammeState;
  readonly replay: FlowReplay;
  readonly rows: readonly ProgrammeRow[];
}

const NONE = new Uint32Array(0);

export function programmeNotes(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
  { state, replay, rows }: Found,
): readonly Note[] {
  const { cut, twofold } = state.forest;
  const both = new Set<number>();
  const leftOut = rows.reduce((sum, row) => sum + row.leftOut.value, 0);
  if (settings.measure !== 'issues')
    for (const part of state.parts) for (const row of state.of(part).total.both) both.add(row);
  return [
    ...issueNotes([inCircle(cut), twoParents(twofold), bothValues(Uint32Array.from(both).sort())]),
    ...(leftOut > 0
      ? [
          {
            code: 'left-out',
            text: `${formatCount(leftOut)} ${leftOut === 1 ? 'issue' : 'issues'} below the rows ${leftOut === 1 ? 'is' : 'are'} not of the query, and not counted.`,
            issues: NONE,
          },
        ]
      : []),
    ...releasedNotes(state, rows),
    ...levelNotes(dataset, settings),
    ...unitNotes(dataset, settings, context),
    // The rows themselves are not among what they count.
    ...flowNotes(dataset, replay, row => !state.isTop(row)),
  ];
}

/** Issues that are open in released versions: they belong to another version, or should be closed. */
function releasedNotes(state: ProgrammeState, rows: readonly ProgrammeRow[]): readonly Note[] {
  const openIn = ({ count }: ProgrammeRow) =>
    Array.from(count.issues).filter(row => !state.isDone(row));
  const left = rows.filter(({ isReleased }) => isReleased).map(openIn);
  const versions = left.filter(open => open.length > 0).length;
  if (versions === 0) return [];
  const issues = Uint32Array.from(new Set(left.flat())).sort();
  const have =
    versions === 1 ? '1 released version has' : `${formatCount(versions)} released versions have`;
  return [
    {
      code: 'open-in-released',
      text: `${have} ${formatCounted(issues.length, 'open issue')}.`,
      issues,
    },
  ];
}

const levelNotes = ({ issues }: Dataset, { rows }: ProgrammeSettings): readonly Note[] => {
  const level = levelOf(rows);
  return level === null ? [] : unknownLevel(issues, level);
};

function unitNotes(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
): readonly Note[] {
  const { measure } = settings;
  if (measure === 'points' && !hasPointsField(dataset)) return [noPointsField];
  if (isNamedMeasure(measure) || measureField(settings, context) !== undefined) return [];
  return [
    {
      code: 'unknown-measure',
      text: `No number field is called '${measure}': choose issues, points, time, or the name of a number field.`,
      issues: NONE,
      doubtful: true,
    },
  ];
}

export const programmeDefinitions = ({ rows, measure }: ProgrammeSettings): readonly Definition[] =>
  definitions({
    Rows:
      rows === 'version' || areQueries(rows)
        ? 'An issue of two rows counts in both, and once in the total.'
        : 'The issues below each row, at any height. The issue of the row itself is not among those that are counted.',
    Progress: `The done share of the counted issues${measure === 'issues' ? '' : ', by their estimates; by their number where none has one'}.`,
    'Added, removed, re-estimated':
      'What made the total grow or shrink in the last 30 days: total less the total of then is added less removed plus re-estimated. What moved to issues that are not loaded is not known.',
    Dates: `By the pace of the row: its share of what the team of the query finished. All open rows of the kind share what the team finishes. How many earlier ones were over by such dates is shown beside them from 20 of them on.`,
    'State and buffer':
      'The buffer is the time between the 50% date as of the day on which the row began and its target; the state is by the part of it that is used. At risk from 15% plus 60% of the progress, off track from 30% plus 70% of it. Overdue: open after the target; a released version never is. Likely late: the chance of the target is below 50%.',
    Dependencies:
      'Open issues that are blocked by open issues outside of the row. A conflict: the blocker is due later than what waits for it, by the end of its sprint, else its due date; a risk: on the same day.',
  });
