/**
 * A dataset with made-up names, for files that leave the company: the same figures, without names of people, projects,
 * issues, sprints, boards, epics, versions, components, labels and teams, without free text and values of custom fields.
 * Statuses, types, priorities, resolutions, columns and fields keep their names.
 */
import type { Change } from '../model/change.ts';
import type { ReportContext } from '../model/context.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { Coverage, Dataset } from '../model/dataset.ts';
import type { FieldId } from '../model/ids.ts';
import type { CustomValue, Issue, Named, ParentRef, Version } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { User } from '../model/user.ts';
import { Placeholders } from './placeholders.ts';

/** A name that a reader typed into a setting: a whole name, or a part of the names of the sprints that count. */
export interface TypedName {
  readonly text: string;
  readonly of: 'name' | 'sprint-part';
}

export interface Anonymous {
  readonly dataset: Dataset;
  context(context: ReportContext): ReportContext;
  coverage(coverage: Coverage): Coverage;
  /** What a setting has to name now. */
  typed(name: TypedName): string;
}

/** Stands for a query. */
export const QUERY_LEFT_OUT = '(query left out)';
const PARTIAL_IMPORT = 'An import has only some of its pages, or hides issues';

/** Changes whose texts are words of the workflow, numbers or dates. */
const KEPT_CHANGES: ReadonlySet<string> = new Set([
  ...['status', 'resolution', 'priority', 'issueType', 'points', 'flagged', 'due'],
  ...['originalEstimate', 'remainingEstimate', 'timeSpent'],
]);

/** Values of these types are no free text. */
const KEPT_TYPES: ReadonlySet<string | null> = new Set(['number', 'date', 'datetime']);

export function anonymize(dataset: Dataset, typedNames: readonly TypedName[] = []): Anonymous {
  const names = new Placeholders();
  const sprintPart = typedNames
    .find(({ of }) => of === 'sprint-part')
    ?.text.trim()
    .toLowerCase();
  for (const { project } of dataset.issues) names.project(project.key);
  const renaming = renamingOf(dataset, names, sprintPart);
  const { person, sprint } = renaming;
  const changed = changeRenaming(names, renaming, keptFields(dataset));
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
  const issues = dataset.issues.map(issue => renamedIssue(issue, names, renaming, changed));
  return {
    dataset: { ...dataset, issues, sprints, boards, warnings: [] },
    context: ({ currentUser, query, notCopied, incomplete, ...others }) => ({
      ...others,
      currentUser: person(currentUser),
      ...(query && {
        query: {
          ...query,
          narrowedBy: query.narrowedBy && QUERY_LEFT_OUT,
          ...(query.parts && {
            parts: query.parts.map(part => ({ ...part, name: names.of('Source', part.name) })),
          }),
        },
      }),
      ...(notCopied && { notCopied: { ...notCopied, keys: [] } }),
      ...(incomplete && { incomplete: [PARTIAL_IMPORT] }),
    }),
    coverage: ({ reasons, reasonsOf = {}, lasting, ...counts }) => ({
      ...counts,
      reasons: reasons.map(names.keysIn),
      reasonsOf: {
        worklogs: (reasonsOf.worklogs ?? []).map(names.keysIn),
        histories: (reasonsOf.histories ?? []).map(names.keysIn),
      },
      ...(lasting && { lasting: lasting.map(names.keysIn) }),
    }),
    typed({ text, of }) {
      if (of === 'sprint-part') return text.trim() === '' ? text : 'Sprint';
      return names.keyOf(text) ?? names.find(text) ?? names.of('Name', text);
    },
  };
}

type Renaming = ReturnType<typeof renamingOf>;

/** Copies of what issues refer to, with made-up names. */
function renamingOf(dataset: Dataset, names: Placeholders, sprintPart: string | undefined) {
  const epics = epicNames(dataset.issues);
  const kept = keptFields(dataset);
  const linked = new Set(dataset.special.epicLink);
  const summary = (text: string) => names.of(epics.has(text) ? 'Epic' : 'Summary', text);
  const user = shared(
    (each: User): User => ({
      ...each,
      name: names.of('Person', each.name, each.id),
      avatarUrl: null,
    }),
  );
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
  };
}

function changeRenaming(
  names: Placeholders,
  { person, label, summary, sprintName, value }: Renaming,
  kept: ReadonlySet<FieldId>,
) {
  function changed(change: Change): Change {
    const { historyId, at, field, fieldId, fieldName, from, to } = change;
    const isText = field === 'other' && !(fieldId !== null && kept.has(fieldId));
    const isRef = isText || field === 'link' || field === 'parent';
    const idOf = (id: string | null) => {
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
      fieldName,
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
    if (field === 'assignee') return names.of('Person', text, id ?? text);
    if (field === 'labels') return text.split(' ').map(label).join(' ');
    if (field === 'fixVersion') return names.of('Version', text);
    if (field === 'components') return names.of('Component', text);
    if (field === 'project') return names.keyOf(text) ?? names.of('Project', text);
    if (field === 'parent') return names.keyOf(text) ?? summary(text);
    if (field === 'link') return names.keysIn(text);
    if (field === 'sprint') return sprintTexts(id, text);
    return fieldId !== null && kept.has(fieldId) ? text : value(text);
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
  return copyIssue(issue, {
    key: names.key(issue.key) as Issue['key'],
    summary: summary(issue.summary),
    project: project(issue.project),
    assignee: person(issue.assignee),
    reporter: person(issue.reporter),
    creator: person(issue.creator),
    labels: issue.labels.map(label),
    components: issue.components.map(component),
    fixVersions: issue.fixVersions.map(version),
    sprints: issue.sprints.map(sprint),
    parent: issue.parent && parent(issue.parent),
    epic: issue.epic && parent(issue.epic),
    epicName: issue.epicName && summary(issue.epicName),
    team: issue.team && team(issue.team),
    links: issue.links.map(link => ({
      ...link,
      otherKey: names.key(link.otherKey) as Issue['key'],
    })),
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
