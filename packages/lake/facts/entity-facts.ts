import { UNKNOWN_STATUS_NAME } from '@tallyboard/core/history/spans.ts';
import type { Derivation } from './derivation.ts';

export function addEntities({ dataset, entities, add }: Derivation): void {
  for (const person of entities.people.values()) add('person', person);
  for (const { id, key, name } of entities.projects.values())
    add('project', { project_id: id, project_key: key, name });
  for (const { id, name, level } of entities.types.values())
    add('issue_type', { type_id: id, name, level });
  for (const { version, project } of entities.versions.values())
    add('version', {
      version_id: version.id,
      project_id: project.id,
      name: version.name,
      released: version.released,
      archived: version.archived,
      release_day: version.releaseDay,
    });
  for (const { id, name, category, known } of dataset.statuses.values())
    add('status', {
      status_id: id,
      name: name || UNKNOWN_STATUS_NAME,
      category,
      category_known: known,
    });
  for (const sprint of dataset.sprints.values())
    add('sprint', {
      sprint_id: sprint.id,
      name: sprint.name,
      state: sprint.state,
      board_id: sprint.boardId,
      started_at: sprint.start,
      ends_at: sprint.end,
      completed_at: sprint.complete,
      completed_ms: sprint.complete,
    });
}
