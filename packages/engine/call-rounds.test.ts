import { createMemoryStore } from '@tallyboard/dataset/testing/memory-store.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import burn from '@tallyboard/reports/burn/index.ts';
import velocity from '@tallyboard/reports/velocity/index.ts';
import { expect, test } from 'vitest';
import type { ExpectedBoard } from './calls.ts';
import { createEngine } from './engine.ts';
import { contextAt, resolveQuery, runReport } from './run-report.ts';
import { createEngineCache } from './session/engine-cache.ts';
import { createFakeJira, reply } from './testing/fake-jira.ts';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
/** As the fake says of its issues. */
const UPDATED = '2026-03-02T09:00:00.000+0000';
const SPRINT = {
  id: 71,
  name: 'Atlas 1',
  originBoardId: 7,
  startDate: '2026-03-02T09:00:00.000Z',
  endDate: '2026-03-06T09:00:00.000Z',
};
const SPRINTS = [
  { ...SPRINT, state: 'closed', completeDate: SPRINT.endDate },
  { ...SPRINT, id: 72, name: 'Atlas 2', state: 'active' },
];

/** A host that answers round by round: all calls of a round, once no more are made without an answer. */
function createRounds(request: RequestFunction) {
  const rounds: string[][] = [];
  let waiting: { readonly name: string; readonly release: () => void }[] = [];
  return {
    rounds,
    async request(...[http, signal]: Parameters<RequestFunction>) {
      const held = Promise.withResolvers<void>();
      waiting.push({ name: http.path.split('/').slice(-2).join('/'), release: held.resolve });
      await held.promise;
      return request(http, signal);
    },
    async until<T>(result: Promise<T>): Promise<T> {
      let ended = false;
      const end = () => {
        ended = true;
      };
      result.then(end, end);
      let made = 0;
      let quiet = 0;
      while (!ended) {
        await new Promise(resolve => setTimeout(resolve));
        quiet = made === waiting.length ? quiet + 1 : 0;
        made = waiting.length;
        // Code on demand takes some turns to load.
        if (quiet < 10 || made === 0) continue;
        rounds.push(waiting.map(({ name }) => name).sort());
        for (const { release } of waiting) release();
        waiting = [];
        made = 0;
        quiet = 0;
      }
      return result;
    },
  };
}

const jira = createFakeJira([{ id: '1', key: 'AT-1', status: 'To Do', points: 3 }]);
jira.answer = ({ path }) => {
  if (path.endsWith('/sprint')) return reply({ values: SPRINTS, isLast: true });
  if (path.endsWith('/board/7')) return reply({ id: 7, name: 'Atlas board', type: 'scrum' });
  if (path.endsWith('/search/jql'))
    return reply({
      issues: [{ id: '1', key: 'AT-1', fields: { updated: UPDATED } }],
      isLast: true,
    });
  if (path.endsWith('/changelog/bulkfetch')) return reply({ issueChangeLogs: [] });
  return null;
};

function openBrowser() {
  const store = createMemoryStore();
  let time = AS_OF;
  const now = () => time;
  return {
    wait: (ms: number) => {
      time += ms;
    },
    /** The calls of one visit, by rounds. */
    async visit(report: AnyReport, board: ExpectedBoard | null = null) {
      const host = createRounds(jira.request);
      const cache = Promise.resolve(createEngineCache({ store, now }));
      const engine = createEngine({ request: host.request, now, cache, warn: () => {} });
      const run = async () => {
        const info = parseHostInfo('?lic=active&projectKey=AT');
        const site = await engine.start({ info, board });
        const at = (asOf: number) => contextAt({ site, zone: 'UTC' }, asOf);
        const { value: settings } = report.settings.parse({ boardId: 7 });
        const asked = { report, jql: '', settings, contextAt: at };
        const request = await resolveQuery(engine, asked, now());
        return runReport(engine, request, { now: now(), age: null });
      };
      expect((await host.until(run()))?.loaded.issueCount).toBe(1);
      return host.rounds;
    },
  };
}

const LINK: ExpectedBoard = { id: 7, sprints: true };

test.for([
  ['burndown', burn],
  ['velocity', velocity],
] as const)(
  'a first visit to a %s makes as few rounds as its calls depend on each other',
  async ([, report]) => {
    // Code that is loaded on demand is there from now on.
    await openBrowser().visit(report);
    const rounds = await openBrowser().visit(report);
    expect(rounds.slice(1)).toEqual([
      ['7/configuration', '7/sprint'],
      ['filter/70'],
      expect.arrayContaining(['search/jql']),
      // With whole histories: Jira Cloud does not narrow those of parents.
      expect.arrayContaining(['issue/bulkfetch']),
    ]);
    const ofLink = await openBrowser().visit(report, LINK);
    expect(ofLink[0]).toEqual(expect.arrayContaining(['2/field', '7/configuration', '7/sprint']));
    expect(ofLink.slice(1)).toEqual([
      // No more than eight calls at once.
      expect.arrayContaining(['filter/70']),
      expect.arrayContaining(['search/jql']),
      expect.arrayContaining(['issue/bulkfetch']),
    ]);
  },
);

test('a second visit to a burndown makes five calls, also when sprints and filter may have changed', async () => {
  const { visit, wait } = openBrowser();
  await visit(burn);
  wait(120_000);
  const calls = (await visit(burn)).flat();
  expect(calls.sort()).toEqual([
    '2/myself',
    '7/sprint',
    'com.tallyboard.reports/properties',
    'filter/70',
    'search/jql',
  ]);
});
