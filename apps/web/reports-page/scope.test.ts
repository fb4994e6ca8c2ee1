import type { Site } from '@tallyboard/engine/site/site.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { expect, test } from 'vitest';
import type { PageState } from '../router/page-state.ts';
import { scopeOf } from './scope.ts';

const site = { epics: [], epicTotal: 0, boards: [], project: null } as unknown as Site;
const state = { board: null, epic: null } as unknown as PageState;

test.each([
  ['cloud', 'parent is not EMPTY AND issuetype not in subTaskIssueTypes()'],
  ['data-center', '"Epic Link" is not EMPTY'],
] as const)(
  'the issues of all epics on %s are the issues of epics alone, without sub-tasks of others',
  (flavour, jql) => {
    const info = { flavour } as HostInfo;
    expect(scopeOf('epics', state, site, info).jql).toBe(jql);
  },
);
