import { expect, it } from 'vitest';
import type { Change } from '../model/change.ts';
import type { IssueId, IssueKey } from '../model/ids.ts';
import type { Issue, IssueLink } from '../model/issue.ts';
import { CREATED, issue } from '../testing/builders.ts';
import { DAY } from '../time/units.ts';
import { linkTimelines } from './links.ts';

const link = (kind: IssueLink['kind'], description: string, key: string): IssueLink => ({
  kind,
  description,
  otherId: `id-${key}` as IssueId,
  otherKey: key as IssueKey,
  otherType: null,
  otherStatus: null,
});

/** 'is blocked by A-2' as a change of links some days after the creation. */
const change = (day: number, sign: '+' | '-', what: string): Change => {
  const end = [what.split(' ').at(-1) ?? null, `This issue ${what}`] as const;
  const [from, to] = sign === '+' ? [[null, null] as const, end] : [end, [null, null] as const];
  return {
    at: CREATED + day * DAY,
    historyId: `${day}`,
    author: null,
    field: 'link',
    fieldId: null,
    fieldName: 'Link',
    from: from[0],
    fromText: from[1],
    to: to[0],
    toText: to[1],
  };
};

/** The links by the day of their change. */
function days(links: readonly IssueLink[], changes: readonly Change[], others: Issue[] = []) {
  const one = issue({ key: 'A-1', links, changes });
  return Object.fromEntries(
    linkTimelines([one, ...others])(one).map(({ from, value }) => [
      (from - CREATED) / DAY,
      value.map(({ kind, otherKey }) => `${kind} ${otherKey}`),
    ]),
  );
}

it('undoes each change from the links of today', () => {
  const now = [link('blocked-by', 'is blocked by', 'A-3'), link('blocks', 'blocks', 'A-9')];
  const changes = [
    change(1, '+', 'is blocked by A-2'),
    change(2, '+', 'is blocked by A-3'),
    change(3, '-', 'is blocked by A-2'),
  ];
  expect(days(now, changes)).toEqual({
    0: ['blocks A-9'],
    1: ['blocks A-9', 'blocked-by A-2'],
    2: ['blocked-by A-3', 'blocks A-9', 'blocked-by A-2'],
    3: ['blocked-by A-3', 'blocks A-9'],
  });
});

it('knows types by the descriptions that the links of the site have', () => {
  const other = issue({
    key: 'A-5',
    links: [
      link('blocked-by', 'wird blockiert von', 'A-6'),
      link('other', 'is blocked by', 'A-7'),
      link('other', 'blocks', 'A-8'),
    ],
  });
  const changes = [
    change(1, '+', 'wird blockiert von A-2'),
    change(2, '-', 'wird blockiert von A-2'),
    // A type of other links has this description here.
    change(3, '+', 'is blocked by A-3'),
    change(4, '-', 'is blocked by A-3'),
    change(5, '+', 'unblocks A-4'),
    change(6, '-', 'unblocks A-4'),
  ];
  expect(Object.values(days([], changes, [other])).flat()).toEqual([
    'blocked-by A-2',
    'other A-3',
    'other A-4',
  ]);
});

it('knows a renamed type by the link that is still there', () => {
  const now = [link('blocked-by', 'is blocked by', 'A-2')];
  expect(days(now, [change(2, '+', 'depends on A-2')])).toEqual({ 0: [], 2: ['blocked-by A-2'] });
});

it('knows an issue that was moved to another project by the only link without a change', () => {
  const now = [link('blocked-by', 'is blocked by', 'B-7')];
  expect(days(now, [change(2, '+', 'is blocked by A-2')])).toEqual({
    0: [],
    2: ['blocked-by B-7'],
  });
});
