import { zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Visibility } from '../data/access/grants.ts';
import type { RecordIssue } from '../data/records.ts';
import { JqlError } from '../jql/api.ts';
import type { Store } from './store.ts';
import { onBothEngines } from './testing/engines.ts';
import { openStore } from './testing/open-store.ts';
import {
  maySee,
  maySeeProject,
  now,
  onlyThese,
  projects,
  randomFrom,
  readable,
  secretIssues,
  secretSite,
  siteRecords,
  users,
} from './testing/secret-site.ts';

const issues = secretIssues(60, 3);
const readers = users.map(({ accountId }) => accountId);

const { chance, pick } = randomFrom(11);
const anIssue = () => pick(issues);
const aNumber = () => Number(anIssue().id) - 10_000;

/** Clauses that a hidden issue could answer. */
const clauses: readonly (() => string)[] = [
  () => `project = ${pick(projects).key}`,
  () => `project in (OPEN, ${pick(projects).id})`,
  () => `key = ${anIssue().key}`,
  () => `id in (${anIssue().id}, ${anIssue().key})`,
  () => `key > ${anIssue().key}`,
  () => `labels = label${aNumber()}`,
  () => 'labels = red',
  () => `text ~ Word${aNumber()}`,
  () => 'summary ~ common',
  () => `parent = ${anIssue().key}`,
  () => `parent != ${anIssue().key}`,
  () => 'parent is EMPTY',
  () => 'parent is not EMPTY',
  () => `parent in linkedIssues(${anIssue().key})`,
  () => `key in linkedIssues(${anIssue().key}, blocks)`,
  () => 'issueLinkType = blocks',
  () => 'issueLinkType is EMPTY',
  () => `"Epic Link" = ${anIssue().key}`,
  () => `"Epic Link" = "Word${aNumber()} common"`,
  () => '"Epic Link" is EMPTY',
  () => `parentEpic = ${anIssue().key}`,
  () => `assignee = ${pick(users).accountId}`,
  () => 'reporter = currentUser()',
  () => `status was "Former ${aNumber()}"`,
  () => 'status changed',
  () => 'level is EMPTY',
  () => 'level = "Level 500"',
  () => `Topic = "Topic ${aNumber()}"`,
  () => `Topic = ${2000 + aNumber()}`,
  () => `Contact = ${pick(users).accountId}`,
  () => `worklogAuthor = ${pick(users).accountId}`,
  () => `worklogComment ~ "Note${aNumber()} restricted"`,
  () => `worklogDate > -${100 + aNumber()}d AND worklogComment ~ restricted`,
  () => 'worklogAuthor is EMPTY',
  () => `comment ~ "Note${aNumber()} restricted"`,
  () => 'comment !~ restricted',
  () => `text ~ "Note${aNumber()} restricted"`,
  () => `key in updatedBy(${pick(users).accountId})`,
  () => `fixVersion = "${pick(projects).key} 1.0"`,
  () => `component = 8${pick(projects).id}`,
  () => `filter = "${pick(projects).key} filter"`,
  () => `sprint = "${pick(projects).key} sprint"`,
  () => 'project in projectsLeadByUser(u7)',
];

const orders = ['', ' ORDER BY parent', ' ORDER BY assignee, key DESC', ' ORDER BY Topic'];

function aQuery(): string {
  const clause = () => (chance(0.15) ? `NOT ${pick(clauses)()}` : pick(clauses)());
  const joined = chance(0.5) ? clause() : `${clause()} ${pick(['AND', 'OR'])} ${clause()}`;
  return joined + pick(orders);
}

/** What a query returns, or its errors. */
async function answer(store: Store, jql: string, userId: string): Promise<unknown> {
  const viewer = { userId, zone: 'UTC' };
  try {
    const { ids, total } = await store.jql.search({ jql, viewer, now, total: true });
    return { ids, total, count: await store.jql.count({ jql, viewer, now }) };
  } catch (error) {
    if (error instanceof JqlError) return error.messages;
    throw error;
  }
}

onBothEngines('permissions', (open, engine) => {
  let site: Store;
  /** Per reader, a site without permissions that has only what he may see. */
  const alone = new Map<string, Store>();
  const seenBy = (reader: string): RecordIssue[] =>
    issues.filter(issue => maySee(reader, issue)).map(issue => readable(reader, issue));

  beforeAll(async () => {
    site = await open();
    expect((await site.ingest(secretSite(issues))).problems).toEqual([]);
    for (const reader of readers) {
      const store = await open();
      await store.ingest(siteRecords(id => maySeeProject(reader, id)));
      const values = onlyThese(seenBy(reader));
      await store.ingest(values.map(value => ({ kind: 'issue', value })));
      alone.set(reader, store);
    }
  });

  const aloneOf = (reader: string): Store => {
    const store = alone.get(reader);
    if (!store) throw new Error(`There is no site of ${reader}.`);
    return store;
  };

  it('differs between readers', () => {
    const counts = readers.map(reader => seenBy(reader).length);
    expect(new Set(counts).size).toBeGreaterThan(4);
    expect(Math.max(...counts)).toBeLessThan(issues.length);
  });

  const count = engine === 'sqlite' ? 1000 : 200;
  it(`answers ${count} queries as a site without the hidden issues`, async () => {
    for (let n = 0; n < count; n++) {
      const [reader, jql] = [pick(readers), aQuery()];
      const [given, expected] = [
        await answer(site.as(reader), jql, reader),
        await answer(aloneOf(reader), jql, reader),
      ];
      expect(given, `${reader}: ${jql}`).toEqual(expected);
    }
  });

  it('finds projects by permission and role', async () => {
    const keysIn = async (list: string) => {
      const jql = `project in ${list}`;
      const { ids } = await site
        .as('u1')
        .jql.search({ jql, viewer: { userId: 'u1', zone: 'UTC' }, now });
      return ids.sort();
    };
    const ofTeam = seenBy('u1').filter(({ key }) => key.startsWith('TEAM-'));
    expect(await keysIn('projectsWhereUserHasRole(members)')).toEqual(ofTeam.map(({ id }) => id));
    const all = seenBy('u1').map(({ id }) => id);
    expect(await keysIn('projectsWhereUserHasPermission("Browse Projects")')).toEqual(all);
    expect(await keysIn('projectsWhereUserHasPermission("Edit Issues")')).toEqual([]);
    await expect(keysIn('projectsWhereUserHasRole(Owners)')).rejects.toThrow(
      "list of projects for role 'Owners'; the role does not exist",
    );
    await expect(keysIn('projectsWhereUserHasPermission(Fly)')).rejects.toThrow(
      "list of projects for permission 'Fly'; the permission does not exist",
    );
  });

  it('shows filters to those with whom they are shared', async () => {
    const store = await open();
    const [open0, team, partner] = projects;
    const shares: Record<string, object[] | undefined> = {
      unknown: undefined,
      nobody: [],
      everybody: [{ type: 'loggedin' }],
      group: [{ type: 'group', group: { name: 'Staff' } }],
      project: [{ type: 'project', project: team }],
      role: [{ type: 'project', project: open0, role: { id: 90, name: 'Members' } }],
      person: [
        { type: 'user', user: users[4] },
        { type: 'project', project: partner, role: { id: 90 } },
      ],
    };
    const filters = Object.entries(shares).map(([name, sharePermissions], at) => ({
      kind: 'filter' as const,
      value: { id: String(at + 1), name, jql: '', owner: users[9], sharePermissions },
    }));
    await store.ingest([...secretSite([]), ...filters]);
    const namesFor = async (reader: string) =>
      (await store.as(reader).catalogue.all('filter'))
        .map(({ name }) => name)
        .filter(name => name in shares)
        .sort();
    expect(await namesFor('u9')).toEqual(Object.keys(shares).sort());
    expect(await namesFor('u0')).toEqual(['everybody', 'group']);
    expect(await namesFor('u4')).toEqual(['everybody', 'person']);
    expect(await namesFor('u8')).toEqual(['everybody', 'person', 'project', 'role']);
  });

  describe.each(readers)('%s', reader => {
    const both = async <Result>(ask: (store: Store) => Promise<Result>) => {
      expect(await ask(site.as(reader))).toEqual(await ask(aloneOf(reader)));
    };
    const ids = issues.map(({ id }) => id);

    it('reads the same issues, histories and worklogs', async () => {
      await both(async store => (await store.issues.documents(ids)).map(({ id }) => id));
      await both(store => store.issues.ids(issues.map(({ key }) => key)));
      await both(store => store.issues.count());
      await both(store => store.issues.gaps());
      await both(async store => {
        const page = await store.histories.page({ issueIds: ids });
        return page.items.map(({ id }) => id);
      });
      const numbers = issues.flatMap((_, n) => [n + 1, n + 1 + issues.length].map(String));
      await both(store => store.worklogs.byIds(numbers));
      await both(store => store.worklogs.updatedSince(0, 1000));
      await both(store => store.worklogs.first(ids, 20));
    });

    it('reads the same parents, links, comments and totals', async () => {
      const named = async (store: Store) =>
        (await store.issues.documents(ids)).map(({ key, fields, worklogCount, worklogTotal }) => ({
          key,
          parent: fields.parent ?? null,
          links: fields.issuelinks,
          comment: fields.comment,
          worklogCount,
          worklogTotal,
        }));
      await both(named);
    });

    it('has the same entities and suggestions', async () => {
      const kinds = ['project', 'version', 'component', 'board', 'sprint', 'filter'] as const;
      for (const kind of kinds)
        await both(async store => (await store.catalogue.all(kind)).map(({ id }) => id));
      for (const field of ['project', 'fixVersion', 'component', 'sprint', 'labels', 'Topic'])
        for (const prefix of ['', 'o', 'label1', 'topic 2', 't'])
          await both(store => store.jql.suggestions(field, prefix));
    });
  });

  it('shows a filter without shares, or with unknown ones, to its owner alone', async () => {
    const store = await open();
    const filter = { name: 'Filter', jql: 'project = OPEN' };
    const owner = { accountId: 'u1' };
    const filters = [
      { ...filter, id: '1', owner, sharePermissions: [] },
      { ...filter, id: '2', owner: { key: 'u2' }, sharePermissions: [] },
      { ...filter, id: '3', owner, sharePermissions: [{ id: 1, type: 'loggedin' }] },
      { ...filter, id: '4', owner },
    ];
    await store.ingest(secretSite([]));
    await store.ingest(filters.map(value => ({ kind: 'filter', value })));
    const seen = async (reader: string) =>
      (await store.as(reader).catalogue.all('filter')).flatMap(({ id }) => (id < '9' ? id : []));
    expect(await seen('u1')).toEqual(['1', '3', '4']);
    expect(await seen('u2')).toEqual(['2', '3']);
    expect(await seen('u5')).toEqual(['3']);
  });

  it('identifies role members of Data Center by login, and leads by key', async () => {
    const store = await open();
    const person = (key: string, name: string) => ({ key, name, displayName: key }) as never;
    const actor = { type: 'atlassian-user-role-actor', name: 'bob' };
    const grant = (id: string, holder: object) => {
      const permissions = [{ id: 1, holder, permission: 'BROWSE_PROJECTS' }];
      return { kind: 'permissionScheme', value: { id, name: id, permissions } } as const;
    };
    const access = (id: string, permissionScheme: string) => {
      const value = { id, permissionScheme, securityScheme: null, roles: { '90': [actor] } };
      return { kind: 'projectAccess', value } as const;
    };
    const { problems } = await store.ingest([
      // A former Bob, whose login went to another person.
      { kind: 'user', value: person('bob', 'robert') },
      { kind: 'user', value: person('JIRAUSER1', 'bob') },
      { kind: 'project', value: { id: '1', key: 'ROLE', name: 'Role' } },
      { kind: 'project', value: { id: '2', key: 'LEAD', name: 'Lead', lead: { key: 'bob' } } },
      grant('1', { type: 'projectRole', parameter: '90' }),
      grant('2', { type: 'projectLead' }),
      access('1', '1'),
      access('2', '2'),
    ]);
    expect(problems).toEqual([]);
    const seen = async (reader: string) =>
      (await store.as(reader).catalogue.all('project')).map(({ id }) => id);
    expect(await seen('JIRAUSER1')).toEqual(['1']);
    expect(await seen('bob')).toEqual(['2']);
    // A team-managed project has a role of its own of that name.
    await store.ingest([
      { kind: 'role', value: { id: '90', name: 'Members' } },
      { kind: 'role', value: { id: '91', name: 'Members' } },
      { kind: 'role', value: { id: '92', name: 'Owners' } },
      { kind: 'project', value: { id: '3', key: 'OWN', name: 'Own' } },
      {
        kind: 'projectAccess',
        value: { id: '3', permissionScheme: '1', securityScheme: null, roles: { '91': [actor] } },
      },
    ]);
    const rolesOf = (reader: string | null, known?: Visibility) =>
      store.as(reader, known).access.projectRoles();
    expect(await rolesOf('JIRAUSER1')).toEqual({ Members: ['1', '2', '3'], Owners: [] });
    expect(await rolesOf('bob')).toEqual({ Members: [], Owners: [] });
    expect(await rolesOf(null)).toEqual({});
    const unknown = { projects: new Map([['1', true] as const]), levels: null, rolesUnknown: true };
    expect(await rolesOf('JIRAUSER1', unknown)).toEqual({ Members: [], Owners: [] });
  });
});

it('hides issues that a team-managed project restricts to roles', async () => {
  const [free, restricted] = secretIssues(2, 1);
  if (!free || !restricted) throw new Error('There are no issues.');
  const role = [{ id: 10002, name: 'Administrators' }];
  Object.assign(free.fields, {
    security: null,
    issuerestriction: { issuerestrictions: {}, shouldDisplay: true },
  });
  Object.assign(restricted.fields, {
    security: null,
    issuerestriction: { issuerestrictions: { projectrole: role }, shouldDisplay: true },
  });
  const allProjects = new Map(projects.map(({ id }) => [id, true] as const));
  const known = { projects: allProjects, levels: new Map() };
  const store = await openStore({ memory: true });
  await store.ingest(secretSite([free, restricted]));
  const scope = { viewer: { userId: 'u1', zone: 'UTC' }, now };
  const { ids } = await store.as('u1', known).jql.search({ jql: 'ORDER BY key', ...scope });
  expect(ids).toEqual([free.id]);
  await store.close();
});

it('needs of issues are the same whatever is read meanwhile, and by whom', async () => {
  const store = await openStore({ memory: true });
  await store.ingest(secretSite(issues));
  const issueIds = issues.map(({ id }) => id);
  const readAll = async (some: Store) => {
    await some.issues.documents(issueIds);
    await some.histories.page({ issueIds });
    await some.worklogs.first(issueIds, 1);
  };
  const needsAfter = async (work: () => Promise<void>) => {
    const { needs } = await store.segments.withNeeds(issueIds.map(Number), work);
    const byKind: Record<string, Record<string, number[]>> = JSON.parse(
      zstdDecompressSync(needs).toString(),
    );
    const named = Object.entries(byKind).flatMap(([kind, byName]) =>
      Object.entries(byName).map(([name, ids]) => `${kind} ${name}: ${[...new Set(ids)].sort()}`),
    );
    return named.sort();
  };
  const expected = await needsAfter(async () => {});
  expect(new Set(expected.map(text => text.split(' ')[0]))).toEqual(
    new Set(['issue', 'restriction']),
  );
  expect(await needsAfter(() => readAll(store))).toEqual(expected);
  for (const reader of readers)
    expect(await needsAfter(() => readAll(store.as(reader)))).toEqual(expected);
  await store.close();
});
