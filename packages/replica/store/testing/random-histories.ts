import fc from 'fast-check';
import type { StoreRecord } from '../../data/records.ts';

export const historyFields = [
  'status',
  'priority',
  'resolution',
  'assignee',
  'reporter',
  'fixVersion',
] as const;
type Field = (typeof historyFields)[number];

/** A value of a field, or a user; 0 is EMPTY or nobody. */
const value = fc.nat({ max: 2 });
const field = fc.constantFrom(...historyFields);

const hour = 3_600_000;
export const dayStart = (day: number): number => Date.UTC(2026, 0, 1 + day);

/** Few instants, so that changes coincide, also with the first and the last millisecond of a day. */
const instant = fc
  .tuple(fc.nat({ max: 3 }), fc.constantFrom(0, 1, 12 * hour, 24 * hour - 1))
  .map(([day, offset]) => dayStart(day) + offset);

/** Changes need not follow from each other, nor lead to the current values. */
const issue = fc.record({
  histories: fc.array(
    fc.record({
      at: instant,
      author: value,
      changes: fc.array(fc.record({ field, from: value, to: value }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { maxLength: 6 },
  ),
  current: fc.record(
    Object.fromEntries(historyFields.map(each => [each, value])) as Record<Field, typeof value>,
  ),
});
export type RandomIssue = typeof issue extends fc.Arbitrary<infer Issue> ? Issue : never;

export const randomIssues = (count: number): RandomIssue[] =>
  fc.sample(issue, { numRuns: count, seed: 1 });

export const userId = (number: number): string => `user-${number}`;
const isUser = (of: Field) => of === 'assignee' || of === 'reporter';

export const nameOf = (of: Field, number: number): string =>
  number === 0 ? 'EMPTY' : isUser(of) ? userId(number) : `${of}${number}`;

function entity(of: Field, number: number) {
  const name = nameOf(of, number);
  if (number === 0) return null;
  return isUser(of) ? { accountId: name, displayName: name } : { id: String(number), name };
}

/** Null is EMPTY. */
const idOf = (of: Field, number: number) =>
  number === 0 ? null : isUser(of) ? userId(number) : String(number);
const textOf = (of: Field, number: number) => (number === 0 ? null : nameOf(of, number));

const stamp = (at: number) => new Date(at).toISOString().replace('Z', '+0000');

/** Issues P-1, P-2, ... of one project, after all values. */
export function recordsOf(issues: readonly RandomIssue[]): StoreRecord[] {
  const numbers = [1, 2];
  return [
    { kind: 'project', value: { id: '9', key: 'P', name: 'Project' } },
    ...numbers.flatMap((number): StoreRecord[] => [
      { kind: 'user', value: { accountId: userId(number), displayName: userId(number) } },
      ...(['status', 'priority', 'resolution'] as const).map(kind => ({
        kind,
        value: { id: String(number), name: nameOf(kind, number) },
      })),
      {
        kind: 'version',
        value: { id: String(number), name: nameOf('fixVersion', number), projectId: 9 },
      },
    ]),
    ...issues.map(({ histories, current }, at): StoreRecord => {
      const { fixVersion, ...single } = current;
      const values = Object.entries(single).map(([of, number]) => [
        of,
        entity(of as Field, number),
      ]);
      return {
        kind: 'issue',
        value: {
          id: String(at + 1),
          key: `P-${at + 1}`,
          fields: {
            ...Object.fromEntries(values),
            project: { id: '9', key: 'P' },
            fixVersions: [entity('fixVersion', fixVersion)].filter(version => version !== null),
            created: stamp(dayStart(0) - hour),
          },
          changelog: {
            histories: histories.map(({ at: created, author, changes }, index) => ({
              id: String(1000 * at + index),
              author: author === 0 ? null : { accountId: userId(author), displayName: '' },
              created: stamp(created),
              items: changes.map(({ field: of, from, to }) => ({
                field: of === 'fixVersion' ? 'Fix Version' : of,
                fieldtype: 'jira',
                from: idOf(of, from),
                fromString: textOf(of, from),
                to: idOf(of, to),
                toString: textOf(of, to),
              })),
            })),
          },
        },
      };
    }),
  ];
}
