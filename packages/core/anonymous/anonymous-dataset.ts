/**
 * A dataset with made-up names, for files that leave the company: the same figures, without names of people, projects,
 * issues, sprints, boards, epics, versions, components, labels and teams, without free text and values of custom fields.
 * Statuses, columns, types, priorities, resolutions, links, workflows and fields keep the names that Jira gives.
 */
import { allIssues } from '../measure/rows.ts';
import type { BoardConfiguration } from '../model/board.ts';
import type { Change, ChangeField } from '../model/change.ts';
import type { OwnQuery, QueryPart, ReportContext } from '../model/context.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { Coverage, Dataset } from '../model/dataset.ts';
import type { FieldId, StatusId, UserId } from '../model/ids.ts';
import type {
  CustomValue,
  Issue,
  IssueType,
  Named,
  ParentRef,
  Priority,
  Version,
} from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Status } from '../model/status.ts';
import type { User } from '../model/user.ts';
import type { PeopleException } from '../people/people-exceptions.ts';
import { JIRAS_NAMES } from './jira-names.ts';
import { withoutJirasWords } from './jiras-words.ts';
import { Placeholders } from './placeholders.ts';

/**
 * A name in a setting: of a person, sprint, version or issue, a part of the names of the sprints that count, or of
 * something that administrators name.
 */
export interface TypedName {
  readonly text: string;
  readonly of: 'name' | 'sprint-part' | 'status' | 'type' | 'column' | 'workflow' | 'field';
}

/** What a setting has in place of a name. */
export type Rename = (of: TypedName['of'], text: string) => string;

export interface Anonymous {
  readonly dataset: Dataset;
  context(context: ReportContext): ReportContext;
  coverage(coverage: Coverage): Coverage;
  /** What a setting has to name now. */
  typed(name: TypedName): string;
}

/** Stands for a query. */
export const QUERY_LEFT_OUT = '(query left out)';
const REASON_LEFT_OUT = '(reason left out)';
const PARTIAL_IMPORT = 'An import has only some of its pages, or hides issues';

/** Changes whose texts are numbers or dates. */
const KEPT_CHANGES: ReadonlySet<string> = new Set([
  ...['points', 'flagged', 'due', 'originalEstimate', 'remainingEstimate', 'timeSpent'],
]);

/** Reports tell these types by the last word of their names. */
const TYPE_KIND = /\b(bug|incident|problem)s?$/i;

/** Values of these types are no free text. */
const KEPT_TYPES: ReadonlySet<string | null> = new Set(['number', 'date', 'datetime']);

export function anonymize(dataset: Dataset, typedNames: readonly TypedName[] = []): Anonymous {
  const names = new Placeholders();
  const sprintPart = typedNames
    .find(({ of }) => of === 'sprint-part')
    ?.text.trim()
    .toLowerCase();
  for (const { project } of allIssues(dataset)) names.project(project.key);
  const renaming = renamingOf(dataset, names, sprintPart);
  const { person, sprint, status, typeName, field } = renaming;
  const changed = changeRenaming(names, renaming, dataset);
  const boards = new Map(
    [...dataset.boards].map(([id, board]) => [
      id,
      {
        ...board,
        name: names.of('Board', board.name, String(id)),
        projectKey: board.projectKey && names.project(board.projectKey),
        projectName:
          board.projectName &&
          names.of('Project', board.projectName, board.projectKey ?? board.projectName),
      },
    ]),
  );
  const sprints = new Map([...dataset.sprints].map(([id, each]) => [id, sprint(each)]));
  const statuses = new Map([...dataset.statuses].map(([id, each]) => [id, status(each)]));
  const boardConfigurations = new Map(
    [...dataset.boardConfigurations].map(([id, each]) => [id, withColumns(each, names)]),
  );
  const fields = dataset.fields.map(each =>
    each.custom ? { ...each, name: field(each.name) } : each,
  );
  const renamed = (issue: Issue) => renamedIssue(issue, names, renaming, changed);
  const issues = dataset.issues.map(renamed);
  const reason = (text: string) => names.keysIn(withoutJirasWords(text));
  const coverage = ({ reasons, reasonsOf = {}, lasting, ...counts }: Coverage): Coverage => ({
    ...counts,
    reasons: reasons.map(reason),
    reasonsOf: {
      worklogs: (reasonsOf.worklogs ?? []).map(reason),
      histories: (reasonsOf.histories ?? []).map(reason),
    },
    ...(lasting && { lasting: lasting.map(reason) }),
  });
  return {
    dataset: {
      ...dataset,
      coverage: coverage(dataset.coverage),
      issues,
      ...(dataset.above && { above: dataset.above.map(renamed) }),
      sprints,
      boards,
      statuses,
      boardConfigurations,
      fields,
      warnings: [],
    },
    context: ({
      currentUser,
      people,
      peopleExceptions,
      query,
      notCopied,
      incomplete,
      ...others
    }) => ({
      ...others,
      currentUser: person(currentUser),
      ...(people && { people: { ...people, reader: person(people.reader) } }),
      ...(peopleExceptions && {
        peopleExceptions: peopleExceptions.map(each => withoutReason(each, names)),
      }),
      ...(query && { query: anonymousQuery(query, names, field) }),
      ...(notCopied && { notCopied: { ...notCopied, keys: [] } }),
      ...(incomplete && { incomplete: [PARTIAL_IMPORT] }),
    }),
    coverage,
    typed({ text, of }) {
      switch (of) {
        case 'sprint-part':
          return text.trim() === '' ? text : 'Sprint';
        case 'status':
          return dataset.statuses.has(text as StatusId) ? text : names.ofSite('Status', text);
        case 'type':
          return typeName(text);
        case 'column':
          return names.ofSite('Column', text);
        case 'workflow':
          return names.ofSite('Workflow', text);
        case 'field':
          return field(text);
        case 'name':
          return names.keyOf(text) ?? names.find(text) ?? names.of('Name', text);
      }
    },
  };
}

const anonymousQuery = (
  query: OwnQuery,
  names: Placeholders,
  field: Renaming['field'],
): OwnQuery => ({
  ...query,
  jql: QUERY_LEFT_OUT,
  narrowedBy: query.narrowedBy && QUERY_LEFT_OUT,
  ...(query.notes && {
    notes: query.notes.map(note => ({
      ...note,
      text: note.text.replace(/board set '.*'/, 'board set'),
    })),
  }),
  ...(query.fields && {
    fields: Object.fromEntries(
      Object.entries(query.fields).map(([name, id]) => [
        name === id ? id : field(name).toLowerCase(),
        id,
      ]),
    ),
  }),
  ...(query.parts && { parts: query.parts.map(each => withoutName(each, names)) }),
  ...(query.members && { members: query.members.map(each => withoutName(each, names)) }),
});

const withColumns = (
  configuration: BoardConfiguration,
  names: Placeholders,
): BoardConfiguration => ({
  ...configuration,
  columns: configuration.columns.map(column => ({
    ...column,
    name: names.ofSite('Column', column.name),
  })),
});

type Renaming = ReturnType<typeof renamingOf>;

/** On Data Center an id may be the name of an account. */
const userId = (names: Placeholders, id: string) =>
  names.of('Person', id, id).toLowerCase().replace(' ', '-') as UserId;

/** Copies of what issues refer to, with made-up names. */
function renamingOf(dataset: Dataset, names: Placeholders, sprintPart: string | undefined) {
  const epics = epicNames(allIssues(dataset));
  const kept = keptFields(dataset);
  const linked = new Set(dataset.special.epicLink);
  const summary = (text: string) => names.of(epics.has(text) ? 'Epic' : 'Summary', text);
  const user = shared((each: User): User => {
    const name = names.of('Person', each.name, each.id);
    return { ...each, id: userId(names, each.id), name, avatarUrl: null };
  });
  const person = (each: User | null) => each && user(each);
  const sprint = shared(
    (each: Sprint): Sprint => ({
      ...each,
      name: sprintName(each.name, String(each.id)),
      goal: null,
    }),
  );
  function sprintName(name: string, id: string): string {
    const counts = sprintPart === undefined || name.toLowerCase().includes(sprintPart);
    return names.of(counts ? 'Sprint' : 'Other', name, id);
  }
  const version = shared((each: Version) => ({ ...each, name: names.of('Version', each.name) }));
  const component = shared((each: Named) => ({ ...each, name: names.of('Component', each.name) }));
  const team = shared((each: Named) => ({ ...each, name: names.of('Team', each.name, each.id) }));
  const project = shared((each: Issue['project']) => ({
    ...each,
    key: names.project(each.key),
    name: names.of('Project', each.name, each.key),
  }));
  const label = (text: string) => names.of('Label', text);
  const parent = shared(
    (ref: ParentRef): ParentRef => ({
      ...ref,
      key: names.key(ref.key) as ParentRef['key'],
      summary: ref.summary === null ? null : summary(ref.summary),
      ...(ref.epic && { epic: parent(ref.epic) }),
    }),
  );
  const value = (text: string) => names.keyOf(text) ?? names.of('Value', text);
  const status = shared((each: Status): Status => {
    const { untranslatedName } = each;
    return {
      ...each,
      name: names.ofSite('Status', each.name),
      ...(untranslatedName !== undefined && {
        untranslatedName: names.ofSite('Status', untranslatedName),
      }),
    };
  });
  function typeName(name: string): string {
    const made = names.ofSite('Type', name);
    const kind = made === name ? null : TYPE_KIND.exec(name.trim());
    return kind ? `${made} ${kind[0].toLowerCase()}` : made;
  }
  const type = shared((each: IssueType) => ({ ...each, name: typeName(each.name) }));
  const priority = shared((each: Priority) => ({
    ...each,
    name: names.ofSite('Priority', each.name),
  }));
  const resolution = shared((each: Named) => ({
    ...each,
    name: names.ofSite('Resolution', each.name),
  }));
  const ownFields = new Set(
    dataset.fields.flatMap(each =>
      each.custom ? [] : [each.id.toLowerCase(), each.name.toLowerCase()],
    ),
  );
  const field = (name: string) =>
    ownFields.has(name.trim().toLowerCase()) ? name : names.ofSite('Field', name);
  function custom(id: FieldId, given: CustomValue): CustomValue {
    if (typeof given === 'number' || given === null || kept.has(id)) return given;
    if (typeof given !== 'string') return given.map(value);
    return linked.has(id) ? names.key(given) : value(given);
  }
  return {
    summary,
    person,
    sprint,
    sprintName,
    version,
    component,
    team,
    project,
    label,
    parent,
    value,
    custom,
    status,
    typeName,
    type,
    priority,
    resolution,
    field,
  };
}

/** Changes of fields whose texts may be anything. */
const isOther = (field: ChangeField): boolean => field === 'custom' || field === 'other';

function changeRenaming(
  names: Placeholders,
  { person, label, summary, sprintName, value, typeName, field: fieldName }: Renaming,
  dataset: Dataset,
) {
  const kept = keptFields(dataset);
  const customNames = new Set(
    dataset.fields.flatMap(({ custom, name }) => (custom ? [name.toLowerCase()] : [])),
  );
  const isOfSite = ({ field, fieldId, fieldName: name }: Change) =>
    isOther(field) ||
    field === 'points' ||
    fieldId?.startsWith('customfield_') ||
    customNames.has(name.toLowerCase());
  const linkNames = new Set([
    ...JIRAS_NAMES.Link,
    ...dataset.issues.flatMap(({ links }) =>
      links.flatMap(({ description }) => description?.toLowerCase() ?? []),
    ),
  ]);
  function changed(change: Change): Change {
    const { historyId, at, field, fieldId, from, to } = change;
    const isText = isOther(field) && !(fieldId !== null && kept.has(fieldId));
    const isRef = isText || field === 'link' || field === 'parent';
    const idOf = (id: string | null) => {
      if (id !== null && field === 'assignee') return userId(names, id);
      if (id === null || !isRef) return id;
      return names.keyOf(id) ?? (isText && !/^\d*$/.test(id) ? names.of('Value', id) : id);
    };
    // Of columns the members are computed: a spread would leave them out.
    return {
      ...(historyId !== undefined && { historyId }),
      at,
      author: person(change.author),
      field,
      fieldId,
      fieldName: isOfSite(change) ? fieldName(change.fieldName) : change.fieldName,
      from: idOf(from),
      fromText: textOf(change, from, change.fromText),
      to: idOf(to),
      toText: textOf(change, to, change.toText),
    };
  }

  function textOf(
    { field, fieldId }: Change,
    id: string | null,
    text: string | null,
  ): string | null {
    if (!text || KEPT_CHANGES.has(field)) return text;
    if (field === 'status') return names.ofSite('Status', text);
    if (field === 'resolution') return names.ofSite('Resolution', text);
    if (field === 'priority') return names.ofSite('Priority', text);
    if (field === 'issueType') return typeName(text);
    if (field === 'assignee') return names.of('Person', text, id ?? text);
    if (field === 'labels') return text.split(' ').map(label).join(' ');
    if (field === 'fixVersion') return names.of('Version', text);
    if (field === 'components') return names.of('Component', text);
    if (field === 'project') return names.keyOf(text) ?? names.of('Project', text);
    if (field === 'parent') return names.keyOf(text) ?? summary(text);
    if (field === 'link') return linkText(id, text);
    if (field === 'sprint') return sprintTexts(id, text);
    return fieldId !== null && kept.has(fieldId) ? text : value(text);
  }

  /** 'This issue blocks P1-7': the longest name of a link at the end of the words is kept or replaced. */
  function linkText(key: string | null, text: string): string {
    const words = text.replace(key ?? '', '').trim();
    const ends = [...linkNames].filter(name => ` ${words.toLowerCase()}`.endsWith(` ${name}`));
    const name = ends.reduce(
      (longest, each) => (each.length > longest.length ? each : longest),
      '',
    );
    return `This issue ${names.ofSite('Link', name || words)} ${key === null ? '' : names.key(key)}`;
  }

  /** 'Sprint 1, Sprint 2' of the ids '12, 15'. */
  function sprintTexts(ids: string | null, text: string): string {
    const known = (ids ?? '').split(',').flatMap(id => id.trim() || []);
    if (known.length === 0) return names.of('Sprint', text);
    const parts = text.split(', ');
    return known.map((id, at) => sprintName(parts[at] ?? text, id)).join(', ');
  }

  return changed;
}

function renamedIssue(
  issue: Issue,
  names: Placeholders,
  renaming: Renaming,
  changed: (change: Change) => Change,
): Issue {
  const { summary, project, person, label, component, version, sprint, parent, team, custom } =
    renaming;
  const { status, type, typeName, priority, resolution, field } = renaming;
  return copyIssue(issue, {
    key: names.key(issue.key) as Issue['key'],
    summary: summary(issue.summary),
    project: project(issue.project),
    type: type(issue.type),
    status: status(issue.status),
    priority: issue.priority && priority(issue.priority),
    resolution: issue.resolution && resolution(issue.resolution),
    assignee: person(issue.assignee),
    reporter: person(issue.reporter),
    creator: person(issue.creator),
    labels: issue.labels.map(label),
    components: issue.components.map(component),
    fixVersions: issue.fixVersions.map(version),
    sprints: issue.sprints.map(sprint),
    parent: issue.parent && parent(issue.parent),
    epic: issue.epic && parent(issue.epic),
    otherParent: issue.otherParent && (names.key(issue.otherParent) as Issue['key']),
    epicName: issue.epicName && summary(issue.epicName),
    team: issue.team && team(issue.team),
    links: issue.links.map(link => ({
      ...link,
      description: link.description && names.ofSite('Link', link.description),
      otherKey: names.key(link.otherKey) as Issue['key'],
      otherType: link.otherType && typeName(link.otherType),
      otherStatus: link.otherStatus && status(link.otherStatus),
    })),
    requestType: issue.requestType && names.of('Request', issue.requestType),
    organizations: issue.organizations.map(each => names.of('Organization', each)),
    slas: new Map([...issue.slas].map(([id, sla]) => [id, { ...sla, name: field(sla.name) }])),
    custom: new Map([...issue.custom].map(([id, given]) => [id, custom(id, given)])),
    changes: issue.changes.map(changed),
    worklogs: issue.worklogs.map(worklog => ({
      ...worklog,
      author: person(worklog.author),
      comment: names.of('Description', worklog.comment),
    })),
  });
}

/** Texts that name epics, on their children or on themselves. */
function epicNames(issues: readonly Issue[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { epic, epicName, type, summary } of issues) {
    if (epic?.summary) found.add(epic.summary);
    if (epicName) found.add(epicName);
    if (type.level > 0) found.add(summary);
  }
  return found;
}

/** Custom fields whose values are ids, numbers or dates. */
function keptFields({ fields, special }: Dataset): ReadonlySet<FieldId> {
  const plain = fields.flatMap(({ id, type }) => (KEPT_TYPES.has(type) ? [id] : []));
  return new Set([...plain, ...special.sprint]);
}

/** One copy for each object: issues share them. */
function shared<Value extends object>(copy: (value: Value) => Value): (value: Value) => Value {
  const copies = new Map<Value, Value>();
  return value => {
    const known = copies.get(value) ?? copy(value);
    copies.set(value, known);
    return known;
  };
}

function withoutReason(exception: PeopleException, names: Placeholders): PeopleException {
  const [, kind, name] = /^(group|project-role):(.*)$/.exec(exception.who) ?? [];
  return {
    ...exception,
    ...(name !== undefined && {
      who: `${kind}:${names.of(kind === 'group' ? 'Group' : 'Role', name)}`,
    }),
    reason: REASON_LEFT_OUT,
  };
}

const withoutName = (part: QueryPart, names: Placeholders): QueryPart => ({
  ...part,
  name: names.of('Source', part.name),
});
