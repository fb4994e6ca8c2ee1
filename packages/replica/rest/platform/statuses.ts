import type { Entity } from '../../data/entity.ts';
import { asObject, asObjects, asText } from '../../data/shapes.ts';
import type { Call } from '../api.ts';

/** Statuses of the project: those in use and those of its boards, from new to done. */
export async function projectStatuses(call: Call, project: Entity): Promise<Entity[]> {
  const boards = (await call.store.catalogue.all('board')).filter(
    ({ document }) => asText(asObject(document.location)?.projectId) === project.id,
  );
  const ids = new Set((await call.store.issues.statuses(project.id)).map(pair => pair.statusId));
  for (const { document } of boards) {
    const columns = asObject(asObject(document.configuration)?.columnConfig)?.columns;
    for (const column of asObjects(columns))
      for (const { id } of asObjects(column.statuses)) ids.add(String(id));
  }
  const order = ({ document }: Entity) =>
    ['new', 'indeterminate', 'done'].indexOf(String(asObject(document.statusCategory)?.key));
  return (await call.store.catalogue.all('status'))
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => order(a) - order(b));
}
