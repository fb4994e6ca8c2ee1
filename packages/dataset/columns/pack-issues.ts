import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { ALL_PARTS } from '@tallyboard/core/model/requirement.ts';
import type { Adopt } from './entity.ts';
import { fromArrow } from './from-arrow.ts';
import type { ColumnPlan, IssueColumns } from './issue-columns.ts';
import { IssueRow } from './issue-row.ts';
import { toArrow } from './to-arrow.ts';

/** Issues of one batch of columns. Packing them takes some 50 ms; other work of the thread comes between two batches. */
const BATCH_SIZE = 4000;

/**
 * The issues of a dataset as rows of columns: with the same entities, in an eighth of the memory. Issues that columns cannot hold
 * stay as they are.
 */
export async function packIssues(
  issues: readonly Issue[],
  customFields: readonly FieldId[],
): Promise<readonly Issue[]> {
  const hasHistories = issues.some(issue => issue.historyComplete);
  const hasWorklogs = issues.some(issue => issue.worklogsComplete);
  const fits = ({ id, historyComplete, worklogsComplete, changes, worklogs }: Issue) =>
    Number.isSafeInteger(Number(id)) &&
    String(Number(id)) === id &&
    historyComplete === hasHistories &&
    worklogsComplete === hasWorklogs &&
    (hasHistories || changes.length === 0) &&
    (hasWorklogs || worklogs.length === 0);
  const packed = [...issues];
  const places = issues.flatMap((issue, place) => (fits(issue) ? [place] : []));
  for (let from = 0; from < places.length; from += BATCH_SIZE) {
    const batch = places.slice(from, from + BATCH_SIZE);
    const columns = columnsOf(
      batch.map(place => issues[place]!),
      { customFields, hasHistories, hasWorklogs },
    );
    batch.forEach((place, row) => {
      packed[place] = new IssueRow(columns, row);
    });
    await new Promise(resolve => setTimeout(resolve));
  }
  return packed;
}

interface PackSettings {
  readonly customFields: readonly FieldId[];
  readonly hasHistories: boolean;
  readonly hasWorklogs: boolean;
}

function columnsOf(
  issues: readonly Issue[],
  { customFields, hasHistories, hasWorklogs }: PackSettings,
): IssueColumns {
  // Structured values, not JSON, so that identity is kept.
  const entities: object[] = [];
  const numbers = new Map<object, string>();
  const numberOf = (entity: object) => {
    const number = numbers.get(entity) ?? String(entities.push(entity) - 1);
    numbers.set(entity, number);
    return number;
  };
  const stored = issues.map(issue => ({ issue, historyCount: 0 }));
  const bytes = toArrow(stored, { write: numberOf });
  const plan: ColumnPlan = {
    adopt: ((_, number) => entities[Number(number)]) as Adopt,
    parts: new Set(ALL_PARTS),
    nameOf: hasHistories ? fieldNames(issues) : null,
    customFields,
    worklogs: hasWorklogs ? 'all' : 'none',
  };
  const [batch] = fromArrow(bytes, plan).batches;
  if (!batch) throw new Error('The issues were not packed.');
  return batch.columns;
}

/** The names that the changes of issues have. */
function fieldNames(issues: readonly Issue[]): ColumnPlan['nameOf'] {
  const names = new Map<string, ChangeField>();
  const keyOf = (fieldId: FieldId | null, fieldName: string) => `${fieldId ?? ''}\n${fieldName}`;
  for (const { changes } of issues)
    for (const { fieldId, fieldName, field } of changes)
      names.set(keyOf(fieldId, fieldName), field);
  return (fieldId, fieldName) => names.get(keyOf(fieldId, fieldName)) ?? null;
}
