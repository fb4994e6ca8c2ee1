import type { Api } from '../api.ts';
import { JiraError } from '../errors.ts';
import { pageBean, readWindow } from '../paging.ts';
import { fittingFor } from '../shape/fit.ts';
import { contains, pick, shapeEntity } from './entities.ts';

const members = [
  'self',
  'description',
  'iconUrl',
  'name',
  'untranslatedName',
  'id',
  'statusCategory',
  'scope',
];

export function status(api: Api): void {
  api.platform.get(
    '/status',
    async call => {
      const fit = await fittingFor(call);
      const statuses = await call.store.catalogue.all('status');
      return statuses.map(entity => ({
        description: '',
        iconUrl: `${call.base}/replica/status.svg`,
        ...pick(shapeEntity(call, entity, 'status', fit), members),
      }));
    },
    { anonymous: [] },
  );

  api.platform.get('/status/:idOrName', async call => {
    const wanted = call.params.idOrName;
    const statuses = await call.store.catalogue.all('status');
    const found = statuses.find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw new JiraError(404, `The status with id '${wanted}' does not exist.`);
    return pick(shapeEntity(call, found, 'status', await fittingFor(call)), members);
  });

  api.platform.get('/statuscategory', call => statusCategories(call.base, call.version));
}

/** Jira's four categories. */
function statusCategories(base: string, version: number) {
  const categories: [number, string, string, string][] = [
    [1, 'undefined', 'medium-gray', 'No Category'],
    [2, 'new', 'blue-gray', 'To Do'],
    [4, 'indeterminate', 'yellow', 'In Progress'],
    [3, 'done', 'green', 'Done'],
  ];
  return categories.map(([id, key, colorName, name]) => ({
    self: `${base}/rest/api/${version}/statuscategory/${id}`,
    id,
    key,
    colorName,
    name,
  }));
}

const categoryNames: Record<string, string> = {
  new: 'TODO',
  indeterminate: 'IN_PROGRESS',
  done: 'DONE',
};

export function statusesSearch(api: Api): void {
  api.platform.get('/statuses/search', async call => {
    const { projectId, searchString, statusCategory } = call.query;
    const rows = (await call.store.catalogue.all('status'))
      .filter(status => !projectId || !status.projectId || status.projectId === projectId)
      .filter(status => contains(status.name, searchString ?? ''))
      .map(({ id, name, projectId: project, document }) => ({
        id,
        name,
        // Jira has an API name for only three of the four.
        statusCategory:
          categoryNames[(document.statusCategory as { key?: string } | undefined)?.key ?? ''],
        scope: project ? { type: 'PROJECT', project: { id: project } } : { type: 'GLOBAL' },
        description: String(document.description ?? ''),
      }))
      .filter(row => !statusCategory || row.statusCategory === statusCategory);
    return pageBean(rows, readWindow(call.query, { standard: 200, max: 200 }), call.url);
  });
}
