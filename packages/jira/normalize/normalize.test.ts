import { endsElsewhere } from '@tallyboard/core/history/spans.ts';
import { groupableFields, plainFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { CHANGE_FIELDS } from '@tallyboard/core/model/change.ts';
import type { FieldId, SprintId, StatusId } from '@tallyboard/core/model/ids.ts';
import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { DONE as DONE_STATUS } from '@tallyboard/core/testing/builders.ts';
import { readSla } from '@tallyboard/records/sla.ts';
import { describe, expect, it } from 'vitest';
import { findSpecialFields, normalizeField, type WireField } from '../fields.ts';
import { fakeIssue } from '../testing/fake-jira.ts';
import { readFixture } from '../testing/fixtures.ts';
import { parseWireIssue } from '../wire/issue.ts';
import { flattenText } from './adf.ts';
import { normalizeIssue, planNormalizing } from './issue.ts';
import { Pool } from './pool.ts';
import { parseSprint } from './sprint.ts';
import { normalizeCustom, teamOf } from './values.ts';

const STANDARD = 'com.atlassian.jira.plugin.system.customfieldtypes:';
const GREENHOPPER = 'com.pyxis.greenhopper.jira:';

function custom(
  id: string,
  name: string,
  type: string,
  schemaType: string,
  items?: string,
): WireField {
  return {
    id,
    name,
    custom: true,
    schema: { type: schemaType, custom: type, ...(items && { items }) },
  };
}

const WIRES: readonly WireField[] = [
  { id: 'summary', name: 'Summary', custom: false, schema: { type: 'string' } },
  custom('customfield_1', 'Story Points', `${STANDARD}float`, 'number'),
  custom('customfield_2', 'Story point estimate', `${GREENHOPPER}jsw-story-points`, 'number'),
  custom('customfield_3', 'Sprint', `${GREENHOPPER}gh-sprint`, 'array', 'json'),
  custom('customfield_4', 'Epic Link', `${GREENHOPPER}gh-epic-link`, 'any'),
  custom('customfield_5', 'Epic Name', `${GREENHOPPER}gh-epic-label`, 'string'),
  custom('customfield_6', 'Team', `${STANDARD}atlassian-team`, 'team'),
  custom('customfield_7', 'Markiert', `${STANDARD}multicheckboxes`, 'array', 'option'),
  custom(
    'customfield_8',
    'Time to resolution',
    'com.atlassian.servicedesk:sd-sla-field',
    'sd-servicelevelagreement',
  ),
  custom('customfield_9', 'Effort', `${STANDARD}float`, 'number'),
  custom('customfield_10', 'Region', `${STANDARD}select`, 'option'),
  custom('customfield_11', 'Areas', `${STANDARD}multiselect`, 'array', 'option'),
  custom('customfield_12', 'Epic Status', `${GREENHOPPER}gh-epic-status`, 'option'),
  custom('customfield_13', 'Rank', `${GREENHOPPER}gh-lexo-rank`, 'any'),
];
const SPECIAL = findSpecialFields(WIRES);
const FIELDS = WIRES.map(normalizeField);
const DONE = { ...DONE_STATUS, id: '3' as StatusId };

function normalize(raw: unknown, requirement: Partial<Requirement> = {}, pool = new Pool()) {
  const whole = { ...NO_REQUIREMENT, parts: ALL_PARTS, ...requirement };
  return normalizeIssue(parseWireIssue(raw), planNormalizing(whole, FIELDS, SPECIAL, pool));
}

describe('fields', () => {
  it('finds special fields by schema', () => {
    expect(SPECIAL).toEqual({
      storyPoints: ['customfield_1'],
      storyPointEstimate: ['customfield_2'],
      sprint: ['customfield_3'],
      epicLink: ['customfield_4'],
      epicName: ['customfield_5'],
      team: ['customfield_6'],
      flagged: ['customfield_7'],
      sla: ['customfield_8'],
      requestType: [],
      organizations: [],
      satisfaction: [],
      parentLink: [],
    });
  });

  it('groups by text, date, user and options, not by special fields', () => {
    expect(groupableFields(FIELDS, SPECIAL).map(field => field.name)).toEqual(['Region', 'Areas']);
    const names = plainFields(FIELDS, SPECIAL).map(field => field.name);
    expect(names).toEqual(expect.arrayContaining(['Effort', 'Region', 'Areas']));
    for (const name of ['Sprint', 'Team', 'Epic Status', 'Rank']) expect(names).not.toContain(name);
  });

  it('finds special fields on a real site', () => {
    const wires = JSON.parse(readFixture('data/aerogear/jiraFields.json')) as WireField[];
    const special = findSpecialFields(wires);
    expect(special.sprint).toHaveLength(1);
    expect(special.epicLink).toHaveLength(1);
    expect(special.flagged).toHaveLength(1);
    expect(special.storyPoints.length).toBeGreaterThan(0);
  });
});

describe('issues', () => {
  it('reads every part', () => {
    const issue = normalize(
      fakeIssue(1, {
        assignee: {
          accountId: 'ana',
          displayName: 'Ana Roy',
          active: false,
          timeZone: 'Europe/Prague',
          avatarUrls: { '48x48': 'a.png' },
        },
        reporter: { key: 'bo', name: 'bo.old' },
        resolution: { id: '10', name: 'Done' },
        resolutiondate: '2026-03-04T10:00:00.000-0500',
        duedate: '1970-01-11',
        priority: { id: '2', name: 'High', iconUrl: 'high.svg' },
        labels: ['x'],
        components: [{ name: 'No id' }],
        fixVersions: [
          { id: '9', name: '1.4', released: true, archived: false, releaseDate: '1970-01-02' },
        ],
        timespent: 60,
        timeestimate: 0,
        votes: { votes: 3 },
        watches: { watchCount: 4 },
        progress: { progress: 1, total: 2 },
        customfield_1: 5,
        customfield_2: 8,
        customfield_7: [{ value: 'Impediment' }],
        customfield_6: { id: 't1', name: 'Platform', title: 'Other' },
        customfield_8: {
          name: 'TTR',
          completedCycles: [{ breached: false }],
          ongoingCycle: { breached: true },
        },
        issuelinks: [
          {
            type: { name: 'Blocks', inward: 'is blocked by' },
            inwardIssue: {
              id: '5',
              key: 'OPS-5',
              fields: { status: { id: '3', name: 'Done', statusCategory: { id: 3 } } },
            },
          },
          { type: { name: 'Blocks' }, outwardIssue: { id: '6', key: 'OPS-6' } },
          {
            type: { name: 'Relates' },
            outwardIssue: {
              id: '7',
              key: 'OPS-7',
              fields: { issuetype: { id: '9', name: 'Incident', subtask: false } },
            },
          },
        ],
      }),
    );
    expect(issue).toMatchObject({
      id: '10001',
      key: 'OPS-1',
      assignee: {
        id: 'ana',
        name: 'Ana Roy',
        active: false,
        zone: 'Europe/Prague',
        avatarUrl: 'a.png',
      },
      reporter: {
        id: 'bo',
        name: 'bo.old',
        active: null,
        zone: null,
        avatarUrl: null,
        accountType: null,
      },
      resolved: Date.parse('2026-03-04T15:00:00Z'),
      due: 10,
      components: [{ id: 'No id', name: 'No id' }],
      fixVersions: [{ name: '1.4', released: true, releaseDay: 1 }],
      spentSeconds: 60,
      remainingSeconds: 0,
      originalSeconds: null,
      votes: 3,
      watches: 4,
      progress: { done: 1, total: 2 },
      sumProgress: null,
      points: 5,
      bothPoints: true,
      flagged: true,
      team: { id: 't1', name: 'Platform' },
      links: [
        {
          kind: 'blocked-by',
          description: 'is blocked by',
          otherKey: 'OPS-5',
          otherStatus: { category: 'done' },
        },
        { kind: 'blocks', otherKey: 'OPS-6', otherStatus: null },
        { kind: 'other', otherKey: 'OPS-7', otherType: 'Incident' },
      ],
    });
    const none = {
      start: null,
      stop: null,
      breach: null,
      goal: null,
      elapsed: null,
      remaining: null,
    };
    const standing = { ...none, breached: false, paused: null, withinCalendarHours: null };
    expect([...issue.slas]).toEqual([
      [
        'customfield_8',
        { name: 'TTR', completed: [standing], ongoing: { ...standing, breached: true } },
      ],
    ]);
  });

  const base = { id: '7', name: 'Story', subtask: false, hierarchyLevel: 0 };
  const parent = (level?: number) => ({
    id: '1',
    key: 'OPS-9',
    fields: {
      summary: 'P',
      issuetype: {
        id: 'p',
        name: 'P',
        subtask: false,
        ...(level !== undefined && { hierarchyLevel: level }),
      },
    },
  });
  it.each([
    ['a parent of level 1 is the epic', { parent: parent(1) }, 'OPS-9', 'OPS-9'],
    ['a parent above the epics is none', { parent: parent(2) }, 'OPS-9', undefined],
    ['Epic Link, where there is no parent', { customfield_4: 'OPS-3' }, 'OPS-3', 'OPS-3'],
    [
      'a sub-task has no epic of its own',
      {
        issuetype: { id: 's', name: 'Sub-task', subtask: true },
        parent: parent(0),
        customfield_4: 'OPS-3',
      },
      'OPS-9',
      undefined,
    ],
    [
      'a parent of unknown level is the epic of a standard issue',
      { parent: { id: '1', key: 'OPS-9' } },
      'OPS-9',
      'OPS-9',
    ],
    [
      'the agile API names the epic',
      { epic: { id: 4, key: 'OPS-4', name: 'E' } },
      'OPS-4',
      'OPS-4',
    ],
    ['no parent, no epic', {}, undefined, undefined],
  ])('epic: %s', (_, fields, parentKey, epicKey) => {
    const issue = normalize(fakeIssue(1, { issuetype: base, ...fields }));
    expect([issue.parent?.key, issue.epic?.key]).toEqual([parentKey, epicKey]);
  });

  it('shares objects between issues', () => {
    const pool = new Pool();
    const person = () => ({ accountId: 'ana', displayName: 'Ana' });
    const sprint = () => [{ id: 5, name: 'S', state: 'active', boardId: 8 }];
    const fields = () => ({ assignee: person(), customfield_3: sprint(), parent: parent(1) });
    const one = normalize(fakeIssue(1, fields()), {}, pool);
    const two = normalize(
      fakeIssue(2, { ...fields(), reporter: { ...person(), timeZone: 'Asia/Tokyo' } }),
      {},
      pool,
    );
    expect(two.assignee).toBe(one.assignee);
    expect(two.reporter).toBe(one.assignee);
    expect(one.assignee?.zone).toBe('Asia/Tokyo');
    for (const part of ['status', 'project', 'type', 'parent'] as const)
      expect(two[part]).toBe(one[part]);
    expect(two.sprints[0]).toBe(one.sprints[0]);
  });

  it('marks a status without a known category as unknown', () => {
    const odd = normalize(
      fakeIssue(1, { status: { id: '99', name: 'Odd', statusCategory: { id: 7 } } }),
    );
    expect(odd.status).toEqual({ id: '99', name: 'Odd', category: 'none', known: false });
    const none = normalize(
      fakeIssue(1, { status: { id: '98', name: 'None', statusCategory: { id: 1 } } }),
    );
    expect(none.status).toMatchObject({ category: 'none', known: true });
  });

  it('reads request types, organizations and ratings of a service project, by their schema', () => {
    const fieldOf = (id: string, type: string) => ({
      id,
      name: `Kunden ${id}`,
      schema: { type: 'any', custom: `com.atlassian.servicedesk:${type}` },
    });
    const special = findSpecialFields([
      fieldOf('customfield_31', 'vp-origin'),
      fieldOf('customfield_32', 'sd-customer-organizations'),
      fieldOf('customfield_33', 'sd-request-feedback'),
      { ...fieldOf('customfield_34', 'other'), untranslatedName: 'Satisfaction' },
    ]);
    const plan = planNormalizing(NO_REQUIREMENT, [], special, new Pool());
    const read = (fields: Record<string, unknown>) => {
      const { requestType, organizations, satisfaction } = normalizeIssue(
        parseWireIssue(fakeIssue(1, fields)),
        plan,
      );
      return [requestType, organizations, satisfaction];
    };
    expect(
      read({
        customfield_31: { requestType: { id: '10', name: 'Get help' } },
        customfield_32: [{ id: '1', name: 'Acme' }, null],
        customfield_33: { rating: 4 },
      }),
    ).toEqual(['Get help', ['Acme'], 4]);
    expect(read({ customfield_33: null, customfield_34: '5' })).toEqual([null, [], 5]);
    expect(read({ customfield_33: { rating: 9 }, customfield_31: 'x' })).toEqual(['x', [], null]);
  });

  it('reads the instants of an SLA in any form but a friendly one', () => {
    const at = Date.UTC(2026, 9, 12, 13, 41, 39);
    const cycle = (breachTime: unknown) =>
      readSla({ completedCycles: null, ongoingCycle: { breachTime } }, 'TTR')?.ongoing?.breach;
    const iso8601 = '2026-10-12T15:41:39+0200';
    const jira = '2026-10-12T15:41:39.000+0200';
    expect(
      [
        { epochMillis: at, iso8601: '2020-01-01T00:00:00Z' },
        { epochMillis: String(at) },
        { iso8601 },
        { jira },
        { iso8601: 'soon', jira },
        { friendly: 'Today 3:41 PM' },
        { epochMillis: 1e30 },
        iso8601,
        null,
        [],
      ].map(cycle),
    ).toEqual([at, at, at, at, at, null, null, null, null, null]);
    expect(readSla(null, 'F')).toBeNull();
    expect(readSla({ completedCycles: [] }, 'Zeit bis zur Lösung')).toEqual({
      name: 'Zeit bis zur Lösung',
      completed: [],
      ongoing: null,
    });
    const odd = {
      completedCycles: [null, 'x', { elapsedTime: 5, breached: 'no' }],
      ongoingCycle: [],
    };
    expect(readSla(odd, 'F')).toMatchObject({
      completed: [{ elapsed: null, breached: null, stop: null }],
      ongoing: null,
    });
  });

  it('reads custom values by their shape', () => {
    const ids = ['customfield_10', 'customfield_11'] as FieldId[];
    const issue = normalize(
      fakeIssue(1, {
        customfield_10: { value: 'EU', child: { value: 'CZ' } },
        customfield_11: [{ value: 'A' }, { value: 'B' }],
      }),
      { customFields: ids },
    );
    expect([...issue.custom.values()]).toEqual(['EU - CZ', ['A', 'B']]);
    expect(
      [
        null,
        5,
        '',
        { displayName: 'D', name: 'N' },
        { title: 'T' },
        [],
        ['x', null],
        { type: 'doc', content: [{ type: 'text', text: 'rich' }] },
      ].map(normalizeCustom),
    ).toEqual([null, 5, null, 'D', 'T', null, ['x'], 'rich']);
    expect([teamOf('12'), teamOf(null), teamOf({ name: 'P' })]).toEqual([
      { id: '12', name: '12' },
      null,
      { id: 'P', name: 'P' },
    ]);
  });

  it.each([
    [{ status: undefined }, 'issue OPS-1 fields.status'],
    [{ status: { id: '1' } }, 'issue OPS-1 fields.status.name'],
    [{ created: 'yesterday' }, 'issue OPS-1 fields.created'],
    [{ labels: 'x' }, 'issue OPS-1 fields.labels'],
    [{ labels: ['x', 7] }, 'issue OPS-1 fields.labels.1'],
    [{ fixVersions: [{ id: '1' }] }, 'issue OPS-1 fields.fixVersions.0.name'],
    [{ timespent: '2h' }, 'issue OPS-1 fields.timespent'],
    [
      { worklog: { worklogs: [{ id: '1', started: 'x', timeSpentSeconds: null }] } },
      'issue OPS-1 fields.worklog.worklogs.0.timeSpentSeconds',
    ],
  ])('names the key that failed: %o', (fields, key) => {
    expect(() => normalize(fakeIssue(1, fields))).toThrow(
      expect.objectContaining({ name: 'WireError', key }),
    );
  });

  it('names the broken key of records and histories', () => {
    expect(() => parseWireIssue(null)).toThrow('issue: expected an object, found null');
    expect(() => parseWireIssue({ id: '1', fields: {} })).toThrow('issue 1 key');
    const changelog = { histories: [{ id: '1', created: 5, items: [{ field: null }] }] };
    expect(() => parseWireIssue({ ...fakeIssue(1), changelog })).toThrow(
      'changelog.histories.0.items.0.field',
    );
  });
});

describe('changes', () => {
  const at = (minute: number) => `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000+0100`;
  const item = (field: string, from: string | null, to: string | null, fieldId?: string) => ({
    field,
    from,
    to,
    ...(fieldId && { fieldId }),
  });
  const changesOf = (
    histories: readonly unknown[],
    history: Requirement['history'],
    customFields: FieldId[] = [],
  ) =>
    normalize(
      { ...fakeIssue(1), changelog: { total: histories.length, histories } },
      { history, customFields },
    );

  it.each([
    ['Sprint', 'customfield_3', 'sprint'],
    ['Sprint', undefined, 'sprint'],
    ['Story Points', undefined, 'points'],
    ['story point estimate', 'customfield_2', 'points'],
    ['Effort', 'customfield_9', 'points'],
    ['Epic Link', 'customfield_4', 'parent'],
    ['Parent Link', undefined, 'parent'],
    ['IssueParentAssociation', undefined, 'parent'],
    ['Parent', undefined, 'parent'],
    ['Markiert', undefined, 'flagged'],
    ['Fix Version', 'fixVersions', 'fixVersion'],
    ['timeoriginalestimate', 'timeoriginalestimate', 'originalEstimate'],
    ['issuetype', 'issuetype', 'issueType'],
    ['Link', undefined, 'link'],
    ['Rank', 'customfield_77', 'other'],
    // Another field of that name: its id says so.
    ['Sprint', 'customfield_77', 'other'],
  ] as const)('%s (%s) is %s', (field, fieldId, name) => {
    const history = [
      'sprint',
      'points',
      'parent',
      'flagged',
      'fixVersion',
      'originalEstimate',
      'issueType',
      'link',
      'other',
    ] as const;
    const issue = changesOf(
      [{ id: '1', created: at(1), items: [item(field, null, 'x', fieldId)] }],
      history,
      ['customfield_9' as FieldId],
    );
    expect(issue.changes.map(change => change.field)).toEqual([name]);
  });

  it('leaves out changes that were not requested', () => {
    const items = [item('status', '1', '2', 'status'), item('Rank', '', '')];
    const issue = changesOf([{ id: '1', created: at(1), items }], ['status']);
    expect(issue.changes.map(change => change.field)).toEqual(['status']);
    expect(changesOf([{ id: '1', created: at(1), items }], []).changes).toEqual([]);
  });

  it('sorts by time, then by numeric id, in either order of the host', () => {
    const entry = (id: string, created: string | number) => ({
      id,
      created,
      items: [item('status', id, id, 'status')],
    });
    const entries = [
      entry('9', at(3)),
      entry('100', at(3)),
      entry('5', at(1)),
      entry('7', Date.parse('2026-03-02T09:02:00Z')),
    ];
    for (const order of [entries, entries.toReversed()]) {
      const ids = changesOf(order, ['status']).changes.map(change => change.historyId);
      expect(ids).toEqual(['5', '7', '9', '100']);
    }
  });

  it('reads a missing toString as null and a missing author as nobody', () => {
    const bare = { id: '1', created: at(1), items: [item('status', '1', '2', 'status')] };
    const full = {
      id: '2',
      created: at(2),
      author: { accountId: 'ana' },
      items: [{ ...item('status', '2', '77', 'status'), fromString: 'A', toString: 'Gone' }],
    };
    const pool = new Pool();
    const issue = normalize(
      { ...fakeIssue(1), changelog: { total: 2, histories: [bare, full] } },
      { history: ['status'] },
      pool,
    );
    expect(issue.changes).toMatchObject([
      { author: null, fromText: null, toText: null },
      { author: { id: 'ana' }, fromText: 'A', toText: 'Gone' },
    ]);
    expect([...pool.statuses.values()].find(status => status.id === '77')).toMatchObject({
      name: 'Gone',
      known: false,
    });
  });

  it('matches statuses without ids by name, and gives deleted ones the category of the same name', () => {
    const pool = new Pool(new Map([['3' as StatusId, DONE]]));
    const move = (from: string | null, fromText: string, to: string | null, toText: string) => ({
      ...item('status', from, to, 'status'),
      fromString: fromText,
      toString: toText,
    });
    const items = [move(null, 'Build', '44', 'Done'), move('44', 'Done', null, 'done')];
    const changelog = { total: 1, histories: [{ id: '1', created: at(1), items }] };
    const issue = normalize({ ...fakeIssue(1), changelog }, { history: ['status'] }, pool);
    pool.settleCategories();
    const stays = issue.changes.flatMap(({ from, to }) =>
      [from, to].map(id => pool.statuses.get(id as StatusId)),
    );
    expect(stays.map(each => [each?.name, each?.category, each?.known])).toEqual([
      ['Build', 'none', false],
      ['Done', 'done', true],
      ['Done', 'done', true],
      ['Done', 'done', true],
    ]);
    expect(endsElsewhere({ ...issue, status: DONE })).toBe(false);
    expect(endsElsewhere(issue)).toBe(true);
  });

  it('tells whether the history is complete', () => {
    const changelog = (total: number) => ({
      total,
      histories: [{ id: '1', created: at(1), items: [] }],
    });
    const whole = (raw: unknown) => normalize(raw, { history: ['status'] }).historyComplete;
    expect(whole({ ...fakeIssue(1), changelog: changelog(1) })).toBe(true);
    expect(whole({ ...fakeIssue(1), changelog: changelog(2) })).toBe(false);
    expect(whole(fakeIssue(1))).toBe(false);
    expect(normalize({ ...fakeIssue(1), changelog: changelog(1) }).historyComplete).toBe(false);
  });
});

describe("Data Center's sprints", () => {
  const text = (members: string) =>
    `com.atlassian.greenhopper.service.sprint.Sprint@4263b21c[${members}]`;

  it.each([
    [
      'id=444,rapidViewId=158,state=ACTIVE,name=Shredders Sprint 5,startDate=2018-04-30T00:01:00.000-07:00,endDate=2018-05-13T23:59:00.000-07:00,completeDate=<null>,activatedDate=2018-04-30T07:05:00.000Z,sequence=444,goal=,autoStartStop=false',
      {
        id: 444,
        boardId: 158,
        state: 'active',
        name: 'Shredders Sprint 5',
        start: Date.parse('2018-04-30T07:05:00Z'),
        complete: null,
        goal: null,
      },
    ],
    [
      'rapidViewId=<null>,state=FUTURE,name=A, B [c]=d,startDate=<null>,endDate=<null>,completeDate=<null>,sequence=7,goal=x=1, y]z,id=7',
      { id: 7, boardId: null, state: 'future', name: 'A, B [c]=d', start: null, goal: 'x=1, y]z' },
    ],
    [
      'id=8,state=CLOSED,name=Team,completeDate=2018-05-14T10:00:00.000Z',
      { id: 8, state: 'closed', name: 'Team', complete: Date.parse('2018-05-14T10:00:00Z') },
    ],
  ])('%s', (members, sprint) => expect(parseSprint(text(members))).toMatchObject(sprint));

  it.each(['', 'Sprint 5', text('name=x'), text('id=x'), 'a]b[c'])('no sprint: %s', other => {
    expect(parseSprint(other)).toBeNull();
  });

  it('returns the same sprint for the same text', () => {
    const pool = new Pool();
    const members = text('id=8,state=CLOSED,name=Team');
    expect(pool.sprint(members)).toBe(pool.sprint(members));
    expect(pool.sprints.get(8 as SprintId)).toBe(pool.sprint(members));
    expect([pool.sprint('x'), pool.sprint(null), pool.sprint({ id: 'x' })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('rich text', () => {
  const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
  const p = (...content: unknown[]) => ({ type: 'paragraph', content });
  const t = (text: string) => ({ type: 'text', text });
  const list = (type: string, attrs: object, ...texts: string[]) => ({
    type,
    attrs,
    content: texts.map(text => ({ type: 'listItem', content: [p(t(text))] })),
  });

  it.each([
    ['a string', ' plain ', 'plain'],
    ['nothing', null, ''],
    ['an empty document', doc(), ''],
    ['paragraphs and breaks', doc(p(t('a'), { type: 'hardBreak' }, t('b')), p(t('c'))), 'a\nb\nc'],
    [
      'mentions, emojis, dates and statuses',
      doc(
        p(
          { type: 'mention', attrs: { id: 'x', text: '@Ana' } },
          t(' '),
          { type: 'mention', attrs: { id: 'x' } },
          t(' '),
          { type: 'emoji', attrs: { shortName: ':ok:' } },
          t(' '),
          { type: 'date', attrs: { timestamp: '86400000' } },
          t(' '),
          { type: 'status', attrs: { text: 'NEW' } },
        ),
      ),
      '@Ana @x :ok: 1970-01-02 NEW',
    ],
    [
      'lists',
      doc(list('bulletList', {}, 'a', 'b'), list('orderedList', { order: 3 }, 'c', 'd')),
      '- a\n- b\n3. c\n4. d',
    ],
    [
      'tasks',
      doc({
        type: 'taskList',
        content: [
          { type: 'taskItem', attrs: { state: 'DONE' }, content: [t('a')] },
          { type: 'taskItem', attrs: { state: 'TODO' }, content: [t('b')] },
        ],
      }),
      '[x] a\n[ ] b',
    ],
    [
      'tables',
      doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', content: [p(t('a'))] },
              { type: 'tableCell', content: [p(t('b'))] },
            ],
          },
        ],
      }),
      'a | b',
    ],
    [
      'cards, rules and expands',
      doc(
        { type: 'blockCard', attrs: { url: 'https://x' } },
        { type: 'rule' },
        { type: 'expand', attrs: { title: 'More' }, content: [p(t('in'))] },
      ),
      'https://x\n---\nMore\nin',
    ],
    ['nodes of the future', doc({ type: 'hologram', content: [p(t('a'))] }), 'a'],
  ])('%s', (_, value, text) => expect(flattenText(value)).toBe(text));

  it('stops at the depth limit', () => {
    let node: unknown = t('deep');
    for (let depth = 0; depth < 10_000; depth++) node = { type: 'panel', content: [node] };
    expect(flattenText(doc(node))).toBe('');
  });
});

describe('real data', () => {
  const sources = [
    { name: 'data/aerogear/aerogear200.json', issues: 200, histories: 1_090 },
    { name: 'data/aea/aea2024.search.json.gz', issues: 673, histories: 8_862 },
    { name: 'data/devlake/issues.json', issues: 33, histories: null },
    { name: 'data/tidev/ALOY.jsonl.gz', issues: 1_499, histories: null },
  ];

  it.each(sources)('$name is read without errors', ({ name, issues, histories }) => {
    const text = readFixture(name);
    const raws = name.includes('.jsonl')
      ? text
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
      : listOf(JSON.parse(text));
    const pool = new Pool();
    const history = CHANGE_FIELDS;
    const normalized = raws.map(raw => normalize(raw, { history, worklogs: 'all' }, pool));
    expect(normalized).toHaveLength(issues);
    expect(normalized.every(issue => issue.created <= issue.updated)).toBe(true);
    expect(
      normalized.flatMap(issue => issue.sprints).every(sprint => Number.isInteger(sprint.id)),
    ).toBe(true);
    if (histories === null) return;
    const entries = normalized.map(
      issue => new Set(issue.changes.map(change => change.historyId)).size,
    );
    expect(entries.reduce((sum, count) => sum + count, 0)).toBe(histories);
    for (const { changes } of normalized) {
      expect(changes.map(change => change.at)).toEqual(
        changes.map(change => change.at).toSorted((a, b) => a - b),
      );
    }
  });
});

/** Search replies, or records of a crawler that hold each issue under `data`. */
function listOf(file: { issues?: unknown[] } | { data: unknown }[]): unknown[] {
  if (Array.isArray(file)) return file.map(record => record.data);
  return file.issues ?? [];
}
