import type { Entity, EntityKind } from '../../data/entity.ts';
import { asObject, type JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { EMPTY_PAGE, pageBean } from '../paging.ts';
import { contains, pick } from './entities.ts';

interface EntityList {
  kind: EntityKind;
  members: readonly string[];
  /** Members that Data Center lacks. */
  cloudMembers?: readonly string[];
  /** Also found by name. */
  named?: true;
}

const BASE = ['self', 'id', 'description', 'name'];

const LISTS: Readonly<Record<string, EntityList>> = {
  priority: { kind: 'priority', members: [...BASE, 'statusColor', 'iconUrl'] },
  resolution: { kind: 'resolution', members: BASE },
  component: { kind: 'component', members: BASE },
  issuetype: {
    kind: 'issueType',
    members: [...BASE, 'iconUrl', 'untranslatedName', 'subtask'],
    cloudMembers: ['hierarchyLevel', 'scope'],
  },
  status: {
    kind: 'status',
    members: [...BASE, 'iconUrl', 'untranslatedName', 'statusCategory', 'scope'],
    named: true,
  },
};

/** Priorities, resolutions, issue types and statuses. */
export function entityLists(api: Api): void {
  for (const [resource, { kind, named }] of Object.entries(LISTS)) {
    const all = (call: Call) => call.all(kind).map(entity => shapeListed(call, entity, resource));
    if (kind !== 'component') api.platform.get(`/${resource}`, all, []);
    if (kind === 'priority' || kind === 'resolution')
      api.cloud.get(`/${resource}/search`, call => pageBean(call, all(call)));
    api.platform.get(`/${resource}/:id`, call => {
      const wanted = call.params.id;
      const entity = call
        .all(kind)
        .find(({ id, name }) => id === wanted || (named && name === wanted));
      const message = `The ${resource} with id '${wanted}' does not exist.`;
      return shapeListed(call, orNotFound(entity, message), resource);
    });
  }
  api.platform.get('/statuscategory', statusCategories);
  api.platform.get('/issueLinkType', call => ({
    issueLinkTypes: call.all('linkType').map(type => shapeLinkType(call, type)),
  }));
  api.platform.get('/issueLinkType/:id', call => {
    const { id } = call.params;
    const message = `No issue link type with id '${id}' found.`;
    return shapeLinkType(call, orNotFound(call.find('linkType', id), message));
  });
  api.cloud.get('/label', async call =>
    pageBean(call, await call.store.issues.labels(), 1000, 1000),
  );
  api.cloud.get('/statuses/search', searchStatuses, EMPTY_PAGE);
}

const shapeLinkType = (call: Call, { id, name, document: { inward, outward } }: Entity) => ({
  id,
  name,
  inward,
  outward,
  self: call.address(`issueLinkType/${id}`),
});

/** An entity with the members that Jira's lists have. */
export function shapeListed(call: Call, { id, name, document }: Entity, resource: string) {
  const { members = [], cloudMembers = [] } = LISTS[resource] ?? {};
  const converted = call.convert.value(document) as JsonObject;
  const shaped = pick(
    { ...converted, self: call.address(`${resource}/${id}`), id, name },
    call.isCloud ? [...members, ...cloudMembers] : members,
  );
  if (resource !== 'status') return shaped;
  return { description: '', iconUrl: `${call.base}/replica/status.svg`, ...shaped };
}

const CATEGORIES: readonly [number, string, string, string][] = [
  [1, 'undefined', 'medium-gray', 'No Category'],
  [2, 'new', 'blue-gray', 'To Do'],
  [4, 'indeterminate', 'yellow', 'In Progress'],
  [3, 'done', 'green', 'Done'],
];

const statusCategories = (call: Call) =>
  CATEGORIES.map(([id, key, colorName, name]) => ({
    self: call.address(`statuscategory/${id}`),
    id,
    key,
    colorName,
    name,
  }));

/** Jira has an API name for only three of the four categories. */
const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  new: 'TODO',
  indeterminate: 'IN_PROGRESS',
  done: 'DONE',
};

function searchStatuses(call: Call) {
  const { projectId, searchString, statusCategory } = call.query;
  const rows = call
    .all('status')
    .filter(status => !projectId || !status.projectId || status.projectId === projectId)
    .filter(status => contains(status.name, searchString))
    .map(({ id, name, projectId: project, document }) => ({
      id,
      name,
      statusCategory: CATEGORY_NAMES[String(asObject(document.statusCategory)?.key)],
      scope: project ? { type: 'PROJECT', project: { id: project } } : { type: 'GLOBAL' },
      description: String(document.description ?? ''),
    }))
    .filter(row => !statusCategory || row.statusCategory === statusCategory);
  return pageBean(call, rows, 200, 200);
}
