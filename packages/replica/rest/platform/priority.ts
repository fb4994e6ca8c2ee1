import type { EntityKind } from '../../data/entity.ts';
import type { Api } from '../api.ts';
import { JiraError } from '../errors.ts';
import { fittingFor } from '../shape/fit.ts';
import { pick, shapeEntity } from './entities.ts';

/** Priorities, resolutions, issue types. */
const lists: [string, EntityKind, string[]][] = [
  ['priority', 'priority', ['self', 'statusColor', 'description', 'iconUrl', 'name', 'id']],
  ['resolution', 'resolution', ['self', 'id', 'description', 'name']],
  [
    'issuetype',
    'issueType',
    [
      'self',
      'id',
      'description',
      'iconUrl',
      'name',
      'untranslatedName',
      'subtask',
      'hierarchyLevel',
      'scope',
    ],
  ],
];

export function priorityResolutionIssuetype(api: Api): void {
  for (const [resource, kind, members] of lists) {
    // Levels of the hierarchy are Cloud's: Data Center tells sub-tasks alone.
    const names =
      api.flavour === 'cloud'
        ? members
        : members.filter(n => n !== 'hierarchyLevel' && n !== 'scope');
    api.platform.get(
      `/${resource}`,
      async call => {
        const fit = await fittingFor(call);
        const entities = await call.store.catalogue.all(kind);
        return entities.map(entity => pick(shapeEntity(call, entity, resource, fit), names));
      },
      { anonymous: [] },
    );
    api.platform.get(`/${resource}/:id`, async call => {
      const entity = await call.store.catalogue.get(kind, call.params.id ?? '');
      if (!entity)
        throw new JiraError(404, `The ${resource} with id '${call.params.id}' does not exist.`);
      return pick(shapeEntity(call, entity, resource, await fittingFor(call)), names);
    });
  }
}
