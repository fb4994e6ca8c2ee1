import type {
  RecordHistoryItem,
  RecordIssue,
  StoreRecord,
} from '@tallyboard/replica/data/records.ts';
import { asObjects } from '@tallyboard/replica/data/shapes.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { randomFrom } from '@tallyboard/replica/store/testing/secret-site.ts';

const GROUPS = ['group-a', 'group-b'];
const ROLES = ['10002', '10003'];
/** Without other holders a project is hidden as a whole, with its sprints, fields and statuses. */
const MEMBERS = [
  ...ROLES.map(parameter => ({ type: 'projectRole', parameter })),
  ...GROUPS.map(parameter => ({ type: 'group', parameter })),
];
const HOLDERS = [
  ...MEMBERS,
  { type: 'applicationRole' },
  { type: 'projectLead' },
  { type: 'reporter' },
  { type: 'assignee' },
  { type: 'userCustomField', parameter: 'customfield_10043' },
];
const VISIBILITIES = [
  ...GROUPS.map(identifier => ({ type: 'group', value: identifier, identifier })),
  { type: 'role', value: 'Members', identifier: 'Members' },
];
const EPIC_LINK = 'customfield_10014';
/** Only its own project has it. */
const OWN_FIELD = 'customfield_10045';

type Random = ReturnType<typeof randomFrom>;

/** What makes the summaries of all issues differ. */
export const markOf = (id: string): string => `(number ${id})`;

/**
 * The demo with other rights for each seed: permission schemes, security levels, restricted worklogs, and parents, links,
 * histories, sprints, fields and statuses across projects.
 */
export function restrictedSite(seed: number, now: number): readonly StoreRecord[] {
  const random = randomFrom(seed);
  const { pick, chance } = random;
  const records = structuredClone([...demoRecords({ seed: 5, asOf: now, size: 150 })]);
  const ofKind = <Kind extends StoreRecord['kind']>(kind: Kind) =>
    records.flatMap(record => (record.kind === kind ? record.value : [])) as Extract<
      StoreRecord,
      { kind: Kind }
    >['value'][];
  const issues = ofKind('issue');
  const projectIds = ofKind('project').map(({ id }) => String(id));
  for (const issue of issues) restrict(issue, issues, random);
  // Jira sends the first 20 alone with an issue.
  const [busy] = issues;
  if (busy)
    Object.assign(busy.fields, {
      worklog: worklogs(random),
      updated: '2026-06-01T09:00:00.000+0000',
      timespent: 26_100,
    });
  for (const sprint of ofKind('sprint'))
    if (chance(0.2)) sprint.originBoardId = Number(pick(ofKind('board')).id);
  for (const field of ofKind('field')) if (field.id === OWN_FIELD) limit(field, pick(projectIds));
  for (const status of ofKind('status')) if (chance(0.2)) limit(status, pick(projectIds));
  for (const user of ofKind('user')) user.groups = GROUPS.filter(() => chance(0.4));
  const grants = (holders: readonly object[]) =>
    [pick(holders), pick(holders)].map((holder, at) => ({
      id: at,
      holder,
      permission: 'BROWSE_PROJECTS',
    }));
  const schemes = Object.entries({ 0: EVERYBODY, 1: grants(HOLDERS), 2: grants(MEMBERS) }).map(
    ([id, permissions]): StoreRecord => ({
      kind: 'permissionScheme',
      value: { id, name: id, permissions },
    }),
  );
  const levels = ['1', '2'].map(id => ({ id, name: id, members: grants(HOLDERS) }));
  const securityScheme: StoreRecord = {
    kind: 'securityScheme',
    value: { id: '1', name: 'Levels', levels },
  };
  const access = ofKind('projectAccess').map(
    (own): StoreRecord => ({
      kind: 'projectAccess',
      value: {
        ...own,
        permissionScheme: pick(['0', '0', '1', '2']),
        securityScheme: pick([null, '1']),
      },
    }),
  );
  const others = records.filter(({ kind }) => !/Scheme|Access/.test(kind));
  return [...others, ...schemes, securityScheme, ...access];
}

const EVERYBODY = [{ id: 9, holder: { type: 'applicationRole' }, permission: 'BROWSE_PROJECTS' }];

/** As of a team-managed project. */
const limit = (entity: Record<string, unknown>, id: string) =>
  Object.assign(entity, { scope: { type: 'PROJECT', project: { id } } });

function restrict(issue: RecordIssue, all: readonly RecordIssue[], { chance, pick }: Random): void {
  const { fields } = issue;
  fields.summary = `Issue ${markOf(issue.id)}`;
  const other = pick(all);
  const reference = {
    id: other.id,
    key: other.key,
    fields: { ...other.fields, summary: `Issue ${markOf(other.id)}` },
  };
  const histories = issue.changelog?.histories ?? [];
  const [first] = histories;
  const change = (items: readonly Readonly<Record<string, string>>[]) => {
    const whole = items.map(item => ({
      fieldtype: 'jira',
      from: null,
      fromString: null,
      to: null,
      toString: null,
      ...item,
    }));
    if (first)
      histories.push({
        ...first,
        id: `${issue.id}${histories.length}`,
        items: whole as unknown as RecordHistoryItem[],
      });
  };
  if (chance(0.2)) fields.security = { id: pick(['1', '2']), name: 'Level' };
  if (other !== issue && chance(0.3)) {
    const type = { id: '1', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };
    fields.issuelinks = [...asObjects(fields.issuelinks), { type, outwardIssue: reference }];
    const link = { field: 'Link', to: other.key, toString: `This issue blocks ${other.key}` };
    const parent = { field: 'Parent', from: other.id, fromString: other.key };
    change(pick([[link], [link, parent], [parent, { field: 'summary', toString: 'Another' }]]));
  }
  if (other !== issue && chance(0.2)) {
    if (chance(0.5)) fields.parent = reference;
    else Object.assign(fields, { parent: undefined, [EPIC_LINK]: other.key });
  }
  if (chance(0.1)) fields.customfield_10042 = other.key;
  if (chance(0.1)) fields.customfield_10042 = { key: other.key, name: markOf(other.id) };
  if (chance(0.3)) fields[OWN_FIELD] = Number(issue.id);
  // As an export has them, without ids.
  if (chance(0.1)) change([{ field: 'status', fromString: 'To Do', toString: 'Done' }]);
  for (const worklog of asObjects((fields.worklog as { worklogs?: unknown } | null)?.worklogs))
    if (chance(0.3)) worklog.visibility = pick(VISIBILITIES);
}

function worklogs({ chance, pick }: Random) {
  const all = Array.from({ length: 30 }, (_, at) => ({
    id: String(900_000 + at),
    started: `2026-05-${String(at + 1).padStart(2, '0')}T09:00:00.000+0000`,
    timeSpentSeconds: 60 * at,
    ...(chance(0.4) && { visibility: pick(VISIBILITIES) }),
  }));
  return { total: all.length, worklogs: all };
}
