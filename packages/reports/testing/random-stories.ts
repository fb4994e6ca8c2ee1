/** Random stories for properties that hold whatever the issues are. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, IssueLink, Sla } from '@tallyboard/core/model/issue.ts';
import { slaCycle } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import fc from 'fast-check';

const MAX_ISSUES = 6;
/** Days of March 2026 whose events are told at noon. */
export const DAYS = ['02-28', '03-03', '03-05', '03-06', '03-10', '03-12', '03-14'];
const EVENTS = [
  ...['added S', 'removed S', 'added T', 'removed S, added T', 'removed T'],
  ...['started', 'done', 'reopened', 'resolved', 'unresolved', '> ?Gone', '> Done', '> Closed'],
  ...['flagged', 'unflagged', 'flagged, started'],
  ...['blocked by P-1', 'blocked by P-2', 'unblocked by P-1'],
  ...['8pt', '1pt', 'no pt', '@ben', '@ana', '@nobody', 'est 8h', 'est 2h'],
  ...['2h by Ana "x"', '1h30m by Ben "y"', '3h by Ana "z", 1h by Ben "y"', '@ben, 3pt, done'],
];
const WORDS = [
  ...['5pt in:S @ana', 'in:S', '@ana #x #y', '3pt @ben 4h due:2026-03-09', '2pt Bug in:S'],
  ...['8pt in:S in:T @ben #x', '1pt 8h @ana priority:High due:2026-03-20', 'Epic', 'in:T'],
  ...['Sub-task ^P-1 2pt in:S @ben', 'Sub-task ^P-1 1h', 'epic:P-1 3pt #y'],
];
const COMPONENTS = [[], ['API'], ['Web'], ['API', 'Web']];

const anIssue = fc.record({
  words: fc.constantFrom(...WORDS),
  events: fc.array(fc.option(fc.constantFrom(...EVENTS), { freq: 2 }), {
    minLength: DAYS.length,
    maxLength: DAYS.length,
  }),
  components: fc.constantFrom(...COMPONENTS),
  blocks: fc.option(fc.nat(MAX_ISSUES - 1)),
  history: fc.integer({ min: 0, max: 9 }).map(n => n > 0),
  categoryDate: fc.boolean(),
});

export interface StoryIssue {
  readonly words: string;
  readonly events: readonly (string | null)[];
  readonly components: readonly string[];
  /** The position of the issue that it blocks. */
  readonly blocks: number | null;
  /** False where the changes of the issue were not received. */
  readonly history: boolean;
  /** False where the host knows no `statuscategorychangedate`. */
  readonly categoryDate: boolean;
}

/**
 * Two closed sprints S and T, and up to six issues with sub-tasks, several labels, components and sprints, re-estimates,
 * reassignments, several resolutions, two done statuses, worklogs of two people, links, and some without history.
 */
export const aStory: fc.Arbitrary<readonly StoryIssue[]> = fc.array(anIssue, {
  minLength: 1,
  maxLength: MAX_ISSUES,
});

const SPRINTS = [
  ['S', '2026-03-02 09:00', '2026-03-13 17:00'],
  ['T', '2026-03-06 09:00', '2026-03-15 17:00'],
] as const;

/** Returns the dataset of a story, or of its events up to an instant. */
export function datasetOf(
  story: readonly StoryIssue[],
  until: Instant = Number.POSITIVE_INFINITY,
): Dataset {
  const isOver = (when: string) => instantFromText(when) <= until;
  const lines = story.map(({ words, events }, n) =>
    [
      `P-${n + 1} ${words} created:2026-02-27`,
      ...events.flatMap((event, day) => {
        const when = `2026-${DAYS[day]}`;
        return event && isOver(when) ? [`${when} ${event}`] : [];
      }),
    ].join(' | '),
  );
  const data = datasetFromText(
    [
      ...SPRINTS.map(([name, from, to]) => {
        const state = isOver(to) ? 'closed' : isOver(from) ? 'active' : 'future';
        return `sprint ${name} = ${from} .. ${to} ${state}`;
      }),
      'status Closed = done',
      ...lines,
    ].join('\n'),
  );
  const { issues } = data;
  const link = (kind: IssueLink['kind'], { id, key, type, status }: Issue): IssueLink => ({
    kind,
    description: null,
    otherId: id,
    otherKey: key,
    otherType: type.name,
    otherStatus: status,
  });
  const links = issues.map(issue =>
    issue.links.map(each => {
      const other = issues.find(({ key }) => key === each.otherKey);
      return other ? link(each.kind, other) : each;
    }),
  );
  story.forEach(({ blocks }, from) => {
    const one = issues[from];
    const other = issues[blocks ?? from];
    if (!one || !other || one === other) return;
    links[from]?.push(link('blocks', other));
    links[issues.indexOf(other)]?.push(link('blocked-by', one));
  });
  return {
    ...data,
    issues: issues.map((issue, row) => ({
      ...issue,
      components: story[row]?.components.map(name => ({ id: name, name })) ?? [],
      links: links[row] ?? [],
      statusCategoryChanged: story[row]?.categoryDate ? issue.statusCategoryChanged : null,
      ...(story[row]?.history === false && { changes: [], historyComplete: false }),
    })),
  };
}

const HOUR = 3_600_000;
const FLAGS = [true, false, null];
const SLAS = ['Time to resolution', 'Zeit bis zur Lösung'];

/** The dataset of a story of a service desk: its issues have SLAs, request types, organizations and ratings. */
export function deskDatasetOf(story: readonly StoryIssue[]): Dataset {
  const data = datasetOf(story);
  const noon = instantFromText('2026-03-16 12:00');
  return {
    ...data,
    issues: data.issues.map((issue, row): Issue => {
      const seed = row + (story[row]?.events.filter(event => event !== null).length ?? 0);
      const slas = SLAS.slice(seed % 2).map((name, at): readonly [FieldId, Sla] => {
        const completed = Array.from({ length: (seed + at) % 3 }, (_, n) =>
          slaCycle({
            start: issue.created,
            stop: instantFromText(`2026-03-${String(4 + n * 5).padStart(2, '0')} 12:00`),
            goal: (4 + (seed % 2)) * HOUR,
            elapsed: ((seed + n * 5) % 9) * HOUR,
            breached: FLAGS[(seed + n) % 3] ?? null,
          }),
        );
        const ongoing = slaCycle({
          start: issue.created,
          breach: seed % 4 === 1 ? null : noon + (seed - 3) * 0.4 * HOUR,
          breached: seed % 5 === 0 ? null : seed % 5 === 1,
          paused: seed % 4 === 1,
        });
        const field = `customfield_${at + 1}` as FieldId;
        return [field, { name, completed, ongoing: seed % 4 === 2 ? null : ongoing }];
      });
      return {
        ...issue,
        slas: new Map(slas),
        requestType: seed % 3 === 0 ? null : `Request ${seed % 2}`,
        organizations: ['Acme', 'Bolt'].slice(seed % 3),
        satisfaction: seed % 3 === 0 ? null : (seed % 5) + 1,
      };
    }),
  };
}
