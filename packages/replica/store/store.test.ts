import { StoreError } from '@tallyboard/database/store-error.ts';
import { beforeAll, expect, it } from 'vitest';
import type { StoreRecord } from '../data/records.ts';
import type { Store } from './store.ts';
import { assign } from './testing/assign.ts';
import { onBothEngines } from './testing/engines.ts';
import { ana, ben, fields, now, smallSite, zone } from './testing/small-site.ts';

const viewer = { userId: 'acc:ana', zone };

function issue(id: string, key: string, more: Record<string, unknown> = {}): StoreRecord {
  return {
    kind: 'issue',
    value: { id, key, fields: { summary: key, created: '2026-01-01T00:00:00.000+0000', ...more } },
  };
}

const keysOf = async (store: Store, jql: string) => {
  const { ids } = await store.jql.search({ jql: `${jql} ORDER BY key`, viewer, now });
  return (await store.issues.documents(ids)).map(({ key }) => key);
};

onBothEngines('ingest', open => {
  it('creates the entities that an issue refers to, from every form of sprints', async () => {
    const store = await open();
    const dataCenter =
      'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=44,rapidViewId=7,state=ACTIVE,name=Alpha, beta=1,startDate=2026-01-05T10:00:00.000+01:00,endDate=<null>,completeDate=<null>,sequence=44,goal=]';
    const { counts, problems } = await store.ingest([
      issue('1', 'A-1', {
        project: { id: '9', key: 'A', name: 'Alpha' },
        status: { id: '5', name: 'Doing', statusCategory: { id: 4, key: 'indeterminate' } },
        assignee: { name: 'kim', key: 'kim', displayName: 'Kim Low' },
        fixVersions: [{ id: '70', name: '2.0', released: false }],
        components: [{ name: 'Core' }],
        customfield_12000: [dataCenter],
      }),
      issue('2', 'A-2', {
        project: { id: '9', key: 'A', name: 'Alpha' },
        closedSprints: [{ id: 43, name: 'Past', state: 'closed', originBoardId: 7 }],
        sprint: { id: 44, name: 'Alpha, beta=1', state: 'active' },
        parent: { id: '1', key: 'A-1' },
      }),
    ]);
    expect({ counts, problems }).toEqual({ counts: { issue: 2 }, problems: [] });
    expect(await keysOf(store, 'sprint in openSprints()')).toEqual(['A-1', 'A-2']);
    expect(await keysOf(store, 'sprint = Past')).toEqual(['A-2']);
    expect(
      await keysOf(
        store,
        'component = core AND fixVersion in unreleasedVersions(A) AND assignee = kim',
      ),
    ).toEqual(['A-1']);
    expect(await store.catalogue.get('sprint', '44')).toMatchObject({
      name: 'Alpha, beta=1',
      document: {
        id: 44,
        state: 'active',
        originBoardId: 7,
        startDate: '2026-01-05T09:00:00.000Z',
      },
    });
    const [first, second] = await store.issues.documents(['1', '2']);
    expect(first?.fields.customfield_12000).toMatchObject([
      { id: 44, state: 'active', boardId: 7 },
    ]);
    expect(second?.fields.customfield_12000).toMatchObject([{ id: 43 }, { id: 44 }]);
    expect(second?.fields).not.toHaveProperty('closedSprints');
    expect(first?.fields.components).toMatchObject([
      { id: expect.stringMatching(/^\d+$/), name: 'Core' },
    ]);
  });

  it('skips an invalid record, reports its position and writes the rest', async () => {
    const store = await open();
    const broken = issue('3', 'B-3', {
      created: 'yesterday',
      status: { id: '77', name: 'Never seen' },
    });
    const lateBreak = issue('4', 'B-4', {
      assignee: { accountId: 'ghost', displayName: 'Ghost' },
      worklog: { worklogs: [{ id: '1' }] },
    });
    const seen: number[] = [];
    const { counts, problems } = await store.ingest(
      [issue('1', 'B-1'), broken, lateBreak, issue('5', 'no key'), issue('2', 'B-2')],
      {
        onProblem: problem => seen.push(problem.index),
      },
    );
    expect(counts).toEqual({ issue: 2 });
    expect(seen).toEqual([1, 2, 3]);
    expect(problems.map(({ kind, record, message }) => [kind, record, message])).toEqual([
      ['issue', 'B-3', "The issue's created date 'yesterday' cannot be read."],
      ['issue', 'B-4', "Worklog 1 has no start: 'undefined'."],
      ['issue', 'no key', "'no key' is not an issue key."],
    ]);
    expect(await store.catalogue.get('user', 'ghost')).toBeNull();
    expect(await store.catalogue.get('status', '77')).toBeNull();
    expect(await keysOf(store, '')).toEqual(['B-1', 'B-2']);
  });

  it('a repeated ingest updates values, texts, history and names', async () => {
    const store = await open();
    await store.ingest([
      issue('1', 'A-1', { summary: 'old words', labels: ['x'], status: { id: '5', name: 'Open' } }),
    ]);
    await store.ingest([
      issue('1', 'A-1', {
        summary: 'new words',
        labels: ['y'],
        status: { id: '5', name: 'To Do' },
      }),
      issue('2', 'C-1', { parent: { key: 'A-1' } }),
    ]);
    expect(await store.issues.count()).toBe(2);
    expect(await keysOf(store, 'summary ~ old OR labels = x')).toEqual([]);
    expect(await keysOf(store, 'summary ~ new AND labels = y AND status = "To Do"')).toEqual([
      'A-1',
    ]);
    // Moved to another project: the same issue under another key, and its children follow.
    await store.ingest([issue('1', 'Z-7', { summary: 'moved' })]);
    expect(await keysOf(store, 'parent = Z-7')).toEqual(['C-1']);
    expect(await store.issues.ids(['A-1', 'z-7'])).toEqual([null, '1']);
  });

  it('separates two sites that use the same ids', async () => {
    const store = await open();
    const created = '2025-05-05T00:00:00.000+0000';
    const site = (source: string, key: string, status: string) =>
      store.ingest(
        [
          issue('1', key, {
            created: source === 'one' ? created : '2024-04-04T00:00:00.000+0000',
            project: { id: '10', key: key.slice(0, 1), name: source },
            status: { id: '5', name: status },
          }),
        ],
        { source },
      );
    await site('one', 'A-1', 'Open');
    await site('two', 'B-1', 'Closed');
    await site('two', 'B-1', 'Closed');
    expect(await keysOf(store, 'status = Open')).toEqual(['A-1']);
    expect(await keysOf(store, 'status = Closed')).toEqual(['B-1']);
    expect(await keysOf(store, 'project = two')).toEqual(['B-1']);
    expect(await store.issues.count()).toBe(2);
    const second = await store.issues.byKeyOrId('B-1');
    const closed = (await store.catalogue.all('status')).find(status => status.name === 'Closed');
    expect(second?.fields.status).toMatchObject({ id: closed?.id, name: 'Closed' });
  });

  it('pages histories and worklogs', async () => {
    const store = await open();
    await store.ingest(smallSite());
    const all = await store.histories.page({ issueIds: ['5', '2'] });
    expect(all.total).toBe(5);
    expect(all.items.map(history => history.issueId)).toEqual(['5', '5', '5', '2', '2']);
    expect(all.items[0]).toMatchObject({
      created: '2026-03-10T15:00:00.000+0100',
      author: { accountId: 'acc:ben', displayName: 'Ben Oak' },
    });
    const resolutions = await store.histories.page({
      issueIds: ['2', '5'],
      fieldIds: ['resolution'],
      offset: 1,
      limit: 2,
    });
    expect(resolutions.total).toBe(4);
    expect(resolutions.items.map(history => history.items.map(item => item.field))).toEqual([
      ['resolution'],
      ['resolution'],
    ]);
    const logs = await store.worklogs.page({
      issueId: '2',
      startedAfter: Date.parse('2026-02-04T00:00:00Z'),
    });
    expect(logs.items.map(({ id }) => id)).toEqual(['901']);
    expect((await store.worklogs.first(['2', '3'], 1)).get('2')?.map(({ id }) => id)).toEqual([
      '900',
    ]);
    expect(await store.worklogs.updatedSince(Date.parse('2026-02-06T00:00:00Z'), 10)).toEqual([
      { id: '901', updatedMs: Date.parse('2026-02-06T08:00:00Z') },
    ]);
    expect((await store.issues.byKeyOrId('app-2'))?.worklogCount).toBe(2);
  });
});

onBothEngines('planning', open => {
  let store: Store;
  const author = ana;
  beforeAll(async () => {
    store = await open();
    await store.ingest(smallSite());
  });

  it('moves issues between sprints with a history entry', async () => {
    const sprint = await store.sprints.create({ name: 'Sprint 4', originBoardId: 5 });
    await store.planning.moveToSprint({ issueIds: ['3'], sprintId: sprint.id, author, at: now });
    expect(await keysOf(store, `sprint = ${sprint.id}`)).toEqual(['APP-3']);
    expect(await keysOf(store, 'sprint in openSprints()')).toEqual(['APP-4']);
    const history = (await store.histories.page({ issueIds: ['3'] })).items.at(-1);
    expect(history).toMatchObject({
      author: { accountId: 'acc:ana' },
      created: expect.toSatisfy(created => Date.parse(created) === now),
      items: [
        {
          field: 'Sprint',
          fieldId: fields.sprint,
          from: '1, 2',
          fromString: 'Sprint 1, Sprint 2',
          to: `1, ${sprint.id}`,
          toString: 'Sprint 1, Sprint 4',
        },
      ],
    });
    expect((await store.issues.byKeyOrId('APP-3'))?.updatedMs).toBe(now);
    await store.planning.moveToSprint({ issueIds: ['3'], sprintId: null, author, at: now });
    expect(
      await keysOf(store, 'key = APP-3 AND sprint not in (openSprints(), futureSprints())'),
    ).toEqual(['APP-3']);
    await expect(
      store.planning.moveToSprint({ issueIds: ['3'], sprintId: '1', author, at: now }),
    ).rejects.toThrow(StoreError);
  });

  it('starts and closes sprints in that order only', async () => {
    const sprint = await store.sprints.create({ name: 'Sprint 5', originBoardId: 5, goal: 'Ship' });
    await expect(store.sprints.update(sprint.id, { state: 'closed' }, now)).rejects.toThrow(
      "cannot go from 'future' to 'closed'",
    );
    await expect(store.sprints.update(sprint.id, { state: 'active' }, now)).rejects.toThrow(
      'start date',
    );
    const dates = { startDate: '2026-03-11T08:00:00.000Z', endDate: '2026-03-25T08:00:00.000Z' };
    await store.sprints.update(sprint.id, { state: 'active', ...dates }, now);
    const closed = await store.sprints.update(sprint.id, { state: 'closed' }, now);
    expect(closed.document).toMatchObject({
      goal: 'Ship',
      completeDate: '2026-03-11T11:00:00.000Z',
    });
    const states = (await store.boards.sprints('5')).map(({ document }) => document.state);
    expect(states).toEqual(
      [...states].sort(
        (a, b) =>
          ['closed', 'active', 'future'].indexOf(String(a)) -
          ['closed', 'active', 'future'].indexOf(String(b)),
      ),
    );
  });

  it('removes a deleted sprint from its issues', async () => {
    await store.sprints.delete('3', author, now);
    expect(await store.catalogue.get('sprint', '3')).toBeNull();
    expect(await keysOf(store, 'key = APP-5 AND sprint is EMPTY')).toEqual(['APP-5']);
  });

  it('ranks in the given order, repeatedly between the same two issues', async () => {
    const order = async () =>
      (await store.jql.search({ jql: 'project = APP ORDER BY Rank', viewer, now })).ids;
    await store.planning.rank({ issueIds: ['5', '4'], beforeId: '2', author, at: now });
    expect(await order()).toEqual(['5', '4', '2', '3', '1']);
    for (let round = 0; round < 30; round += 1) {
      await store.planning.rank({
        issueIds: [round % 2 ? '1' : '3'],
        afterId: '5',
        author,
        at: now,
      });
    }
    expect(await order()).toEqual(['5', '1', '3', '4', '2']);
    expect((await store.issues.byKeyOrId('APP-1'))?.fields[fields.rank]).toMatch(/^0\|/);
  });

  it('earlier assignees stay searchable after assignments and estimates', async () => {
    await assign(store, { issueId: '2', assignee: ben, author, at: now });
    expect(await keysOf(store, 'assignee = acc:ben AND assignee was currentUser()')).toEqual([
      'APP-2',
    ]);
    expect((await store.issues.byKeyOrId('APP-2'))?.fields.assignee).toMatchObject({
      displayName: ben.displayName,
    });
    const fieldId = fields.points;
    const names = { from: null, fromString: '5', to: null, toString: '13' };
    await store.planning.edit({
      issueId: '2',
      author,
      at: now + 1,
      edit(record) {
        record.fields[fieldId] = 13;
        return [{ field: 'Story Points', fieldtype: 'custom', fieldId, ...names }];
      },
    });
    expect(await keysOf(store, '"Story Points" = 13')).toEqual(['APP-2']);
    expect((await store.worklogs.page({ issueId: '2' })).total).toBe(2);
    await assign(store, { issueId: '2', assignee: null, author, at: now + 2 });
    expect(
      await keysOf(store, 'key = APP-2 AND assignee is EMPTY AND assignee was acc:ben'),
    ).toEqual(['APP-2']);
  });

  it("returns a board's query, with and without its sub-query", async () => {
    expect(await store.boards.jql('5')).toBe('project = APP AND type = Bug ORDER BY key');
    expect(await store.boards.jql('5', { subQuery: true })).toBe(
      '(project = APP AND type = Bug) AND (fixVersion is EMPTY) ORDER BY key',
    );
  });
});

onBothEngines('settings', open => {
  it('keeps properties with their versions, and favourites', async () => {
    const store = await open();
    expect(await store.properties.set('addon:x', 'k', { a: 1 })).toEqual({
      created: true,
      version: 1,
    });
    expect(await store.properties.set('addon:x', 'k', [2], 1)).toEqual({
      created: false,
      version: 2,
    });
    await expect(store.properties.set('addon:x', 'k', 3, 1)).rejects.toMatchObject({
      reason: 'conflict',
    });
    expect(await store.properties.get('addon:x', 'k')).toEqual({
      key: 'k',
      value: [2],
      version: 2,
    });
    expect(await store.properties.delete('addon:x', 'k')).toBe(true);
    expect(await store.properties.all('addon:x')).toEqual([]);

    await store.favourites.add('u', '10');
    await store.favourites.add('u', '10');
    expect([...(await store.favourites.of('u'))]).toEqual(['10']);
  });

  it('runs concurrent writes one at a time and loses none', async () => {
    const store = await open();
    const writes = Array.from({ length: 20 }, (_, at) =>
      store.catalogue.save('filter', null, { name: `F${at}`, jql: '' }),
    );
    const ids = (await Promise.all(writes)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    expect(await store.catalogue.all('filter')).toHaveLength(20);
  });
});

onBothEngines('a moved issue', open => {
  it('answers to the keys that it had before', async () => {
    const store = await open();
    const moves = [
      ['A-1', 'B-4'],
      ['B-4', 'C-7'],
    ].map(([before, after], at) => ({
      id: String(at),
      created: `2026-01-0${at + 2}T00:00:00.000+0000`,
      items: [{ field: 'Key', from: null, fromString: before, to: null, toString: after }],
    }));
    const moved = issue('1', 'C-7');
    Object.assign(moved.value, { changelog: { histories: moves } });
    await store.ingest([moved, issue('2', 'A-2'), issue('3', 'C-8', { parent: { key: 'C-7' } })]);
    expect(await keysOf(store, 'key = a-1')).toEqual(['C-7']);
    expect(await keysOf(store, 'key in (A-1, A-2, B-4)')).toEqual(['A-2', 'C-7']);
    expect(await keysOf(store, 'key not in (A-1)')).toEqual(['A-2', 'C-8']);
    expect(await keysOf(store, 'parent = B-4')).toEqual(['C-8']);
    expect(await store.issues.ids(['B-4', 'a-1', 'A-9', '2'])).toEqual(['1', '1', null, '2']);
    expect((await store.issues.byKeyOrId('A-1'))?.key).toBe('C-7');
  });

  it('is named by its new key in issues that are not read again', async () => {
    const store = await open();
    const custom = 'com.pyxis.greenhopper.jira:gh-epic-link';
    await store.ingest([
      { kind: 'field', value: { id: 'customfield_1', name: 'Epic Link', schema: { custom } } },
      issue('1', 'A-1'),
      issue('2', 'A-2', { parent: { id: '1', key: 'A-1' } }),
      issue('3', 'A-3', { customfield_1: 'A-1' }),
      issue('4', 'A-4', {
        issuelinks: [
          { id: '9', type: { id: '1', name: 'Blocks' }, outwardIssue: { id: '1', key: 'A-1' } },
        ],
      }),
    ]);
    await store.ingest([issue('1', 'B-7')]);
    expect(await keysOf(store, 'parent = B-7')).toContain('A-2');
    expect(await keysOf(store, '"Epic Link" = B-7')).toContain('A-3');
    const fieldsOf = async (key: string) => (await store.issues.byKeyOrId(key))?.fields;
    expect(await fieldsOf('A-2')).toMatchObject({ parent: { key: 'B-7' } });
    expect(await fieldsOf('A-3')).toMatchObject({ customfield_1: 'B-7' });
    expect(await fieldsOf('A-4')).toMatchObject({ issuelinks: [{ outwardIssue: { key: 'B-7' } }] });
  });
});

onBothEngines('histories', open => {
  const status = (id: string, name: string, key: string) => {
    return { id, name, statusCategory: { id: 1, key } };
  };
  const CLOSED = status('4', 'Closed', 'done');
  const move = (id: string, day: string, from: string, to: string) => ({
    id,
    created: `2026-01-${day}T00:00:00.000+0000`,
    items: [{ field: 'status', from: null, fromString: from, to: null, toString: to }],
  });
  const of = (key: string, histories: object[], fields: object) => {
    const own = issue(key.slice(2), key, { status: CLOSED, ...fields });
    Object.assign(own.value, { changelog: { histories } });
    return own;
  };

  it('have the order of the chain where changes have one instant', async () => {
    const store = await open();
    const histories = [
      move('7', '03', 'In Progress', 'Closed'),
      move('8', '03', 'To Do', 'In Progress'),
    ];
    await store.ingest([of('A-1', histories, { updated: '2026-01-09T00:00:00.000+0000' })]);
    expect(await keysOf(store, 'status was Closed on "2026-01-04"')).toEqual(['A-1']);
    expect(await keysOf(store, 'status was "In Progress" on "2026-01-04"')).toEqual([]);
  });

  it('that end elsewhere last until the date of resolution, else of the category', async () => {
    const store = await open();
    const histories = [move('7', '03', 'To Do', 'In Progress')];
    await store.ingest([
      of('A-1', histories, {
        resolutiondate: '2026-01-05T00:00:00.000+0000',
        updated: '2026-01-09T00:00:00.000+0000',
      }),
      of('A-2', histories, {
        statuscategorychangedate: '2026-01-07T00:00:00.000+0000',
        updated: '2026-01-09T00:00:00.000+0000',
      }),
    ]);
    const on = (name: string, day: string) =>
      keysOf(store, `status was "${name}" on "2026-01-${day}"`);
    expect(await on('In Progress', '04')).toEqual(['A-1', 'A-2']);
    expect(await on('In Progress', '06')).toEqual(['A-2']);
    expect(await on('Closed', '04')).toEqual([]);
    expect(await on('Closed', '06')).toEqual(['A-1']);
    expect(await on('Closed', '08')).toEqual(['A-1', 'A-2']);
  });
});

onBothEngines('an issue that left its sprints', open => {
  it('is found by the sprints that its history names, by id or by name', async () => {
    const store = await open();
    const sprint = (id: number, name: string) => ({ id, name, state: 'closed' });
    const member = issue('3', 'A-3', { customfield_10020: [sprint(6, 'S6')] });
    const history = (item: object) => [
      {
        id: '1',
        created: '2026-01-02T00:00:00.000+0000',
        items: [{ field: 'Sprint', from: null, fromString: null, to: '', toString: '', ...item }],
      },
    ];
    const left = issue('1', 'A-1');
    Object.assign(left.value, { changelog: { histories: history({ from: '5, 6' }) } });
    const named = issue('2', 'A-2');
    Object.assign(named.value, { changelog: { histories: history({ fromString: 'S6' }) } });
    await store.ingest([member, left, named, issue('4', 'A-4')]);
    expect(await keysOf(store, 'issue in everInSprint(5)')).toEqual(['A-1']);
    expect(await keysOf(store, 'issue in everInSprint(6, 7)')).toEqual(['A-1', 'A-2', 'A-3']);
    expect(await keysOf(store, 'issue not in everInSprint(6)')).toEqual(['A-4']);
  });
});

onBothEngines('two sites', open => {
  /** Issues 1 to 3 with the same ids and times at each site. */
  const site = (project: string, host: string, count = 3) =>
    Array.from({ length: count }, (_, at) =>
      issue(String(10_000 + at), `${project}-${at + 1}`, {
        summary: `${project} ${at + 1}`,
        project: { id: project === 'CCC' ? '10001' : '10000', key: project, name: 'Support' },
        status: {
          id: '1',
          name: 'Open',
          self: `https://${host}/rest/api/2/status/1`,
        },
        ...(at > 0 && { parent: { id: '10000', key: `${project}-1` } }),
      }),
    );

  it('keeps the issues of both apart, whose ids are the same', async () => {
    const store = await open();
    for (const round of ['first', 'again']) {
      await store.ingest(site('AAA', 'a.example'), { source: 'a.example' });
      await store.ingest(site('BBB', 'b.example'), { source: 'b.example' });
      expect(await keysOf(store, ''), round).toEqual([
        'AAA-1',
        'AAA-2',
        'AAA-3',
        'BBB-1',
        'BBB-2',
        'BBB-3',
      ]);
    }
    expect(await keysOf(store, 'project = BBB')).toEqual(['BBB-1', 'BBB-2', 'BBB-3']);
    expect(await keysOf(store, 'parent = BBB-1')).toEqual(['BBB-2', 'BBB-3']);
    const child = await store.issues.byKeyOrId('BBB-2');
    const [parent] = await store.issues.ids(['BBB-1']);
    expect(parent).not.toBe('10000');
    expect(child?.fields.parent).toMatchObject({ id: parent, key: 'BBB-1' });
  });

  it('follows a move within the second site', async () => {
    const store = await open();
    await store.ingest(site('AAA', 'a.example'), { source: 'a.example' });
    await store.ingest(site('BBB', 'b.example'), { source: 'b.example' });
    const [moved] = site('CCC', 'b.example', 1);
    if (moved) await store.ingest([moved], { source: 'b.example' });
    expect(await keysOf(store, 'project in (BBB, CCC)')).toEqual(['BBB-2', 'BBB-3', 'CCC-1']);
    expect(await keysOf(store, 'parent = CCC-1')).toEqual(['BBB-2', 'BBB-3']);
  });

  it('keeps people without accounts, worklogs and deleted statuses of both apart', async () => {
    const store = await open();
    const person = (name: string) => ({
      key: 'JIRAUSER10000',
      name: 'admin',
      displayName: name,
      active: true,
    });
    const shared = { accountId: 'cloud', displayName: 'Shared', active: true };
    const at = '2026-01-02T10:00:00.000+0000';
    const records = (project: string, host: string, name: string, status: string) => {
      const [first] = site(project, host, 1);
      const { value } = first as { value: { fields: object } };
      Object.assign(value.fields, {
        assignee: person(name),
        reporter: shared,
        worklog: { total: 1, worklogs: [{ id: '501', author: person(name), started: at }] },
        comment: { comments: [{ id: '1', author: person(name), body: 'x' }] },
      });
      const changes = [
        { field: 'assignee', from: null, fromString: null, to: 'JIRAUSER10000', toString: name },
        { field: 'status', from: '9', fromString: status, to: '1', toString: 'Open' },
      ];
      const items = changes.map(item => ({ fieldtype: 'jira', ...item }));
      const histories = [{ id: '1', created: at, author: person(name), items }];
      Object.assign(value, { changelog: { total: 1, histories } });
      return first as StoreRecord;
    };
    for (const _round of ['first', 'again']) {
      const ofOne = [
        { kind: 'user', value: person('Ana') },
        records('AAA', 'a.example', 'Ana', 'Old'),
      ];
      const ofTwo = [
        records('BBB', 'b.example', 'Ben', 'Alt'),
        { kind: 'user', value: person('Ben') },
      ];
      await store.ingest(ofOne as StoreRecord[], { source: 'a.example' });
      await store.ingest(ofTwo as StoreRecord[], { source: 'b.example' });
      const people = await store.catalogue.all('user');
      expect(people.map(({ name }) => name).sort()).toEqual(['Ana', 'Ben', 'Shared']);
      for (const [key, name] of [
        ['AAA-1', 'Ana'],
        ['BBB-1', 'Ben'],
      ] as const) {
        const isOf = async (jql: string) => expect(await keysOf(store, jql), jql).toEqual([key]);
        await isOf(`assignee = ${name}`);
        await isOf(`assignee was ${name}`);
        await isOf(`assignee changed to ${name}`);
        await isOf(`worklogAuthor = ${name}`);
        await isOf(`status changed by ${name}`);
        await isOf(`status was ${name === 'Ana' ? 'Old' : 'Alt'}`);
        const id = String((await store.issues.ids([key]))[0]);
        const account = people.find(each => each.name === name)?.id;
        const [history] = (await store.histories.page({ issueIds: [id] })).items;
        expect(history?.author).toMatchObject({ accountId: account });
        expect(history?.items[0]?.to).toBe(account);
        const [worklog] = (await store.worklogs.page({ issueId: id })).items;
        const { accountId, key: ofJira } = Object(worklog?.document.author);
        expect(accountId ?? ofJira).toBe(account);
        expect(await store.worklogs.byIds([worklog?.id ?? ''])).toHaveLength(1);
      }
      expect(await keysOf(store, 'reporter = Shared')).toEqual(['AAA-1', 'BBB-1']);
    }
  });

  it('leaves out an issue whose key another site has, and says so', async () => {
    const store = await open();
    await store.ingest(site('AAA', 'a.example', 2), { source: 'a.example' });
    const other = issue('20000', 'AAA-2', { summary: 'Another' });
    const { counts, problems } = await store.ingest([other], { source: 'b.example' });
    expect(counts).toEqual({});
    expect(problems.map(({ message }) => message)).toEqual([
      'The store has AAA-2 of another site, a.example. Import b.example into a folder of its own.',
    ]);
    expect((await store.issues.byKeyOrId('AAA-2'))?.fields.summary).toBe('AAA 2');
  });
});

onBothEngines('a later record of an issue', open => {
  const updated = '2026-01-03T00:00:00.000+0000';
  const history = (id: string, day: number, from: string, to: string) => ({
    id,
    created: `2026-01-0${day}T00:00:00.000+0000`,
    items: [
      {
        field: 'status',
        fieldtype: 'jira',
        fieldId: 'status',
        from,
        fromString: from,
        to,
        toString: to,
      },
    ],
  });
  const worklog = (id: string, day: number) => ({
    id,
    started: `2026-01-0${day}T00:00:00.000+0000`,
    timeSpentSeconds: 3600,
  });
  const whole = issue('1', 'A-1', {
    updated,
    timespent: 7200,
    worklog: { total: 2, worklogs: [worklog('1', 2), worklog('2', 3)] },
  });
  Object.assign(whole.value, {
    changelog: { total: 2, histories: [history('1', 2, '1', '2'), history('2', 3, '2', '3')] },
  });

  /** Ids of the stored entries, with their totals. */
  async function listsAfter(...records: StoreRecord[][]) {
    const store = await open();
    for (const batch of records) await store.ingest(batch);
    const [document] = await store.issues.documents(['1']);
    const histories = await store.histories.page({ issueIds: ['1'] });
    const worklogs = await store.worklogs.page({ issueId: '1' });
    return {
      summary: document?.fields.summary,
      histories: histories.items.map(({ id }) => id),
      historyTotal: document?.historyTotal,
      worklogs: worklogs.items.map(({ id }) => id),
      worklogTotal: document?.worklogTotal,
    };
  }

  it('without histories and worklogs leaves them as they were, of unknown total', async () => {
    const search = issue('1', 'A-1', { summary: 'New', updated: '2026-01-05T00:00:00.000+0000' });
    const expected = {
      summary: 'New',
      histories: ['1', '2'],
      historyTotal: null,
      worklogs: ['1', '2'],
      worklogTotal: null,
    };
    expect(await listsAfter([whole], [search])).toEqual(expected);
    expect(await listsAfter([whole, search])).toEqual(expected);
  });

  it('of the same version of the issue leaves them complete', async () => {
    const search = issue('1', 'A-1', { summary: 'New', updated });
    expect(await listsAfter([whole], [search])).toMatchObject({ historyTotal: 2, worklogTotal: 2 });
  });

  it('with a part of them adds it', async () => {
    const part = issue('1', 'A-1', {
      worklog: { total: 3, worklogs: [worklog('3', 4)] },
    });
    Object.assign(part.value, { changelog: { total: 3, histories: [history('3', 4, '3', '4')] } });
    expect(await listsAfter([whole], [part])).toMatchObject({
      histories: ['1', '2', '3'],
      historyTotal: 3,
      worklogs: ['1', '2', '3'],
      worklogTotal: 3,
    });
  });

  it('with complete lists replaces them', async () => {
    const emptied = issue('1', 'A-1', { timespent: null });
    Object.assign(emptied.value, { changelog: { total: 0, histories: [] } });
    expect(await listsAfter([whole], [emptied])).toMatchObject({
      histories: [],
      historyTotal: 0,
      worklogs: [],
      worklogTotal: 0,
    });
  });
});
