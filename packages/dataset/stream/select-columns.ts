import { CHANGE_FIELDS } from '@tallyboard/core/model/change.ts';
import {
  ALL_PARTS,
  type IssuePart,
  NO_REQUIREMENT,
  type Requirement,
} from '@tallyboard/core/model/requirement.ts';
import { nameChanges } from '@tallyboard/jira/normalize/changes.ts';
import type { NameOf } from '../columns/change-members.ts';
import type { ColumnSelection } from '../columns/column-selection.ts';
import { type Metadata, storedFields } from '../load/metadata.ts';
import { separateHistories } from '../load/session.ts';

/** All that columns have. */
export const requireAll = (metadata: Metadata): Requirement => ({
  ...NO_REQUIREMENT,
  parts: ALL_PARTS,
  customFields: storedFields(metadata),
  history: CHANGE_FIELDS,
  worklogs: 'all',
});

/** What a requirement needs of columns: what the fields that a load asks Jira for bring. */
export function selectColumns(requirement: Requirement, metadata: Metadata): ColumnSelection {
  const { parts, customFields, history, worklogs } = requirement;
  const { sprint } = metadata.special;
  const needed = new Set<IssuePart>(parts);
  if (customFields.some(id => sprint.includes(id))) needed.add('sprints');
  return {
    parts: needed,
    nameOf: history.length > 0 ? changeNames(requirement, metadata) : null,
    customFields,
    worklogs,
  };
}

function changeNames(requirement: Requirement, metadata: Metadata): NameOf {
  const { fields, special } = metadata;
  const historyFields = separateHistories(requirement, metadata, 'cloud');
  const names = nameChanges(requirement, fields, special);
  const nameOf: NameOf = (fieldId, field) =>
    names({ fieldId, field, from: null, fromString: null, to: null })?.field ?? null;
  if (historyFields === null) return nameOf;
  // As the host narrows histories: items without an id match by the names of the fields.
  const ids = new Set<string>(historyFields);
  const known = fields.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  const texts = new Set([...historyFields, ...known].map(text => text.toLowerCase()));
  return (fieldId, field) =>
    (fieldId === null ? texts.has(field.toLowerCase()) : ids.has(fieldId))
      ? nameOf(fieldId, field)
      : null;
}
