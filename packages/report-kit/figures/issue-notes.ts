import { NO_PARENT } from '@tallyboard/core/forest/forest.ts';
import { levelsOf } from '@tallyboard/core/forest/levels.ts';
import { endsElsewhere as hasMissingStep } from '@tallyboard/core/history/spans.ts';
import { isPurged } from '@tallyboard/core/history/timeline.ts';
import { type Grouped, rowsWithoutParent } from '@tallyboard/core/measure/grouping.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';

export interface IssueNote {
  readonly code: string;
  /** The words after the count, for one issue and for several. */
  readonly words: readonly [one: string, several: string];
  readonly issues: IssueRows;
  readonly doubtful?: true;
  readonly ofHistory?: true;
  readonly incomplete?: true;
}

export const has = (what: string): IssueNote['words'] => [
  `issue has ${what}`,
  `issues have ${what}`,
];

/** Returns the notes that have issues, as '29 resolved issues still have remaining time.' */
export function issueNotes(notes: readonly IssueNote[]): Note[] {
  return notes
    .filter(({ issues }) => issues.length > 0)
    .map(({ words: [one, several], ...note }) => {
      const count = note.issues.length;
      const text = `${formatCount(count)} ${count === 1 ? one : several}`;
      return { ...note, text };
    });
}

const noteOf =
  (
    code: string,
    words: IssueNote['words'],
    doubt: Pick<IssueNote, 'doubtful' | 'incomplete' | 'ofHistory'> = {},
  ) =>
  (issues: IssueRows): IssueNote => ({ code, words, issues, ...doubt });

const DOUBTFUL = { doubtful: true } as const;

const OF_HISTORY = { doubtful: true, ofHistory: true } as const;

/** See missingStep. */
export function endsElsewhere(
  issues: readonly Issue[],
  subset: IssueRows | null = null,
): IssueNote {
  return endsElsewhereNote(issues, rowsWhere(issues, hasMissingStep, subset));
}

export function endsElsewhereNote(issues: readonly Issue[], rows: IssueRows): IssueNote {
  const isIncomplete = rows.some(row => isPurged(issues[row]!));
  return noteOf(
    'history-ends-elsewhere',
    has(
      'a history that ends in another status than the current one; the step to that is dated by the resolution or the status category change, or unknown.',
    ),
    isIncomplete ? { ...DOUBTFUL, incomplete: true } : DOUBTFUL,
  )(rows);
}

export const reopened = noteOf('reopened', ['reopened issue.', 'reopened issues.']);

/** '56 of 19,953 resolved issues have no date: not counted.' */
export function undated(issues: IssueRows, resolved: number | null = null): IssueNote {
  const of = resolved === null ? 'resolved' : `of ${formatCount(resolved)} resolved`;
  const one = resolved === null ? 'issue' : 'issues';
  const words = [
    `${of} ${one} has no date: not counted.`,
    `${of} issues have no date: not counted.`,
  ] as const;
  return noteOf('no-done-date', words, OF_HISTORY)(issues);
}

export const unknownCategory = noteOf(
  'unknown-status',
  [
    'issue is in a deleted or unknown status (not counted as Done).',
    'issues are in a deleted or unknown status (not counted as Done).',
  ],
  DOUBTFUL,
);

export const unestimated = (issues: IssueRows, estimate: string): IssueNote =>
  noteOf('unestimated', has(`no ${estimate} (counted as 0).`))(issues);

export const bothPoints = noteOf(
  'both-points',
  has('both Story Points and Story point estimate; Story Points is used.'),
);

export const parentAndSubTask = (issues: IssueRows, estimate: string): IssueNote =>
  noteOf('parent-and-sub-task', [
    `sub-task and its parent both have ${estimate}; work may be counted twice.`,
    `sub-tasks and their parents both have ${estimate}; work may be counted twice.`,
  ])(issues);

const parentNotRead = noteOf('epic-unknown', [
  'sub-task counts under no epic: its parent could not be read.',
  'sub-tasks count under no epic: their parents could not be read.',
]);

export const bothValues = noteOf('both-values', [
  'issue has an estimate of its own, and issues below it have some: one of them counts.',
  'issues have estimates of their own, and issues below them have some: one of them counts.',
]);

export const inCircle = noteOf(
  'parents-in-a-circle',
  [
    'issue is above and below itself: its parent does not count.',
    'issues are above and below themselves: their parents do not count.',
  ],
  DOUBTFUL,
);

export const twoParents = noteOf('two-parents', [
  'issue has a parent, and another by Epic Link or Parent Link: it counts below the parent.',
  'issues have a parent, and another by Epic Link or Parent Link: they count below the parent.',
]);

const hiddenParent = noteOf('hidden-parent', [
  'issue has a parent that you may not see: it counts as without one.',
  'issues have a parent that you may not see: they count as without one.',
]);

export function groupNotes(dataset: Grouped, groupBy: unknown): Note[] {
  if (groupBy === 'epic') return issueNotes([parentNotRead(rowsWithoutParent(dataset.issues))]);
  if (!isLevelGrouping(groupBy)) return [];
  const { issues, forest, topOf } = levelsOf(dataset, groupBy.level);
  const { cut, twofold, outside } = forest;
  const isBelowNone = (row: number) => topOf(row) === NO_PARENT;
  return [
    ...unknownLevel(issues, groupBy.level),
    ...issueNotes([inCircle(cut), twoParents(twofold), hiddenParent(outside.filter(isBelowNone))]),
  ];
}

/**
 * The note of a level, given by the name of an issue type, of which no issue is.
 * @param issues those of the query and those above them, as far as they were read.
 */
export function unknownLevel(issues: readonly Issue[], level: string): Note[] {
  const type = level.toLowerCase();
  if (issues.length === 0 || issues.some(issue => issue.type.name.toLowerCase() === type))
    return [];
  return [
    {
      code: 'unknown-level',
      text: `No issue that was read, of the query or above one, is of a type called '${level}'. Choose the name of another type, or widen the query.`,
      issues: new Uint32Array(0),
      doubtful: true,
    },
  ];
}

export const hasPointsField = ({ special }: Dataset): boolean =>
  special.storyPoints.length + special.storyPointEstimate.length > 0;

export const noPointsField = {
  code: 'no-points-field',
  text: 'No field of story points is known: choose one in the settings, or let an administrator of this Jira check its fields.',
  issues: new Uint32Array(0),
  doubtful: true,
} as const;
