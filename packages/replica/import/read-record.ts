import { CATALOGUE } from '@tallyboard/records/catalogue.ts';
import { type KnownField, readIssue } from '@tallyboard/records/issue.ts';
import { asObject, type JsonObject, type OnRepair, Report } from '@tallyboard/records/values.ts';
import { fieldTypeOf } from '../data/issues/field-type.ts';
import type { StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';

/** The custom fields of a site that issues are read by. */
export type KnownFields = ReadonlyMap<string, KnownField>;

export async function knownFields({ catalogue }: Pick<Store, 'catalogue'>): Promise<KnownFields> {
  const known = new Map<string, KnownField>();
  for (const { id, name, document } of await catalogue.all('field')) {
    const isSprint = fieldTypeOf(document) === 'sprint';
    const isNumber = asObject(document.schema)?.type === 'number';
    if (isSprint || isNumber) known.set(id, { name, kind: isSprint ? 'sprint' : 'number' });
  }
  return known;
}

const READERS = new Map(Object.entries(CATALOGUE));

/** A record in Jira's own form, as the store takes it. @throws if it has no identity, or is an issue without a required value. */
export function readRecord(
  record: StoreRecord,
  fields: KnownFields,
  onRepair: OnRepair,
): StoreRecord {
  const value = record.value as unknown as JsonObject;
  if (record.kind === 'issue') {
    const issue = readIssue(value, onRepair, id => fields.get(id));
    return { kind: 'issue', value: withWholeItems(issue) } as unknown as StoreRecord;
  }
  const read = READERS.get(record.kind);
  return read
    ? ({ kind: record.kind, value: read(value, new Report(onRepair)) } as unknown as StoreRecord)
    : record;
}

/** Only an own `toString` counts. */
const EMPTY_ITEM = { fieldtype: 'jira', from: null, fromString: null, to: null, toString: null };

const isWholeItem = (item: JsonObject): boolean =>
  item.fieldtype !== undefined &&
  item.from !== undefined &&
  item.fromString !== undefined &&
  item.to !== undefined &&
  Object.hasOwn(item, 'toString');

/** Sets omitted members of history items to null. */
function withWholeItems(issue: JsonObject): JsonObject {
  const changelog = asObject(issue.changelog);
  const histories = (changelog?.histories ?? []) as (JsonObject & { items: JsonObject[] })[];
  if (histories.every(({ items }) => items.every(isWholeItem))) return issue;
  const whole = histories.map(history => ({
    ...history,
    items: history.items.map(item => ({ ...EMPTY_ITEM, ...item })),
  }));
  return { ...issue, changelog: { ...changelog, histories: whole } };
}
