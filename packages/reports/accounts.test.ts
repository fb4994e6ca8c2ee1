import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Worklog } from '@tallyboard/core/model/issue.ts';
import type { AccountType } from '@tallyboard/core/model/user.ts';
import { foldPeople } from '@tallyboard/core/people/fold-people.ts';
import {
  context,
  DONE,
  dataset,
  issue,
  slaCycle,
  user,
} from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, it } from 'vitest';
import computeBreakdown from './breakdown/compute.ts';
import { breakdownSettings } from './breakdown/settings.ts';
import computeBurn from './burn/compute.ts';
import { burnSettings } from './burn/settings.ts';
import computeByAssignee from './by-assignee/compute.ts';
import { byAssigneeSettings } from './by-assignee/settings.ts';
import computeCycleTime from './cycle-time/compute.ts';
import { cycleTimeSettings } from './cycle-time/settings.ts';
import { whyEmpty } from './cycle-time/table.ts';
import computeDeskBacklog from './desk-backlog/compute.ts';
import { deskBacklogSettings } from './desk-backlog/settings.ts';
import computeEstimation from './estimation/compute.ts';
import { estimationSettings } from './estimation/settings.ts';
import computeFirstResponse from './first-response/compute.ts';
import firstResponse from './first-response/index.ts';
import { firstResponseSettings } from './first-response/settings.ts';
import computeForecast from './forecast/compute.ts';
import { forecastSettings } from './forecast/settings.ts';
import computeIssuesBy from './issues-by/compute.ts';
import { issuesBySettings } from './issues-by/settings.ts';
import computeOverview from './overview/compute.ts';
import { overviewSettings } from './overview/settings.ts';
import computeSatisfaction from './satisfaction/compute.ts';
import { satisfactionSettings } from './satisfaction/settings.ts';
import computeSla from './sla/compute.ts';
import { slaSettings } from './sla/settings.ts';
import computeTimeInStatus from './time-in-status/compute.ts';
import { timeInStatusSettings } from './time-in-status/settings.ts';
import computeTimesheet from './timesheet/compute.ts';
import { timesheetSettings } from './timesheet/settings.ts';
import computeVelocity from './velocity/compute.ts';
import { MEASURE_IDS } from './velocity/measures.ts';
import { velocitySettings } from './velocity/settings.ts';

const HOUR = 3_600_000;
const ASOF = Date.UTC(2026, 2, 11, 12);
const NOW = context({ asOf: ASOF, zone: 'UTC' });

const account = (name: string, accountType: AccountType | null) => user(name, { accountType });
const ANA = account('Ana', 'atlassian');
const BOT = account('Bot', 'app');
const CARA = account('Cara', 'customer');
const OLD = account('Old', null);

const slas = new Map([
  [
    'customfield_1' as FieldId,
    {
      name: 'Time to first response',
      completed: [slaCycle({ start: ASOF - 9 * HOUR, stop: ASOF - HOUR, breached: false })],
      ongoing: null,
    },
  ],
]);

const worklog = (author: Worklog['author'], hours: number): Worklog => ({
  id: `${author?.name}`,
  author,
  created: null,
  started: ASOF - HOUR,
  spentSeconds: hours * 3600,
  comment: '',
});

/** Two of people, one each of an agent, a customer, an unknown account and nobody; hours 1, 2, 4, 8, 16, 32. */
const issues: readonly Issue[] = [ANA, ANA, BOT, CARA, OLD, null].map((assignee, at) =>
  issue({
    key: `ITS-${at + 1}`,
    created: ASOF - 9 * HOUR,
    assignee,
    slas,
    resolved: ASOF - HOUR,
    resolution: { id: '1', name: 'Done' },
    status: DONE,
    originalSeconds: 3600,
    // Each was reported by the next one's assignee: Ana, Bot, Cara, Old, nobody, Ana.
    reporter: [ANA, BOT, CARA, OLD, null, ANA][at] ?? null,
    worklogs: [worklog(assignee, 2 ** at)],
  }),
);
const DATA = dataset(issues);

/** Six finished issues, of as many kinds of assignees. */
const FINISHED = datasetFromText(
  issues.map((_, at) => `ITS-${at + 1} | 2026-03-09 started | 2026-03-10 done`).join('\n'),
);
const STARTED = dataset(
  FINISHED.issues.map((each, at) => copyIssue(each, { assignee: issues[at]?.assignee ?? null })),
  { statuses: FINISHED.statuses },
);

type Choice = (typeof slaSettings.defaults)['accounts'];

const FIGURES: Readonly<
  Record<string, (accounts: Choice) => { value: number | null; codes: readonly string[] }>
> = {
  sla: accounts => {
    const { result, notes } = computeSla(DATA, { ...slaSettings.defaults, accounts }, NOW);
    return { value: result.total.stopped.value, codes: notes.map(({ code }) => code) };
  },
  'first-response': accounts => {
    const settings = { ...firstResponseSettings.defaults, accounts };
    const { result, notes } = computeFirstResponse(DATA, settings, NOW);
    expect(result.total.unknown.value).toBe(0);
    return { value: result.total.answered.value, codes: notes.map(({ code }) => code) };
  },
  satisfaction: accounts => {
    const settings = { ...satisfactionSettings.defaults, accounts };
    const { result, notes } = computeSatisfaction(DATA, settings, NOW);
    return { value: result.total.resolved.value, codes: notes.map(({ code }) => code) };
  },
  'desk-backlog': accounts => {
    const settings = { ...deskBacklogSettings.defaults, accounts };
    const { result, notes } = computeDeskBacklog(DATA, settings, NOW);
    return { value: result.lastMonth.value, codes: notes.map(({ code }) => code) };
  },
  'created and resolved by assignee': accounts => {
    const settings = { ...byAssigneeSettings.defaults, accounts };
    const { result, notes } = computeByAssignee(DATA, settings, NOW);
    if (result.mode !== 'created-resolved') throw new Error('Another mode.');
    const { rows, total } = result.table;
    expect(rows.reduce((sum, row) => sum + (row.resolved.value ?? 0), 0)).toBe(total.count.value);
    return { value: total.count.value, codes: notes.map(({ code }) => code) };
  },
  'lead time by assignee': accounts => {
    const { value: settings } = byAssigneeSettings.parse({ gType: -2, accounts });
    const { result, notes } = computeByAssignee(DATA, settings, NOW);
    if (result.mode !== 'resolution-time') throw new Error('Another mode.');
    expect(result.rows.reduce((sum, row) => sum + (row.n.value ?? 0), 0)).toBe(
      result.total.n.value,
    );
    return { value: result.total.n.value, codes: notes.map(({ code }) => code) };
  },
  'issues by assignee': accounts => {
    const { value: settings } = issuesBySettings.parse({ field: 'assignee', accounts });
    const { result, notes } = computeIssuesBy(DATA, settings, NOW);
    expect(result.counted).toBe(result.total.count.value);
    expect(result.rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100);
    return { value: result.total.count.value, codes: notes.map(({ code }) => code) };
  },
  'breakdown by assignee': accounts => {
    const { value: settings } = breakdownSettings.parse({ gType: 1, accounts });
    const { result, notes } = computeBreakdown(DATA, settings, NOW);
    expect(result.rows.reduce((sum, row) => sum + (row.count.value ?? 0), 0)).toBe(
      result.total.count.value,
    );
    return { value: result.total.count.value, codes: notes.map(({ code }) => code) };
  },
  'time in status by assignee': accounts => {
    const { value: settings } = timeInStatusSettings.parse({ gType: 1, accounts });
    const { result, notes } = computeTimeInStatus(DATA, settings, NOW);
    const [column] = result.columns;
    expect(column?.all.figure.issues.length).toBe(result.count.value);
    for (const { cells } of result.groups) expect(cells.length).toBe(result.columns.length);
    return { value: result.count.value, codes: notes.map(({ code }) => code) };
  },
  'cycle time by assignee': accounts => {
    const { value: settings } = cycleTimeSettings.parse({ gType: 1, accounts });
    const { result, notes } = computeCycleTime(STARTED, settings, NOW);
    expect(result.groups.reduce((sum, { count }) => sum + count.value, 0)).toBe(
      result.total.count.value,
    );
    return { value: result.total.count.value, codes: notes.map(({ code }) => code) };
  },
  'overview by assignee': accounts => {
    const { value: settings } = overviewSettings.parse({ accounts });
    const { result, notes } = computeOverview(DATA, settings, NOW);
    const [byAssignee, byProject] = result.breakdowns;
    // Nothing else of an overview is on people.
    expect(result.total.value).toBe(6);
    expect(byProject?.total.count.value).toBe(6);
    return { value: byAssignee?.total.count.value ?? null, codes: notes.map(({ code }) => code) };
  },
  estimation: accounts => {
    const { value: settings } = estimationSettings.parse({ accounts });
    const { result, notes } = computeEstimation(DATA, settings, NOW);
    expect(result.comparison.rows.length).toBe(result.total.count.value);
    return { value: result.total.count.value, codes: notes.map(({ code }) => code) };
  },
};

it.each(Object.entries(FIGURES))('%s counts the issues of the chosen accounts', (_, run) => {
  const counts = (accounts: Choice) => {
    const { value, codes } = run(accounts);
    return [value, codes.filter(code => /^(unknown|unassigned)-account$/.test(code))];
  };
  expect(counts('all')).toEqual([6, []]);
  expect(counts('people')).toEqual([2, ['unknown-account', 'unassigned-account']]);
  expect(counts('agents')).toEqual([1, ['unknown-account', 'unassigned-account']]);
  expect(counts('customers')).toEqual([1, ['unknown-account', 'unassigned-account']]);
  // Without agents: two people, the customer, the unknown account, and nobody.
  expect(counts('without-agents')).toEqual([5, ['unknown-account']]);
});

it('a timesheet has the work that the chosen accounts logged', () => {
  const hours = (accounts: Choice) => {
    const settings = { ...timesheetSettings.defaults, accounts };
    const { result, notes } = computeTimesheet(DATA, settings, NOW);
    const codes = notes.flatMap(({ code }) => (code === 'unknown-account' ? code : []));
    return [(result.total.total.value ?? 0) / 3600, codes.length];
  };
  expect(hours('all')).toEqual([63, 0]);
  expect(hours('people')).toEqual([3, 1]);
  expect(hours('agents')).toEqual([4, 1]);
  expect(hours('customers')).toEqual([8, 1]);
  expect(hours('without-agents')).toEqual([59, 1]);
});

it('says in words what is not known', () => {
  const { notes } = computeSla(DATA, { ...slaSettings.defaults, accounts: 'people' }, NOW);
  expect(notes.map(({ text }) => text)).toEqual([
    '1 issue has an assignee of unknown account type (not counted).',
    '1 unassigned issue is not counted.',
  ]);
  const without = computeSla(DATA, { ...slaSettings.defaults, accounts: 'without-agents' }, NOW);
  expect(without.notes.map(({ text }) => text)).toEqual([
    '1 issue has an assignee of unknown account type (counted, perhaps an agent).',
  ]);
});

it('asks for assignees where they decide', () => {
  const { defaults } = firstResponseSettings;
  expect(firstResponse.requires(defaults, NOW).parts).not.toContain('people');
  const { parts } = firstResponse.requires({ ...defaults, accounts: 'people' }, NOW);
  expect(parts).toContain('people');
});

it('issues by reporter count by the account of the reporter, other groupings count all', () => {
  const count = (field: string, accounts: Choice) => {
    const { value: settings } = issuesBySettings.parse({ field, accounts });
    const { result, notes, definitions } = computeIssuesBy(DATA, settings, NOW);
    const told = definitions.find(({ figure }) => figure === 'Accounts')?.text ?? null;
    return [
      result.rows.map(({ label }) => label).sort(),
      result.total.count.value,
      notes.map(({ text }) => text),
      told,
    ];
  };
  expect(count('reporter', 'people')).toEqual([
    ['Ana'],
    2,
    [
      '1 issue has a reporter of unknown account type (not counted).',
      '1 issue has no reporter (not counted).',
    ],
    'Only issues whose reporter is a person: no agents, apps or customers.',
  ]);
  expect(count('reporter', 'customers').slice(0, 2)).toEqual([['Cara'], 1]);
  expect(count('reporter', 'all').slice(1)).toEqual([6, [], null]);
  expect(count('status', 'people').slice(1)).toEqual([6, [], null]);
});

/** The vector of the definitions: Ben is an agent, and Ana's account a person's or of unknown type. */
const sprintOf = (ana: AccountType | null): Dataset => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    P-1  5pt in:S @ana  | 2026-03-04 @ben, done
    P-2  3pt in:S @ben  | 2026-03-05 8pt
    P-3  2pt            | 2026-03-06 added S | 2026-03-09 done
    P-4  1pt in:S       | 2026-03-10 removed S
    P-5  3pt in:S @ana  | 2026-03-06 done    | 2026-03-12 reopened
  `);
  const typed = (who: Issue['assignee']) =>
    who && { ...who, accountType: who.id === 'ben' ? ('app' as const) : ana };
  return {
    ...data,
    issues: data.issues.map(each => copyIssue(each, { assignee: typed(each.assignee) })),
  };
};

const ANA_OF_SPRINT = { committed: 8, handedOver: 5, scope: 3, carriedOver: 3 };
const BEN_OF_SPRINT = {
  committed: 3,
  reEstimated: 5,
  takenOver: 5,
  scope: 13,
  completed: 5,
  carriedOver: 8,
};
const NOBODY_OF_SPRINT = { committed: 1, added: 2, removed: 1, scope: 2, completed: 2 };

function individuals(data: Dataset, accounts: Choice) {
  const settings = { ...velocitySettings.defaults, estimation: 'points', accounts } as const;
  const { result, notes, definitions } = computeVelocity(data, settings, {
    ...NOW,
    asOf: Date.UTC(2026, 2, 24),
  });
  const [period] = result.periods;
  // A sprint is of the team, whoever is in it.
  expect([period?.measures.committed?.value, period?.measures.completed.value]).toEqual([12, 7]);
  expect(result.average?.completed.value).toBe(7);
  const figures = (people: (typeof result)['people'] | undefined) =>
    Object.fromEntries(
      (people ?? []).map(({ id, measures }) => [
        id,
        Object.fromEntries(
          MEASURE_IDS.flatMap(each => {
            const value = measures[each]?.value ?? 0;
            return value === 0 ? [] : [[each, value]];
          }),
        ),
      ]),
    );
  expect(Object.keys(figures(result.people)).sort()).toEqual(
    (period?.people ?? []).map(({ id }) => id as string).sort(),
  );
  return {
    people: figures(result.people),
    notes: notes.flatMap(({ code, text }) => (code.endsWith('-account') ? [text] : [])),
    told: definitions.find(({ figure }) => figure === 'By assignee')?.text ?? null,
  };
}

it('velocity of individuals goes by the account of whom the work belonged to', () => {
  const data = sprintOf('atlassian');
  expect(individuals(data, 'all')).toEqual({
    people: { ana: ANA_OF_SPRINT, ben: BEN_OF_SPRINT, '': NOBODY_OF_SPRINT },
    notes: [],
    told: null,
  });
  expect(individuals(data, 'people')).toEqual({
    people: { ana: ANA_OF_SPRINT },
    notes: ['2 unassigned issues are not counted by assignee.'],
    told: 'Only people: no agents, apps or customers. Sprints and their averages count all accounts.',
  });
  expect(individuals(data, 'agents').people).toEqual({ ben: BEN_OF_SPRINT });
  expect(individuals(data, 'customers').people).toEqual({});
  expect(individuals(data, 'without-agents')).toMatchObject({
    people: { ana: ANA_OF_SPRINT, '': NOBODY_OF_SPRINT },
    notes: [],
  });
  expect(individuals(sprintOf(null), 'people')).toMatchObject({
    people: {},
    notes: [
      '2 issues have an assignee of unknown account type (not counted by assignee).',
      '2 unassigned issues are not counted by assignee.',
    ],
  });
});

function lines(data: Dataset, accounts: Choice, personReal = true) {
  const { result, notes, definitions } = computeBurn(
    data,
    {
      ...burnSettings.defaults,
      estimation: 'points',
      accounts,
      graphs: { ...burnSettings.defaults.graphs, personReal },
    },
    { ...NOW, asOf: Date.UTC(2026, 2, 24) },
  );
  const { chart } = result;
  expect([chart?.totals.scope.value, chart?.points.at(-1)?.scope]).toEqual([18, 18]);
  const own = chart?.people.map(({ id, points }) => [id, points.at(-1)?.scope]) ?? [];
  return {
    own: Object.fromEntries(own),
    notes: notes.flatMap(({ code, text }) => (code.endsWith('-account') ? [text] : [])),
    told: definitions.find(({ figure }) => figure === 'By assignee')?.text ?? null,
  };
}

it('burn charts draw the lines of the chosen accounts, and the scope of all', () => {
  const data = sprintOf('atlassian');
  // At the close Ana holds P-5, Ben P-1 and P-2 of then 8 points, nobody P-3.
  expect(lines(data, 'all')).toEqual({ own: { ana: 3, ben: 13, '': 2 }, notes: [], told: null });
  expect(lines(data, 'people')).toEqual({
    own: { ana: 3 },
    notes: ['2 unassigned issues are not counted by assignee.'],
    told: 'Only people: no agents, apps or customers. The other lines count all accounts.',
  });
  expect(lines(data, 'agents').own).toEqual({ ben: 13 });
  expect(lines(sprintOf(null), 'people')).toMatchObject({ own: {} });
  // Nobody's line is drawn: there is nothing to choose.
  expect(lines(data, 'people', false)).toEqual({ own: {}, notes: [], told: null });
  const policy = { kind: 'groups-of', people: 5 } as const;
  const { dataset: folded } = foldPeople(data, { policy, reader: null });
  expect(lines(folded, 'people').own).toEqual({ 'people-assignee': 3 });
  expect(lines(folded, 'agents').own).toEqual({ 'people-assignee': 13 });
});

/** Each working day of 12 weeks Ana finishes one issue and the agent two; Ana has 10 open ones, the agent and nobody 10 each. */
const TEAMS = (() => {
  const text = Array.from({ length: 12 * 7 }, (_, day) => {
    const at = new Date(Date.UTC(2025, 11, 14 + day));
    const on = at.toISOString().slice(0, 10);
    const done = (key: string, who: string) =>
      `${key}-${day} @${who} created:"2025-12-13" | ${on} 10:00 started | ${on} 11:00 done`;
    if (at.getUTCDay() % 6 === 0) return '';
    return [done('A', 'ana'), done('B', 'bot'), done('C', 'bot')].join('\n');
  });
  const open = Array.from({ length: 10 }, (_, n) =>
    [`D-${n} @ana`, `E-${n} @bot`, `F-${n}`].map(key => `${key} created:"2025-12-13"`).join('\n'),
  );
  const data = datasetFromText([...text, ...open].join('\n'));
  const typed = (who: Issue['assignee']) =>
    who && { ...who, accountType: who.id === 'bot' ? ('app' as const) : ('atlassian' as const) };
  return {
    ...data,
    issues: data.issues.map(each => copyIssue(each, { assignee: typed(each.assignee) })),
  };
})();

it.each([
  ['all', 30, 180, 30, ['F', 'E', 'D'], 0],
  ['people', 10, 60, 10, ['D'], 10],
  ['agents', 10, 120, 20, ['E'], 10],
  ['without-agents', 20, 60, 10, ['F', 'D'], 0],
] as const)(
  'forecasts by assignee count the issues of %s',
  (accounts, open, finished, many, teams, nobody) => {
    const { value: settings } = forecastSettings.parse({
      horizonDays: 14,
      teams: 'assignee',
      calibrate: false,
      accounts,
    });
    // A Saturday, 10 working days before the end.
    const at = { ...context({ asOf: Date.UTC(2026, 2, 7, 12) }), calendar: null };
    const { result, notes, definitions } = computeForecast(TEAMS, settings, at);
    const { cannot, remaining } = result;
    expect([cannot, remaining.value, result.finished.value, result.howMany?.[85]]).toEqual([
      null,
      open,
      finished,
      many,
    ]);
    const keys = result.teams?.list.map(
      ({ remaining }) => TEAMS.issues[remaining.issues[0] ?? -1]?.key[0],
    );
    expect(keys?.toSorted()).toEqual(teams.toSorted());
    expect(notes.find(({ code }) => code === 'unassigned-account')?.issues.length ?? 0).toBe(
      nobody,
    );
    expect(definitions.some(({ figure }) => figure === 'Accounts')).toBe(accounts !== 'all');
    // Teams by anything else are of all accounts.
    const byType = computeForecast(TEAMS, { ...settings, teams: 'issue-type' }, at).result;
    expect(byType.remaining.value).toBe(30);
  },
);

it('velocity knows the accounts of people who are put together', () => {
  const policy = { kind: 'groups-of', people: 5 } as const;
  const { dataset: folded } = foldPeople(sprintOf('atlassian'), { policy, reader: null });
  // Work that Ana handed to Ben stayed in the group.
  const { handedOver: _, ...ana } = ANA_OF_SPRINT;
  const { takenOver: __, ...ben } = BEN_OF_SPRINT;
  const of = (accounts: Choice) => individuals(folded, accounts).people;
  expect(of('people')).toEqual({ 'people-assignee': ana });
  expect(of('agents')).toEqual({ 'people-assignee': ben });
});

it('cycle time says that other accounts finished', () => {
  const { value: settings } = cycleTimeSettings.parse({ gType: 1, accounts: 'customers' });
  const people = dataset(
    STARTED.issues.filter(({ assignee }) => assignee?.id === ANA.id),
    { statuses: STARTED.statuses },
  );
  const { result } = computeCycleTime(people, settings, NOW);
  expect(whyEmpty(result)).toBe(
    'None of the 2 issues finished on these dates is of the chosen accounts. Choose other accounts.',
  );
});
