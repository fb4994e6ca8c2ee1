import type { Entity, EntityKind } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { EMPTY_PAGE, pageBean } from '../paging.ts';
import { type Converter, converterFor } from '../shape/converter.ts';
import { contains, pick, shapeEntity } from './entities.ts';

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
    const all = async (call: Call) => {
      const convert = await converterFor(call);
      const entities = await call.store.catalogue.all(kind);
      return entities.map(entity => shapeListed(call, entity, resource, convert));
    };
    if (kind !== 'component') api.platform.get(`/${resource}`, all, { anonymous: [] });
    if (kind === 'priority' || kind === 'resolution') {
      api.cloud.get(`/${resource}/search`, async call =>
        pageBean(call, await all(call), { standard: 50, max: 50 }),
      );
    }
    api.platform.get(`/${resource}/:id`, async call => {
      const wanted = call.params.id;
      const entities = await call.store.catalogue.all(kind);
      const entity = entities.find(({ id, name }) => id === wanted || (named && name === wanted));
      return shapeListed(
        call,
        orNotFound(entity, `The ${resource} with id '${wanted}' does not exist.`),
        resource,
        await converterFor(call),
      );
    });
  }
  api.platform.get('/statuscategory', statusCategories);
  api.platform.get('/issueLinkType', async call => {
    const types = await call.store.catalogue.all('linkType');
    return { issueLinkTypes: types.map(type => shapeLinkType(call, type)) };
  });
  api.platform.get('/issueLinkType/:id', async call => {
    const { id = '' } = call.params;
    const type = await call.store.catalogue.get('linkType', id);
    return shapeLinkType(call, orNotFound(type, `No issue link type with id '${id}' found.`));
  });
  api.cloud.get('/label', async call =>
    pageBean(call, await call.store.issues.labels(), { standard: 1000, max: 1000 }),
  );
  api.cloud.get('/statuses/search', searchStatuses, { anonymous: EMPTY_PAGE });
}

const shapeLinkType = (call: Call, { id, name, document }: Entity) => ({
  id,
  name,
  inward: document.inward,
  outward: document.outward,
  self: `${call.base}/rest/api/${call.version}/issueLinkType/${id}`,
});

/** An entity with the members that Jira's lists have. */
export function shapeListed(call: Call, entity: Entity, resource: string, convert: Converter) {
  const { members = [], cloudMembers = [] } = LISTS[resource] ?? {};
  const shaped = pick(
    shapeEntity(call, entity, resource, convert),
    call.flavour === 'cloud' ? [...members, ...cloudMembers] : members,
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

const statusCategories = ({ base, version }: Call) =>
  CATEGORIES.map(([id, key, colorName, name]) => ({
    self: `${base}/rest/api/${version}/statuscategory/${id}`,
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

async function searchStatuses(call: Call) {
  const { projectId, searchString, statusCategory } = call.query;
  const rows = (await call.store.catalogue.all('status'))
    .filter(status => !projectId || !status.projectId || status.projectId === projectId)
    .filter(status => contains(status.name, searchString ?? ''))
    .map(({ id, name, projectId: project, document }) => ({
      id,
      name,
      statusCategory:
        CATEGORY_NAMES[(document.statusCategory as { key?: string } | undefined)?.key ?? ''],
      scope: project ? { type: 'PROJECT', project: { id: project } } : { type: 'GLOBAL' },
      description: String(document.description ?? ''),
    }))
    .filter(row => !statusCategory || row.statusCategory === statusCategory);
  return pageBean(call, rows, { standard: 200, max: 200 });
}
