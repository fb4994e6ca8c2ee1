import type { Board, BoardConfiguration, BoardType } from '@tallyboard/core/model/board.ts';
import type {
  BoardId,
  FieldId,
  FilterId,
  ProjectId,
  StatusId,
  VersionId,
} from '@tallyboard/core/model/ids.ts';
import type { Project } from '@tallyboard/core/model/issue.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { Version } from '@tallyboard/core/model/version.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { WireBoard, WireBoardConfiguration } from '../wire/board.ts';
import type { WireProject, WireVersion } from '../wire/project.ts';
import type { WireStatus } from '../wire/site.ts';
import { statusCategory } from './pool.ts';

export function normalizeStatus(wire: WireStatus): Status {
  const category = statusCategory(wire.statusCategory?.id);
  return {
    id: wire.id as StatusId,
    name: wire.name,
    category: category ?? 'none',
    known: category !== undefined,
  };
}

/** A board; one of an unknown type is taken for a simple one, since it may or may not have sprints. */
export function normalizeBoard(wire: WireBoard): Board {
  const types: readonly string[] = ['scrum', 'kanban', 'simple'] satisfies BoardType[];
  return {
    id: wire.id as BoardId,
    name: wire.name,
    type: (types.includes(wire.type ?? '') ? wire.type : 'simple') as BoardType,
    projectKey: wire.location?.projectKey ?? null,
    projectName: wire.location?.projectName ?? null,
  };
}

export function normalizeBoardConfiguration(wire: WireBoardConfiguration): BoardConfiguration {
  return {
    boardId: wire.id as BoardId,
    filterId: (wire.filter?.id ?? null) as FilterId | null,
    columns: (wire.columnConfig?.columns ?? []).map(column => ({
      name: column.name,
      statusIds: (column.statuses ?? []).map(status => status.id as StatusId),
    })),
    estimationField: (wire.estimation?.field?.fieldId ?? null) as FieldId | null,
  };
}

export function normalizeProject(wire: WireProject): Project {
  return { id: wire.id as ProjectId, key: wire.key, name: wire.name };
}

export function normalizeVersion(wire: WireVersion): Version {
  return {
    id: wire.id as VersionId,
    name: wire.name,
    released: wire.released ?? false,
    archived: wire.archived ?? false,
    releaseDay: wire.releaseDate ? parseDay(wire.releaseDate) : null,
  };
}
